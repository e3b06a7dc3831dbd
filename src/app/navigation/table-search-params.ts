import { createElement, useCallback, useMemo, useState } from 'react';
import { useLocation, useRouter } from '@tanstack/react-router';
import type { ListView } from '../../features/list-views/schema.ts';
import { ViewMenu } from '../../features/list-views/ui/ViewMenu.tsx';
import { ALL_VIEW_ID, findView, useViews } from '../../features/list-views/ui/views.ts';
import { toSearchParams } from '../../platform/http/contract.ts';
import { useStoredLayout } from '../../ui/table/stored-layout.ts';
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
import { useRestoredQuery } from './restored-query.ts';

/** Characters of a text parameter. A longer query is truncated. */
const MAX_LENGTH = 100;

/** Parses the query of a list from the parameters of its URL. Invalid parameters are ignored. */
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

/** The parameters of a list's URL: an array for several values, nothing for defaults. */
export type TableSearch = Readonly<Record<string, string | number | readonly string[]>>;

/** Returns the parameters of the URL for the query of a list. */
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

/** A saved view of a list, as far as it is about the query. */
interface ViewQuery {
  readonly id: string;
  readonly search: TableSearch;
}

/** The view without filters, where another one is the default. */
const ALL_VIEW: ViewQuery = { id: ALL_VIEW_ID, search: {} };

/** Parses the query of a list from its URL: that of the view, unless the URL has its own parameters. */
export function parseViewSearch(
  raw: Readonly<Record<string, unknown>>,
  list: ListDefinition,
  view: ViewQuery | undefined,
): TableState {
  const isOfView = view !== undefined && !hasOwnQuery(raw, list);
  return parseTableSearch(isOfView ? { ...view.search, page: raw['page'] } : raw, list);
}

/** Returns the parameters of the URL for the query of a list: only the view while it is unchanged, else the whole query too. */
export function toViewSearch(state: TableState, list: ListDefinition, view: ViewQuery | undefined): TableSearch {
  const search = toTableSearch(state, list);
  if (!view) return search;
  const query = toTableSearch({ ...state, page: 1 }, list);
  const ofView = toTableSearch(parseTableSearch(view.search, list), list);
  const isUnchanged = toSearchParams(query).toString() === toSearchParams(ofView).toString();
  return {
    view: view.id,
    ...(isUnchanged ? toPageSearch(state.page) : { ...toExplicitSort(query, list), ...search }),
  };
}

/** Returns the valid parameters of a URL, also with a view that is not known. */
function normaliseSearch(raw: Readonly<Record<string, unknown>>, list: ListDefinition): TableSearch {
  const search = toTableSearch(parseTableSearch(raw, list), list);
  const [view] = toTexts(raw['view']);
  if (view === undefined) return search;
  return { view: view.slice(0, MAX_LENGTH), ...(hasOwnQuery(raw, list) && toExplicitSort(search, list)), ...search };
}

/** The parameters that distinguish the query without filters, in its initial order, from that of a view. */
function toExplicitSort(query: TableSearch, list: ListDefinition): TableSearch {
  const isInitial = Object.keys(query).every((name) => name === 'page');
  return isInitial ? { sortBy: list.sort.by, sortOrder: list.sort.order } : {};
}

function hasOwnQuery(raw: Readonly<Record<string, unknown>>, { filters }: ListDefinition): boolean {
  const names = ['query', 'sortBy', 'sortOrder', ...filters.map(({ field }) => field)];
  return names.some((name) => raw[name] !== undefined);
}

/**
 * The query of a list page, stored in the URL with the saved view that it began with. The last query is saved in the browser and restored
 * when the list is opened without parameters.
 * @param loaded the parameters of the page that is shown
 */
export function useTable(list: ListDefinition, loaded: TableSearch): TableControl {
  const router = useRouter();
  // A change builds on the latest URL, also while that is loading.
  const latest = useLocation({
    select: (location) => (location.pathname === list.path ? (location.search as TableSearch) : undefined),
  });
  const search = latest ?? loaded;
  const { api } = router.options.context;
  const saved = useViews(api, list.name);
  const current = findView(saved, search);
  const view = useMemo(() => toViewQuery(current, search), [current, search]);
  const layout = useStoredLayout(list.name, current && { id: current.id, layout: current.content.layout });
  const urlState = useMemo(() => parseViewSearch(search, list, view), [search, list, view]);
  // Optimistic: a change applies at once, and the next change builds on it, before the navigation has finished.
  const [pending, setPending] = useState<{ readonly of: TableState; readonly state: TableState }>();
  const state = pending?.of === urlState ? pending.state : urlState;
  const normalised = toQuery(normaliseSearch(search, list));
  const normalise = useCallback(
    (raw: Readonly<Record<string, unknown>>) => toQuery(normaliseSearch(raw, list)),
    [list],
  );
  const restored = useRestoredQuery(list, search, normalise, saved);
  return useMemo(() => {
    const toHref = (next: TableState) => toListHref(list, toQuery(toViewSearch(next, list, view)));
    const initial = parseTableSearch({}, list);
    const isInitial = toQuery(toTableSearch(state, list)) === '';
    const href = (change: TableChange) => toHref(applyTableChange(state, change));
    return {
      name: list.name,
      state,
      reset: isInitial ? undefined : toHref(initial),
      restored: restored !== undefined && restored === normalised,
      href,
      navigate: (change, how) => {
        setPending({ of: urlState, state: applyTableChange(state, change) });
        void router.navigate({ href: href(change), replace: how === 'replace', resetScroll: false });
      },
      layout,
      viewMenu:
        saved &&
        createElement(ViewMenu, {
          control: {
            api,
            list,
            saved,
            current,
            layout,
            search: toTableSearch({ ...state, page: 1 }, list),
            navigate: (to) => void router.navigate({ href: to, resetScroll: false }),
          },
          isQueryChanged: Object.keys(toViewSearch({ ...state, page: 1 }, list, view)).length > 1,
          isUnavailable: search['view'] !== undefined && view === undefined,
        }),
    };
  }, [list, state, urlState, restored, normalised, router, api, saved, current, view, layout, search]);
}

/** Returns the query of the view of a URL: a saved one, or the one without filters. */
export function toViewQuery(current: ListView | undefined, search: Readonly<Record<string, unknown>>) {
  if (current) return { id: current.id, search: current.content.search };
  return search['view'] === ALL_VIEW_ID ? ALL_VIEW : undefined;
}

function toQuery(search: TableSearch): string {
  return toSearchParams(search).toString();
}

function toListHref({ path }: ListDefinition, query: string): string {
  return query ? `${path}?${query}` : path;
}
