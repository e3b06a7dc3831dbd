import {
  type Filter,
  type ListDefinition,
  type TableState,
  parseDateRange,
  parseNumberRange,
} from '../../../../ui/table/table-state.ts';
import type { ListRequest } from '../client.ts';
import { DAY_FILTERS, LIST_FILTERS, NUMBER_FILTERS, SORT_COLUMNS } from '../schema.ts';
import type { locationFields } from '../../catalogue/published/contract.ts';

/** The list of all locations. */
export const LOCATIONS_LIST: ListDefinition = {
  name: 'locations',
  path: '/admin/locations',
  columns: SORT_COLUMNS,
  sort: { by: 'lastmodificationdate', order: 'desc' },
  filters: LIST_FILTERS,
};

/** Returns the filters with the options of the option fields. */
export function addOptionsToFilters(
  fields: readonly (typeof locationFields.output)['_output'][number][],
): readonly Filter[] {
  const optionsByField = new Map(fields.map(({ field, options }) => [field as string, options]));
  return LIST_FILTERS.map((filter) => {
    const names = optionsByField.get(filter.field);
    if (filter.kind !== 'options' || !names) return filter;
    return { ...filter, options: names.map((name) => ({ value: name, label: name })) };
  });
}

/** Returns the request of the list for the search parameters of the URL. */
export function toRequest({ page, query, sortBy, sortOrder, filters }: TableState): ListRequest {
  return {
    query,
    page: { current: page },
    sort: { [sortBy]: sortOrder },
    filters: { all: Object.entries(filters).map(([field, values]) => ({ [field]: toFilterValue(field, values) })) },
  };
}

function toFilterValue(field: string, values: readonly string[]) {
  if ((DAY_FILTERS as readonly string[]).includes(field)) return parseDateRange(values[0]);
  return (NUMBER_FILTERS as readonly string[]).includes(field) ? parseNumberRange(values[0]) : [...values];
}
