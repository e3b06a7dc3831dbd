import { Pagination } from '../../../ui/Pagination.tsx';
import type { SearchParams } from '../search-params.ts';
import { PAGE_SIZE } from '../schema.ts';
import { RESULTS_ID, RefineLink } from './refine-search.tsx';

/** Links to the pages of a search. */
export function ResultPages({ address, total }: { address: SearchParams; total: number }) {
  return (
    <Pagination
      current={address.currentPage ?? 1}
      total={total}
      size={PAGE_SIZE}
      to={{
        link: (page, anchor) => <RefineLink address={withPage(address, page)} onFollow={focusResults} {...anchor} />,
      }}
    />
  );
}

/** The same search on another page. */
export function withPage(address: SearchParams, page: number): SearchParams {
  const { currentPage: _, ...first } = address;
  return page > 1 ? { ...first, currentPage: page } : first;
}

/** The keyboard goes on from the beginning of the new page. */
export function focusResults(): void {
  document.getElementById(RESULTS_ID)?.focus({ preventScroll: true });
}
