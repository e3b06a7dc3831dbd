import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { TABLE_PAGE_SIZE } from '../../../../platform/http/paging.ts';
import { onStorageChange, readItem, writeItem } from '../../../../ui/browser-storage.ts';
import { readListQuery, saveListQuery } from '../../../../ui/table/saved-list-query.ts';
import { type ListRequest, locationListQuery } from '../client.ts';
import type { LocationList } from '../contract.ts';
import { LOCATIONS_LIST } from './list-definition.ts';

/** The position of a location in the list that it was opened from. */
export interface RecordPager {
  /** From 1. */
  readonly position: number;
  readonly total: number;
  /** Ids of the neighbours; undefined at an end, and while the next page is loading. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** The list that was shown last: its request, and the ids of one page or several consecutive ones. */
interface StoredList {
  readonly request: ListRequest;
  readonly total: number;
  /** First and last page of the ids. */
  readonly first: number;
  readonly last: number;
  readonly ids: readonly string[];
}

const LIST_KEY = 'recce.list.locations';
/** The selected row of the list. */
const ROW_KEY = `recce.row.${LOCATIONS_LIST.name}`;

/** Stores a page of the list for the pager of its locations. */
export function storeList(request: ListRequest, { data, meta }: LocationList): void {
  const page = meta.page.current;
  write({ request, total: meta.page.total_results, first: page, last: page, ids: data.map(({ id }) => id) });
}

/** Returns the position of a location in the list that was shown last; undefined if it is not in it, and on the server. */
export function useRecordPager(api: Api, id: string): RecordPager | undefined {
  const queryClient = useQueryClient();
  const text = useSyncExternalStore(onStorageChange, read, () => undefined);
  const list = useMemo(() => parseStoredList(text), [text]);
  const at = list ? list.ids.indexOf(id) : -1;
  useEffect(() => {
    if (list && at >= 0) void extendList(queryClient, api, list, at);
  }, [queryClient, api, list, at]);
  const page = list && at >= 0 ? list.first + Math.floor(at / TABLE_PAGE_SIZE) : undefined;
  useEffect(() => {
    if (page !== undefined) storePosition(id, page);
  }, [id, page]);
  if (!list || at < 0) return undefined;
  const position = (list.first - 1) * TABLE_PAGE_SIZE + at + 1;
  return { position, total: list.total, previous: list.ids[at - 1], next: list.ids[at + 1] };
}

/** Returns the URL of the list that was shown last, on the page of the current location. */
export function useListUrl(): string {
  const query = useSyncExternalStore(
    onStorageChange,
    () => readListQuery(LOCATIONS_LIST.name),
    () => undefined,
  );
  return query ? `${LOCATIONS_LIST.path}?${query}` : LOCATIONS_LIST.path;
}

/** Loads the page before or after if the location is near the end of the stored ids. */
async function extendList(queryClient: QueryClient, api: Api, list: StoredList, at: number): Promise<void> {
  const pages = Math.ceil(list.total / TABLE_PAGE_SIZE);
  const missing = [
    ...(at <= 1 && list.first > 1 ? [list.first - 1] : []),
    ...(at >= list.ids.length - 2 && list.last < pages ? [list.last + 1] : []),
  ];
  for (const page of missing) {
    const request = { ...list.request, page: { current: page } };
    const response = await queryClient
      .fetchQuery({ ...locationListQuery(api, request), staleTime: 60_000 })
      .catch(() => null);
    const current = parseStoredList(read());
    // Another list may have been opened in the meantime.
    if (response && current && JSON.stringify(current.request) === JSON.stringify(list.request)) {
      write(joinPages(current, page, response));
    }
  }
}

/** Adds a page. A location that has moved to this page since it was loaded keeps its place. */
function joinPages(list: StoredList, page: number, { data, meta }: LocationList): StoredList {
  const added = data.map(({ id }) => id).filter((id) => !list.ids.includes(id));
  const total = meta.page.total_results;
  if (page === list.first - 1) return { ...list, total, first: page, ids: [...added, ...list.ids] };
  return page === list.last + 1 ? { ...list, total, last: page, ids: [...list.ids, ...added] } : list;
}

/** Stores the page and the row of the location, for the way back to the list. */
function storePosition(id: string, page: number): void {
  const query = new URLSearchParams(readListQuery(LOCATIONS_LIST.name));
  if (page > 1) query.set('page', String(page));
  else query.delete('page');
  saveListQuery(LOCATIONS_LIST.name, query.toString());
  writeItem('sessionStorage', ROW_KEY, id);
}

function read(): string | undefined {
  return readItem('sessionStorage', LIST_KEY);
}

function write(list: StoredList): void {
  writeItem('sessionStorage', LIST_KEY, JSON.stringify(list));
}

function parseStoredList(text: string | undefined): StoredList | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as StoredList);
}
