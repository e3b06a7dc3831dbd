import type { Filter } from '../../../ui/table/table-state.ts';

/** Filters that the lists of companies and of people have. */
export const DUPLICATES_FILTER: Filter = { field: 'duplicates', label: 'Possible duplicates', kind: 'yes-no' };
export const CHANGED_FILTER: Filter = { field: 'changed', label: 'Changed', kind: 'date-range' };
