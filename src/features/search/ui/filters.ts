import type { FacetField } from '../../locations/catalogue/schema.ts';
import type { SearchParams } from '../search-params.ts';
import type { SearchResult } from '../contract.ts';

export type Filters = SearchResult['filters'];

export interface FilterProps {
  readonly params: SearchParams;
  /** Undefined before the first response. */
  readonly filters: Filters | undefined;
  readonly ranges: SearchResult['ranges'] | undefined;
  /** The counts belong to an earlier search. */
  readonly stale: boolean;
}

export function findOptions(filters: Filters | undefined, field: FacetField): Filters[number]['options'] | undefined {
  return filters?.find((filter) => filter.field === field)?.options;
}
