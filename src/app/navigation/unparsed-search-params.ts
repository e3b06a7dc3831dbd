import type { TableSearch } from './table-search-params.ts';

/**
 * Passes the search parameters of a list through. They are parsed in the code-split chunk of its page; `validateSearch` is in the chunk
 * that all pages load.
 */
export function toUnparsedSearchParams(raw: Record<string, unknown>): TableSearch {
  return raw as TableSearch;
}
