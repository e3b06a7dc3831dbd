// Separate from result-texts.ts, since every page loads it.
import { isFacetField } from '../../locations/catalogue/schema.ts';
import { type SearchParams, listActiveFilters } from '../search-params.ts';

/** Title of the page of a search. */
export function formatPageTitle(params: SearchParams): string {
  const filters = listActiveFilters(params).map(({ field, label, value }) =>
    isFacetField(field) || field === 'place' ? value : `${label} ${value}`,
  );
  const words = params.query ? [`‘${params.query}’`] : [];
  const what = [...words, ...filters].join(', ');
  const page = params.currentPage ? `, page ${params.currentPage}` : '';
  return `${what ? `${what}: find a location` : 'Find a location'}${page}`;
}
