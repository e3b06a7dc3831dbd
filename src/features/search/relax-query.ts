import { FACETS, FACET_FIELDS } from '../locations/schema.ts';
import { type SearchParams, withParams } from './search-params.ts';

/** One condition of a search in words, and the search without it. */
export interface Relaxation {
  readonly label: string;
  readonly value: string;
  readonly address: SearchParams;
}

/** Every single condition that can be taken away while another one stays. */
export function listRelaxations(address: SearchParams): Relaxation[] {
  const all = listConditions(address);
  return all.length > 1 ? all : [];
}

/** What to do where taking away a single condition finds nothing. */
export function getAdvice(address: SearchParams): string {
  const { length } = listConditions(address);
  if (length === 0) return '';
  if (length > 1) return 'Taking away one of them would not be enough.';
  if (address.query) return 'Check the spelling, or use fewer words.';
  return address.bbox ? 'Search in a larger area.' : 'Choose another option.';
}

/** Options of one filter go together. */
function listConditions(address: SearchParams): Relaxation[] {
  const all: Relaxation[] = [];
  for (const field of FACET_FIELDS) {
    const value = address[field]?.join(', ');
    if (value) all.push({ label: FACETS[field].label, value, address: withParams(address, { [field]: undefined }) });
  }
  if (address.bbox) all.push({ label: 'Area', value: 'on the map', address: withParams(address, { bbox: undefined }) });
  if (address.query)
    all.push({ label: 'Words', value: `‘${address.query}’`, address: withParams(address, { query: undefined }) });
  return all;
}

const SMALL_NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Says which conditions together match nothing. */
export function describeNoMatch(address: SearchParams): string {
  const filters = FACET_FIELDS.filter((field) => address[field]).length;
  const what = address.query ? `Nothing matches ‘${address.query}’` : 'Nothing matches';
  if (filters === 0) return address.bbox ? `${what} in this area.` : `${what}.`;
  const chosen = filters === 1 ? 'this filter' : `these ${SMALL_NUMBERS[filters] ?? filters} filters`;
  const withFilters = address.query ? `${what} with ${chosen}` : `${what} ${chosen}`;
  return address.bbox ? `${withFilters} in this area.` : `${withFilters}.`;
}
