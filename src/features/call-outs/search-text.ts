import { fromSearchParams, toSearchParams } from '../../platform/http/contract.ts';
import { type SearchParams, parseSearchParams, withoutPage } from '../search/search-params.ts';

/** Reads the filters of a search from the query string of its URL. Words are left out: they rank more than they exclude. */
export function parseSearchText(text: string): SearchParams {
  const { query: _, ...filters } = withoutPage(parseSearchParams(fromSearchParams(new URLSearchParams(text))));
  return filters;
}

/** The query string of the filters of a search. */
export function formatSearch(search: SearchParams): string {
  return toSearchParams({ ...search }).toString();
}
