import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { getPageWindow } from './page-window.ts';
import './pagination.css';

const MAX_LINKS = 7;

/** The attributes of a link to a page. */
type PageAnchor = Pick<ComponentProps<'a'>, 'rel' | 'className' | 'aria-label' | 'aria-current' | 'children'>;

type LinkTo = (page: number, anchor: PageAnchor) => ReactNode;

/**
 * Links to the pages of a list. Renders nothing for a single page.
 * @param props.total number of items in the list
 * @param props.size number of items per page
 * @param props.to returns the URL of a page, or renders the link to it
 */
export function Pagination(props: {
  current: number;
  total: number;
  size: number;
  label?: string;
  to: { readonly href: (page: number) => string } | { readonly link: LinkTo };
}) {
  const { total, size, label = 'Pages', to } = props;
  const link = 'link' in to ? to.link : plainLink(to.href);
  const last = Math.ceil(total / size);
  if (last <= 1) return null;
  const current = Math.min(props.current, last);
  return (
    <div className="pages no-print">
      <nav className="pagination" aria-label={label}>
        <Step name="Previous" page={current > 1 ? current - 1 : undefined} link={link} />
        {getPageWindow(current, last, MAX_LINKS).map((page) =>
          typeof page === 'number' ? (
            <Fragment key={page}>
              {link(page, {
                'aria-label': `Page ${page}`,
                'aria-current': page === current ? 'page' : undefined,
                className: isFar(page, current, last) ? 'pagination__far' : undefined,
                children: page,
              })}
            </Fragment>
          ) : (
            <span key={page} aria-hidden>
              …
            </span>
          ),
        )}
        <Step name="Next" page={current < last ? current + 1 : undefined} link={link} />
      </nav>
    </div>
  );
}

function plainLink(href: (page: number) => string): LinkTo {
  return (page, { children, ...anchor }) => (
    <a href={href(page)} {...anchor}>
      {children}
    </a>
  );
}

/** Whether a narrow column hides the link to a page. */
function isFar(page: number, current: number, last: number): boolean {
  return page !== 1 && page !== last && Math.abs(page - current) > 1;
}

function Step(props: { name: 'Previous' | 'Next'; page: number | undefined; link: LinkTo }) {
  const { name, page, link } = props;
  const className = name === 'Next' ? 'pagination__step pagination__step--next' : 'pagination__step';
  const arrow = name === 'Next' ? <path d="M5 12h14M12 5l7 7-7 7" /> : <path d="M19 12H5M12 19l-7-7 7-7" />;
  const children = (
    <>
      <svg className="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden>
        {arrow}
      </svg>
      <span>{name}</span>
    </>
  );
  if (page !== undefined) return link(page, { rel: name === 'Next' ? 'next' : 'prev', className, children });
  return (
    <span className={className} aria-hidden>
      {children}
    </span>
  );
}
