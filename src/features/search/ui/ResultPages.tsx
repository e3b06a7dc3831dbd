import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { type SearchParams, withPage } from '../search-params.ts';
import { PAGE_SIZE } from '../schema.ts';
import { RESULTS_ID, RefineLink } from './search-field/refine-search.tsx';

/** The pager of the results. */
export function ResultPages({ params, total }: { params: SearchParams; total: number }) {
  return (
    <Pagination
      current={params.currentPage ?? 1}
      total={total}
      size={PAGE_SIZE}
      to={{
        link: (page, anchor) => <RefineLink params={withPage(params, page)} onFollow={focusResults} {...anchor} />,
      }}
    />
  );
}

/** Moves the focus to the start of the results. */
export function focusResults(): void {
  document.getElementById(RESULTS_ID)?.focus({ preventScroll: true });
}
