import { FACET_FIELDS } from '../locations/catalogue/schema.ts';
import { type SearchParams, withParams } from './search-params.ts';
import type { PartFilter } from './query-parsing/part-filter.ts';

/** Adds the options of a filter to those selected. A place replaces another one. */
export function addFilter(params: SearchParams, { place, within, ...options }: PartFilter): SearchParams {
  const added = FACET_FIELDS.flatMap((field) => {
    const names = (options as SearchParams)[field];
    return names ? [[field, [...(params[field] ?? []), ...names]]] : [];
  });
  return withParams(params, { ...Object.fromEntries(added), ...(place !== undefined && { place, within }) });
}
