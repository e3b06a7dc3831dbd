import { RANGE_FIELDS } from '../locations/schema.ts';
import { type SearchParams, listActiveFilters, withParams } from './search-params.ts';

/** A condition of a search, and the search without it. */
export interface Relaxation {
  readonly label: string;
  readonly value: string;
  readonly params: SearchParams;
}

/** The conditions that can be removed while another one remains. */
export function listRelaxations(params: SearchParams): Relaxation[] {
  const all = listConditions(params);
  return all.length > 1 ? all : [];
}

/** What to do when no relaxation finds anything. */
export function getAdvice(params: SearchParams): string {
  const { length } = listConditions(params);
  if (length === 0) return '';
  if (length > 1) return 'Taking away one of them would not be enough.';
  if (params.query) return 'Check the spelling, or use fewer words.';
  if (params.bbox) return 'Search in a larger area.';
  if (params.photographs) return 'Search without photographs too.';
  return RANGE_FIELDS.some((field) => params[field]) ? 'Choose a wider range.' : 'Choose another option.';
}

/** The selected options of one field are one condition. */
function listConditions(params: SearchParams): Relaxation[] {
  const all: Relaxation[] = [];
  for (const [field, filters] of Map.groupBy(listActiveFilters(params), (filter) => filter.field)) {
    const value = filters.map((filter) => filter.value).join(', ');
    all.push({ label: filters[0]!.label, value, params: withParams(params, { [field]: undefined }) });
  }
  if (params.bbox) all.push({ label: 'Area', value: 'on the map', params: withParams(params, { bbox: undefined }) });
  if (params.query)
    all.push({ label: 'Words', value: `‘${params.query}’`, params: withParams(params, { query: undefined }) });
  return all;
}

const SMALL_NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A sentence that names the conditions. */
export function describeNoMatch(params: SearchParams): string {
  const filters = new Set(listActiveFilters(params).map(({ field }) => field)).size;
  const what = params.query ? `Nothing matches ‘${params.query}’` : 'Nothing matches';
  if (filters === 0) return params.bbox ? `${what} in this area.` : `${what}.`;
  const chosen = filters === 1 ? 'this filter' : `these ${SMALL_NUMBERS[filters] ?? filters} filters`;
  const withFilters = params.query ? `${what} with ${chosen}` : `${what} ${chosen}`;
  return params.bbox ? `${withFilters} in this area.` : `${withFilters}.`;
}
