import { PAGE_LINKS, PAGE_SIZE } from '../schema.ts';
import type { SearchAddress } from '../address.ts';
import { pageWindow } from './page-window.ts';
import { RESULTS_ID, RefineLink } from './refine.tsx';

/** Links to the pages of a search; nothing where there is only one. */
export function Pagination({ address, total }: { address: SearchAddress; total: number }) {
  const last = Math.ceil(total / PAGE_SIZE);
  if (last <= 1) return null;
  const current = Math.min(address.currentPage ?? 1, last);
  const page = (number: number) => pageAddress(address, number);
  return (
    <nav className="pagination no-print" aria-label="Pages">
      <Step name="Previous" address={current > 1 ? page(current - 1) : undefined} />
      {pageWindow(current, last, PAGE_LINKS).map((link) =>
        typeof link === 'number' ? (
          <RefineLink
            key={link}
            address={page(link)}
            aria-label={`Page ${link}`}
            aria-current={link === current ? 'page' : undefined}
            className={isFar(link, current, last) ? 'pagination__far' : undefined}
            onFollow={focusResults}
          >
            {link}
          </RefineLink>
        ) : (
          <span key={link} aria-hidden>
            …
          </span>
        ),
      )}
      <Step name="Next" address={current < last ? page(current + 1) : undefined} />
    </nav>
  );
}

/** The same search on another page. */
export function pageAddress(address: SearchAddress, page: number): SearchAddress {
  const { currentPage: _, ...first } = address;
  return page > 1 ? { ...first, currentPage: page } : first;
}

/** Pages that a narrow column has no room for. */
function isFar(page: number, current: number, last: number): boolean {
  return page !== 1 && page !== last && Math.abs(page - current) > 1;
}

function Step({ name, address }: { name: 'Previous' | 'Next'; address: SearchAddress | undefined }) {
  const className = name === 'Next' ? 'pagination__step pagination__step--next' : 'pagination__step';
  const arrow = name === 'Next' ? <path d="M5 12h14M12 5l7 7-7 7" /> : <path d="M19 12H5M12 19l-7-7 7-7" />;
  const inside = (
    <>
      <svg className="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden>
        {arrow}
      </svg>
      <span>{name}</span>
    </>
  );
  if (!address) {
    return (
      <span className={className} aria-hidden>
        {inside}
      </span>
    );
  }
  return (
    <RefineLink address={address} rel={name === 'Next' ? 'next' : 'prev'} className={className} onFollow={focusResults}>
      {inside}
    </RefineLink>
  );
}

/** The keyboard goes on from the beginning of the new page. */
export function focusResults(): void {
  document.getElementById(RESULTS_ID)?.focus({ preventScroll: true });
}
