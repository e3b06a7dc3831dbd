import { fromSearchParams, toSearchParams } from '../../platform/http/contract.ts';
import { type SearchParams, parseSearchParams, withoutPage } from '../search/search-params.ts';

/**
 * Reads the filters of a search from the query string of its URL. Words are left out: they rank more than
 * they exclude; days too, since owners answer which days are possible.
 */
export function parseSearchText(text: string): SearchParams {
  const {
    query: _,
    dates: __,
    ...filters
  } = withoutPage(parseSearchParams(fromSearchParams(new URLSearchParams(text))));
  return filters;
}

/** The query string of the filters of a search. */
export function formatSearch(search: SearchParams): string {
  return toSearchParams({ ...search }).toString();
}
