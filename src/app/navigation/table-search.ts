import { useEffect, useMemo, useRef, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { fromSearchParams, toSearchParams } from '../../platform/http/contract.ts';
import { readListQuery, saveListQuery } from '../../ui/table/saved-list-query.ts';
import {
  type Filter,
  type ListDefinition,
  type TableChange,
  type TableControl,
  type TableState,
  getInitialValue,
  isRange,
  getOptions,
  parseNumberRange,
} from '../../ui/table/table-state.ts';
import { parsePage, toPageSearch } from './page-number.ts';

/** Characters of a text in an address that are looked at. */
const MAX_LENGTH = 100;

/** Reads what a list is asked for from the parameters of its address; what makes no sense is as if it were not there. */
export function parseTableSearch(raw: Readonly<Record<string, unknown>>, list: ListDefinition): TableState {
  const query = toTexts(raw['sortBy'])[0] ?? '';
  const sortBy = list.columns.includes(query) ? query : list.sort.by;
  const order = toTexts(raw['sortOrder'])[0];
  const filters = list.filters.map(
    (filter) => [filter.field, parseValues(filter, toTexts(raw[filter.field]))] as const,
  );
  return {
    page: parsePage(raw['page']),
    query: (toTexts(raw['query'])[0] ?? '').slice(0, MAX_LENGTH).toWellFormed(),
    sortBy,
    sortOrder: order === 'asc' || order === 'desc' ? order : list.sort.order,
    filters: Object.fromEntries(filters.filter(([, values]) => values.length > 0)),
  };
}

function toTexts(raw: unknown): string[] {
  return [raw]
    .flat()
    .flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []));
}

function parseValues(filter: Filter, given: readonly string[]): string[] {
  const known = filter.kind === 'options' && !filter.options ? undefined : getOptions(filter);
  const fits = (value: string) => {
    if (filter.kind === 'range') return isRange(value);
    if (filter.kind === 'number-range') return Object.keys(parseNumberRange(value)).length > 0;
    return known ? known.some((option) => option.value === value) : value !== '' && value.length <= MAX_LENGTH;
  };
  const values = [...new Set(given.filter(fits))];
  const isOne = ['text', 'range', 'number-range'].includes(filter.kind) || (filter.kind === 'options' && filter.single);
  const initial = getInitialValue(filter);
  if (values.length === 0) return initial === undefined ? [] : [initial];
  return isOne ? values.slice(0, 1) : values;
}

/** The parameters of an address: repeated keys for several values, none for what a list has to begin with. */
export type TableSearch = Readonly<Record<string, string | number | readonly string[]>>;

/** Writes what a list is asked for as the parameters of its address. */
export function toTableSearch(state: TableState, list: ListDefinition): TableSearch {
  const isSorted = state.sortBy !== list.sort.by || state.sortOrder !== list.sort.order;
  const filters = list.filters.flatMap((filter) => {
    const values = state.filters[filter.field] ?? [];
    const isInitial = values.length === 1 && values[0] === getInitialValue(filter);
    if (values.length === 0 || isInitial) return [];
    return [[filter.field, values.length === 1 ? values[0]! : values] as const];
  });
  return {
    ...(state.query && { query: state.query }),
    ...Object.fromEntries(filters),
    ...(isSorted && { sortBy: state.sortBy, sortOrder: state.sortOrder }),
    ...toPageSearch(state.page),
  };
}

/** What a list is asked for after a change. */
export function applyTableChange(state: TableState, change: TableChange): TableState {
  return { ...state, page: 1, ...change, filters: { ...state.filters, ...change.filters } };
}

/**
 * The list of a route, with its state in the address. What it was asked for last is remembered, and asked for again where the list
 * is entered without anything.
 */
export function useTable(list: ListDefinition, search: TableSearch): TableControl {
  const router = useRouter();
  const inAddress = useMemo(() => parseTableSearch(search, list), [search, list]);
  // What was asked for shows at once, and is what the next change starts from, before the address has followed.
  const [ahead, setAhead] = useState<{ readonly of: TableState; readonly state: TableState }>();
  const state = ahead?.of === inAddress ? ahead.state : inAddress;
  const restored = useRememberedQuery(list, search, inAddress);
  return useMemo(() => {
    const href = (change: TableChange) => toHref(list, toQueryString(applyTableChange(state, change), list));
    return {
      name: list.name,
      state,
      reset: toQueryString(state, list) === '' ? undefined : list.path,
      restored: restored !== undefined && restored === toQueryString(inAddress, list),
      href,
      go: (change, how) => {
        setAhead({ of: inAddress, state: applyTableChange(state, change) });
        void router.navigate({ href: href(change), replace: how === 'replacing', resetScroll: false });
      },
    };
  }, [list, state, inAddress, restored, router]);
}

/** Gives the query that was remembered and is asked for again, if any. An address that asks for anything is obeyed. */
function useRememberedQuery(list: ListDefinition, search: TableSearch, inAddress: TableState): string | undefined {
  const router = useRouter();
  const [again, setAgain] = useState<string>();
  const hasNoSearch = useRef(Object.keys(search).length === 0);
  const entered = useRef(toQueryString(inAddress, list));
  useEffect(() => {
    if (list.isNotRemembered) return undefined;
    const last = hasNoSearch.current ? readListQuery(list.name) : undefined;
    // What was remembered may be from an older version of the list.
    const restored = last && toQueryString(parseTableSearch(fromSearchParams(new URLSearchParams(last)), list), list);
    if (restored) {
      setAgain(restored);
      void router.navigate({ href: toHref(list, restored), replace: true, resetScroll: false });
    } else saveListQuery(list.name, entered.current);
    // From then on as soon as it is asked for: whoever leaves before it has come has asked all the same.
    return router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      if (toLocation.pathname === list.path)
        saveListQuery(list.name, toQueryString(parseTableSearch(toLocation.search, list), list));
    });
  }, [list, router]);
  return again;
}

function toQueryString(state: TableState, list: ListDefinition): string {
  return toSearchParams(toTableSearch(state, list)).toString();
}

function toHref({ path }: ListDefinition, query: string): string {
  return query ? `${path}?${query}` : path;
}
