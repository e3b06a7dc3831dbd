import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { TABLE_PAGE_SIZE } from '../../platform/http/paging.ts';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';
import { PAGER_PREFIX, readListQuery, saveListQuery } from './saved-list-query.ts';
import type { ListDefinition } from './table-state.ts';

/** The position of a record in the list that it was opened from. */
export interface RecordPager {
  /** From 1. */
  readonly position: number;
  readonly total: number;
  /** Ids of the neighbours; undefined at an end, and while the next page is loading. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** A page of a list, as far as the pager of its records needs it. */
export interface ListPage {
  readonly ids: readonly string[];
  /** Number of rows of all pages. */
  readonly total: number;
}

/** The list that was shown last: its query without the page, and the ids of one page or several consecutive ones. */
interface StoredList<Params> extends ListPage {
  readonly params: Params;
  /** First and last page of the ids. */
  readonly first: number;
  readonly last: number;
}

/** Ids before the end of those that are known at which the next page is loaded. */
const LOADS_BEFORE = 2;

/** Stores a page of a list for the pager of its records. @param params the query of the list without the page */
export function storeListPage(list: ListDefinition, params: unknown, page: number, { ids, total }: ListPage): void {
  write(list, { params, total, first: page, last: page, ids });
}

/** Returns what a pager needs of a page of the API. */
export function toListPage(found: {
  readonly data: readonly { readonly id: string }[];
  readonly total: number;
}): ListPage {
  return { ids: found.data.map(({ id }) => id), total: found.total };
}

/**
 * Returns the position of a record in the list that was shown last; undefined if it is not in it, and on the server.
 * @param loadPage loads a page of the list with the stored query
 */
export function useRecordPager<Params>(
  list: ListDefinition,
  id: string,
  loadPage: (params: Params, page: number) => Promise<ListPage>,
): RecordPager | undefined {
  const text = useSyncExternalStore(
    onStorageChange,
    () => read(list),
    () => undefined,
  );
  const stored = useMemo(() => parse<Params>(text), [text]);
  const at = stored ? stored.ids.indexOf(id) : -1;
  const load = useEffectEvent(loadPage);
  useEffect(() => {
    if (stored && at >= 0) void extend(list, stored, at, (params, page) => load(params, page));
  }, [list, stored, at]);
  const page = stored && at >= 0 ? stored.first + Math.floor(at / TABLE_PAGE_SIZE) : undefined;
  useEffect(() => {
    if (page !== undefined) storePosition(list, id, page);
  }, [list, id, page]);
  if (!stored || at < 0) return undefined;
  const position = (stored.first - 1) * TABLE_PAGE_SIZE + at + 1;
  return { position, total: stored.total, previous: stored.ids[at - 1], next: stored.ids[at + 1] };
}

/** Returns the URL of a list with the query that it had last, on the page of the current record. */
export function useListUrl(list: ListDefinition): string {
  const query = useSyncExternalStore(
    onStorageChange,
    () => readListQuery(list),
    () => undefined,
  );
  return query ? `${list.path}?${query}` : list.path;
}

/**
 * Loads the page before or after if the record is near the end of the stored ids. Rows that have left the list since, such as decided
 * ones of a queue, have moved others from the next page to the last one that is known: so that is loaded again too.
 */
async function extend<Params>(
  list: ListDefinition,
  stored: StoredList<Params>,
  at: number,
  loadPage: (params: Params, page: number) => Promise<ListPage>,
): Promise<void> {
  const pages = Math.ceil(stored.total / TABLE_PAGE_SIZE);
  const missing = [
    ...(at < LOADS_BEFORE && stored.first > 1 ? [stored.first - 1] : []),
    ...(at >= stored.ids.length - LOADS_BEFORE && stored.last < pages ? [stored.last, stored.last + 1] : []),
  ];
  for (const page of missing) {
    const response = await loadPage(stored.params, page).catch(() => null);
    const current = parse<Params>(read(list));
    // Another list may have been opened in the meantime.
    if (response && current && JSON.stringify(current.params) === JSON.stringify(stored.params)) {
      write(list, joinPages(current, page, response));
    }
  }
}

/** Adds a page. A record that has moved to this page since it was loaded keeps its place, and one that has left the list keeps counting. */
function joinPages<Params>(stored: StoredList<Params>, page: number, added: ListPage): StoredList<Params> {
  const isBefore = page === stored.first - 1;
  if (!isBefore && page !== stored.last && page !== stored.last + 1) return stored;
  const { first, last } = stored;
  const unknown = added.ids.filter((id) => !stored.ids.includes(id));
  const ids = isBefore ? [...unknown, ...stored.ids] : [...stored.ids, ...unknown];
  const known = ((isBefore ? page : first) - 1) * TABLE_PAGE_SIZE + ids.length;
  const total = Math.max(stored.total, added.total, known);
  return { ...stored, ids, total, first: Math.min(first, page), last: Math.max(last, page) };
}

/** Stores the page and the row of the record, for the way back to the list. */
function storePosition(list: ListDefinition, id: string, page: number): void {
  const query = new URLSearchParams(readListQuery(list));
  if (page > 1) query.set('page', String(page));
  else query.delete('page');
  saveListQuery(list, query.toString());
  // The current row of the table.
  writeItem('sessionStorage', `recce.row.${list.name}`, id);
}

function read({ name }: ListDefinition): string | undefined {
  return readItem('sessionStorage', PAGER_PREFIX + name);
}

function write(list: ListDefinition, stored: StoredList<unknown>): void {
  writeItem('sessionStorage', PAGER_PREFIX + list.name, JSON.stringify(stored));
}

function parse<Params>(text: string | undefined): StoredList<Params> | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as StoredList<Params>);
}
