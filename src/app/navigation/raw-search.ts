import type { TableSearch } from './table-search.ts';

/**
 * What the address of a list asks for, as it stands there. What it means is read by the code of its page: that is no part of other
 * pages, while this is of all.
 */
export function rawSearch(raw: Record<string, unknown>): TableSearch {
  return raw as TableSearch;
}
