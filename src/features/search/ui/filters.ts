import type { FacetField } from '../../locations/schema.ts';
import type { SearchParams } from '../search-params.ts';
import type { SearchResult } from '../contract.ts';

export type Filters = SearchResult['filters'];

export interface FilterProps {
  readonly address: SearchParams;
  /** Options with counts; undefined before the first answer. */
  readonly filters: Filters | undefined;
  /** The counts are those of an earlier search. */
  readonly stale: boolean;
}

/** The options of one filter. */
export function findOptions(filters: Filters | undefined, field: FacetField): Filters[number]['options'] | undefined {
  return filters?.find((filter) => filter.field === field)?.options;
}
