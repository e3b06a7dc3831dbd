import { FACET_FIELDS, RANGE_FIELDS } from '../locations/catalogue/schema.ts';
import type { PlaceFilter } from './query-parsing/area-filters.ts';
import type { SearchQuery } from './search-engine.ts';
import { NEAR_KM, type NumberRange, type SearchInput } from './schema.ts';

/** Returns the query of search parameters. */
export function toQuery(input: SearchInput): SearchQuery {
  const filters: Record<string, readonly string[] | NumberRange | undefined> = {};
  for (const field of FACET_FIELDS) if (input[field].length > 0) filters[field] = input[field];
  for (const field of RANGE_FIELDS) filters[field] = input[field];
  const { query: words, photographs, bbox, outline, sort: order } = input;
  return { words, filters, photographs: photographs === 'yes', bbox, outline, place: toPlaceFilter(input), order };
}

function toPlaceFilter({ place, within }: SearchInput): PlaceFilter | undefined {
  if (place === undefined) return undefined;
  return typeof place === 'string' ? { name: place, within } : { position: place, within: within ?? NEAR_KM };
}
