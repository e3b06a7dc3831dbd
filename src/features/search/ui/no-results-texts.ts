import { RANGE_FIELDS } from '../../locations/catalogue/schema.ts';
import { WORDS } from '../messages.ts';
import type { SimilarSearch } from '../relaxed-searches.ts';
import { type SearchParams, describePlace, listActiveFilters } from '../search-params.ts';

/** Says what the similar searches do. */
export function introduceSimilarSearches(similar: readonly SimilarSearch[], params: SearchParams): string {
  if (similar.some(({ action }) => action === 'Change')) return 'Try one of these:';
  const words = similar.filter(({ label }) => label === WORDS).length;
  if (words === similar.length) return 'Use fewer words:';
  if (words > 0) return 'Remove one of these:';
  return countConditions(params) === 1 ? 'Remove the filter:' : 'Remove one filter:';
}

/** Advice when no similar search finds anything. */
export function getAdvice(params: SearchParams): string {
  const conditions = countConditions(params);
  if (conditions === 0) return '';
  if (conditions > 1) return 'Removing one of them would still find nothing.';
  if (params.query) return 'Check the spelling, or use fewer words.';
  if (params.bbox ?? params.outline ?? params.place) return 'Search in a larger area.';
  if (params.dates) return 'Choose other days.';
  if (params.photographs) return 'Search without photographs too.';
  return RANGE_FIELDS.some((field) => params[field]) ? 'Choose a wider range.' : 'Choose another option.';
}

/** The selected options of one field are one condition. */
function countConditions(params: SearchParams): number {
  return new Set(listActiveFilters(params).map(({ field }) => field)).size + (params.query ? 1 : 0);
}

const SMALL_NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const AREAS: ReadonlySet<string> = new Set(['place', 'bbox', 'outline']);

/** A sentence that names the conditions. */
export function describeNoMatch(params: SearchParams): string {
  const fields = new Set(listActiveFilters(params).map(({ field }) => field));
  const filters = [...fields].filter((field) => !AREAS.has(field)).length;
  const where = describeAreas(params);
  const what = params.query ? `Nothing matches ‘${params.query}’` : 'Nothing matches';
  if (filters === 0) return `${what}${where}.`;
  const chosen = filters === 1 ? 'this filter' : `these ${SMALL_NUMBERS[filters] ?? filters} filters`;
  return `${params.query ? `${what} with ${chosen}` : `${what} ${chosen}`}${where}.`;
}

/** ' within 40 km of Glasgow and in this area' */
function describeAreas(params: SearchParams): string {
  const place = params.place && (params.within ? describePlace(params) : `in ${describePlace(params)}`);
  const areas = [...(place ? [place] : []), ...((params.bbox ?? params.outline) ? ['in this area'] : [])];
  return areas.length > 0 ? ` ${areas.join(' and ')}` : '';
}
