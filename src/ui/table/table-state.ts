/** What may be chosen for a filter, with the words for it. */
export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

interface Named {
  /** Its name in the address and in calls. */
  readonly field: string;
  readonly label: string;
}

/** A filter of a list, as data. Where its options are loaded, the list is defined without and drawn with them. */
export type Filter =
  | (Named & { readonly kind: 'text' })
  | (Named & {
      readonly kind: 'options';
      readonly options?: readonly FilterOption[];
      /** Only one can be chosen. */
      readonly single?: true;
      /** Chosen unless something else is. */
      readonly initial?: string;
    })
  /** Two days, each of which may be missing; see {@link parseDayRange}. */
  | (Named & { readonly kind: 'range' })
  /** A least and a greatest number, each of which may be missing; see {@link parseNumberRange}. */
  | (Named & { readonly kind: 'number-range' })
  | (Named & { readonly kind: 'yes-no' | 'yes-no-null' });

export type SortOrder = 'asc' | 'desc';

/** A list of the back office: what its address may ask for. */
export interface ListDefinition {
  /** What this browser remembers of it goes by this name. */
  readonly name: string;
  readonly path: string;
  /** The columns that it can be sorted by. */
  readonly columns: readonly string[];
  readonly sort: { readonly by: string; readonly order: SortOrder };
  readonly filters: readonly Filter[];
  /** It begins the same at every visit, whatever it was asked for last. */
  readonly isNotRemembered?: true;
}

/** What a list is asked for. */
export interface TableState {
  readonly page: number;
  readonly query: string;
  readonly sortBy: string;
  readonly sortOrder: SortOrder;
  /** The values of each filter that has any. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** Filters that are not named stay as they are; anything but another page leads to the first one. */
export type TableChange = Partial<TableState>;

/** A list as its screen sees it: what is asked for, and the ways to ask for something else. */
export interface TableControl {
  readonly name: string;
  readonly state: TableState;
  /** The address of the list as it begins; undefined while that is the one that is open. */
  readonly reset: string | undefined;
  /** Whether it shows what it was asked for at the visit before, and nothing else was asked for since. */
  readonly restored: boolean;
  /** The address of a change. */
  readonly href: (change: TableChange) => string;
  /** Goes there; `replacing` leaves no step back to what was before, for what changes with every letter. */
  readonly go: (change: TableChange, how?: 'replacing') => void;
}

/** Both ends of a range of days, as `2026-01-01..2026-11-22` has them. */
export function parseDayRange(value: string | undefined): { readonly from?: string; readonly to?: string } {
  const [, from, to] = RANGE_PATTERN.exec(value ?? '') ?? [];
  return { ...(from && { from }), ...(to && { to }) };
}

const RANGE_PATTERN = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** Whether a text is such a range, with days that exist. */
export function isRange(value: string): boolean {
  const { from, to } = parseDayRange(value);
  const days = [from, to].filter((day) => day !== undefined);
  return days.length > 0 && days.every(isDay);
}

/** Whether a calendar has it: JavaScript takes the 31st of February for a day in March. */
function isDay(text: string): boolean {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

/** Both ends of a range of whole numbers, as `10..50` has them; neither where a text is no such range. */
export function parseNumberRange(value: string | undefined): { readonly min?: number; readonly max?: number } {
  const [, min, max] = /^(\d{1,9})?\.\.(\d{1,9})?$/.exec(value ?? '') ?? [];
  return { ...(min && { min: Number(min) }), ...(max && { max: Number(max) }) };
}

const YES_NO: readonly FilterOption[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
const YES_NO_NULL: readonly FilterOption[] = [...YES_NO, { value: 'null', label: 'Null' }];

/** What can be chosen for a filter; undefined where it is typed. */
export function getOptions(filter: Filter): readonly FilterOption[] | undefined {
  if (filter.kind === 'options') return filter.options ?? [];
  if (filter.kind === 'yes-no') return YES_NO;
  return filter.kind === 'yes-no-null' ? YES_NO_NULL : undefined;
}

/** The value that a filter has unless another is chosen. */
export function getInitialValue(filter: Filter): string | undefined {
  return filter.kind === 'options' ? filter.initial : undefined;
}

/** What a list is narrowed down to: every value, with its filter, that it does not have to begin with. */
export function getActiveFilters(filters: readonly Filter[], state: TableState): { filter: Filter; value: string }[] {
  return filters.flatMap((filter) =>
    (state.filters[filter.field] ?? [])
      .filter((value) => value !== getInitialValue(filter))
      .map((value) => ({ filter, value })),
  );
}
