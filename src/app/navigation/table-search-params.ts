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
  isDateRange,
  getOptions,
  parseNumberRange,
} from '../../ui/table/table-state.ts';
import { parsePage, toPageSearch } from './page-param.ts';

/** Characters of a text parameter. A longer query is truncated. */
const MAX_LENGTH = 100;

/** Parses the query of a list from the parameters of its address. Invalid parameters are ignored. */
export function parseTableSearch(raw: Readonly<Record<string, unknown>>, list: ListDefinition): TableState {
  const column = toTexts(raw['sortBy'])[0] ?? '';
  const sortBy = list.columns.includes(column) ? column : list.sort.by;
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
  const isValid = (value: string) => {
    if (filter.kind === 'date-range') return isDateRange(value);
    if (filter.kind === 'number-range') return Object.keys(parseNumberRange(value)).length > 0;
    return known ? known.some((option) => option.value === value) : value !== '' && value.length <= MAX_LENGTH;
  };
  const values = [...new Set(given.filter(isValid))];
  const isOne =
    ['text', 'date-range', 'number-range'].includes(filter.kind) || (filter.kind === 'options' && filter.single);
  const initial = getInitialValue(filter);
  if (values.length === 0) return initial === undefined ? [] : [initial];
  return isOne ? values.slice(0, 1) : values;
}

/** The parameters of a list's address: an array for several values, nothing for defaults. */
export type TableSearch = Readonly<Record<string, string | number | readonly string[]>>;

/** Returns the parameters of the address for the query of a list. */
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

/** Returns the query of a list after a change. */
export function applyTableChange(state: TableState, change: TableChange): TableState {
  return { ...state, page: 1, ...change, filters: { ...state.filters, ...change.filters } };
}

/**
 * The query of a list page, stored in the address. The last query is saved in the browser and restored when the list is opened
 * without parameters.
 */
export function useTable(list: ListDefinition, search: TableSearch): TableControl {
  const router = useRouter();
  const urlState = useMemo(() => parseTableSearch(search, list), [search, list]);
  // Optimistic: a change applies at once, and the next change builds on it, before the navigation has finished.
  const [pending, setPending] = useState<{ readonly of: TableState; readonly state: TableState }>();
  const state = pending?.of === urlState ? pending.state : urlState;
  const restored = useRestoredQuery(list, search, urlState);
  return useMemo(() => {
    const href = (change: TableChange) => toHref(list, toQueryString(applyTableChange(state, change), list));
    return {
      name: list.name,
      state,
      reset: toQueryString(state, list) === '' ? undefined : list.path,
      restored: restored !== undefined && restored === toQueryString(urlState, list),
      href,
      navigate: (change, how) => {
        setPending({ of: urlState, state: applyTableChange(state, change) });
        void router.navigate({ href: href(change), replace: how === 'replace', resetScroll: false });
      },
    };
  }, [list, state, urlState, restored, router]);
}

/** Restores the saved query if the address has no parameters, and saves every later one. Returns the restored query, if any. */
function useRestoredQuery(list: ListDefinition, search: TableSearch, urlState: TableState): string | undefined {
  const router = useRouter();
  const [restoredQuery, setRestoredQuery] = useState<string>();
  const hasNoSearch = useRef(Object.keys(search).length === 0);
  const initialQuery = useRef(toQueryString(urlState, list));
  useEffect(() => {
    if (list.startsFresh) return undefined;
    const last = hasNoSearch.current ? readListQuery(list.name) : undefined;
    // The saved query may be from an older version of the list.
    const restored = last && toQueryString(parseTableSearch(fromSearchParams(new URLSearchParams(last)), list), list);
    if (restored) {
      setRestoredQuery(restored);
      void router.navigate({ href: toHref(list, restored), replace: true, resetScroll: false });
    } else saveListQuery(list.name, initialQuery.current);
    // Saved before the navigation finishes, so that it is saved even if the user leaves the page before that.
    return router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      if (toLocation.pathname === list.path)
        saveListQuery(list.name, toQueryString(parseTableSearch(toLocation.search, list), list));
    });
  }, [list, router]);
  return restoredQuery;
}

function toQueryString(state: TableState, list: ListDefinition): string {
  return toSearchParams(toTableSearch(state, list)).toString();
}

function toHref({ path }: ListDefinition, query: string): string {
  return query ? `${path}?${query}` : path;
}
