import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { LayoutControl } from './table-layout.ts';

/** An option of a filter. */
export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

interface BaseFilter {
  /** The name in the URL and in API calls. */
  readonly field: string;
  readonly label: string;
}

/** A filter of a list, as data. If its options have to be loaded, the list definition omits them and the page adds them. */
export type Filter =
  | (BaseFilter & { readonly kind: 'text' })
  | (BaseFilter & {
      readonly kind: 'options';
      readonly options?: readonly FilterOption[];
      /** Only one can be chosen. */
      readonly single?: true;
      /** Chosen unless something else is. */
      readonly initial?: string;
    })
  /** Two dates, each optional; see {@link parseDateRange}. */
  | (BaseFilter & { readonly kind: 'date-range' })
  /** A minimum and a maximum, each optional; see {@link parseNumberRange}. */
  | (BaseFilter & { readonly kind: 'number-range' })
  | (BaseFilter & { readonly kind: 'yes-no' | 'yes-no-null' });

export type SortOrder = 'asc' | 'desc';

/** A list of the back office: its columns and filters, which its URL can set. */
export interface ListDefinition {
  /** Key of the list's settings in browser storage. */
  readonly name: string;
  readonly path: string;
  /** The columns that it can be sorted by. */
  readonly columns: readonly string[];
  readonly sort: { readonly by: string; readonly order: SortOrder };
  readonly filters: readonly Filter[];
  /** Whether every visit starts without the last query. */
  readonly startsFresh?: true;
}

/** The query of a list. */
export interface TableState {
  readonly page: number;
  readonly query: string;
  readonly sortBy: string;
  readonly sortOrder: SortOrder;
  /** The values of each active filter. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** A change of a list's query. Filters that are not named do not change; the page resets to 1 unless it is given. */
export type TableChange = Partial<TableState>;

/** The value of an option that selects everything, for a filter with another initial value. */
export const ALL = 'all';

/**
 * Returns the function that converts the query of a list to the input of its route. The filters have the names of its parameters, but a
 * range of dates is `from` and `to`.
 */
export function createToParams<Route extends { readonly input: z.ZodType }>(list: Pick<ListDefinition, 'filters'>) {
  return ({ filters, ...state }: TableState) => {
    const params = list.filters.map((filter) => toParams(filter, filters[filter.field] ?? []));
    return Object.assign(state, ...params) as z.input<Route['input']>;
  };
}

function toParams(filter: Filter, values: readonly string[]): object {
  const [value] = values;
  if (filter.kind === 'date-range') return parseDateRange(value);
  // Both values select everything.
  if (value === ALL || (filter.kind === 'yes-no' && values.length > 1)) return {};
  const isOne = filter.kind !== 'options' || filter.single;
  return { [filter.field]: isOne || values.length === 0 ? value : values };
}

/** The query of a list page, and the functions that change it. */
export interface TableControl {
  readonly name: string;
  readonly state: TableState;
  /** The URL of the list without a query; undefined if there is none now. */
  readonly reset: string | undefined;
  /** Whether the query was restored from the last visit and has not changed since. */
  readonly restored: boolean;
  /** Returns the URL after a change. */
  readonly href: (change: TableChange) => string;
  /** Navigates to the URL after a change. `replace` adds no history entry, for a query that changes with every keystroke. */
  readonly navigate: (change: TableChange, how?: 'replace') => void;
  readonly layout: LayoutControl;
  /** The menu of saved views. A feature provides it. */
  readonly viewMenu?: ReactNode;
}

/** Parses a range of dates, such as `2026-01-01..2026-11-22`. */
export function parseDateRange(value: string | undefined): { readonly from?: string; readonly to?: string } {
  const [, from, to] = RANGE_PATTERN.exec(value ?? '') ?? [];
  return { ...(from && { from }), ...(to && { to }) };
}

const RANGE_PATTERN = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** Whether a text is a range of dates that exist. */
export function isDateRange(value: string): boolean {
  const { from, to } = parseDateRange(value);
  const dates = [from, to].filter((date) => date !== undefined);
  return dates.length > 0 && dates.every(isDate);
}

/** Whether a date exists. JavaScript parses 31 February as a day in March. */
function isDate(text: string): boolean {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

/** Parses a range of integers, such as `10..50`. Returns neither bound if the text is no range. */
export function parseNumberRange(value: string | undefined): { readonly min?: number; readonly max?: number } {
  const [, min, max] = /^(\d{1,9})?\.\.(\d{1,9})?$/.exec(value ?? '') ?? [];
  return { ...(min && { min: Number(min) }), ...(max && { max: Number(max) }) };
}

const YES_NO: readonly FilterOption[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
const YES_NO_NULL: readonly FilterOption[] = [...YES_NO, { value: 'null', label: 'Null' }];

/** Returns the options of a filter; undefined for a filter without options. */
export function getOptions(filter: Filter): readonly FilterOption[] | undefined {
  if (filter.kind === 'options') return filter.options ?? [];
  if (filter.kind === 'yes-no') return YES_NO;
  return filter.kind === 'yes-no-null' ? YES_NO_NULL : undefined;
}

/** Returns the value that a filter has by default. */
export function getInitialValue(filter: Filter): string | undefined {
  return filter.kind === 'options' ? filter.initial : undefined;
}

/** Lists the filter values that differ from the default, each with its filter. */
export function getActiveFilters(filters: readonly Filter[], state: TableState): { filter: Filter; value: string }[] {
  return filters.flatMap((filter) =>
    (state.filters[filter.field] ?? [])
      .filter((value) => value !== getInitialValue(filter))
      .map((value) => ({ filter, value })),
  );
}
