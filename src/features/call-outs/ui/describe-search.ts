import { listActiveFilters } from '../../search/search-params.ts';
import { parseSearchText } from '../search-text.ts';

/** Describes the filters of a call-out, such as ‘Category: Mills, Place: within 40 km of Perth’. */
export function describeSearch(search: string): string {
  const filters = listActiveFilters(parseSearchText(search));
  return filters.length === 0 ? 'all locations' : filters.map(({ label, value }) => `${label}: ${value}`).join(', ');
}
