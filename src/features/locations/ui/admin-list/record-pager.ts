import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { TABLE_PAGE_SIZE } from '../../../../platform/http/paging.ts';
import { onStorageChange, readItem, writeItem } from '../../../../ui/browser-storage.ts';
import { readListQuery, saveListQuery } from '../../../../ui/table/saved-list-query.ts';
import { type ListRequest, locationListQuery } from '../../admin-list/client.ts';
import type { LocationList } from '../../admin-list/contract.ts';
import { LOCATIONS_LIST } from './list-definition.ts';

/** Where a location is in the list that it was opened from. */
export interface RecordPager {
  /** From 1. */
  readonly position: number;
  readonly total: number;
  /** Ids of the locations before and after it; undefined at an end, and while the page beyond is on its way. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** What is kept of the list that was shown last: what it was asked for, and the ids of one page or several in a row. */
interface StoredList {
  readonly request: ListRequest;
  readonly total: number;
  /** Pages that the ids are of. */
  readonly first: number;
  readonly last: number;
  readonly ids: readonly string[];
}

const LIST_KEY = 'recce.stepping.locations';
/** Which row the keys of the list are at. */
const ROW_KEY = `recce.row.${LOCATIONS_LIST.name}`;

/** Keeps a page of the list for whoever opens one of its locations. */
export function storeList(request: ListRequest, { data, meta }: LocationList): void {
  const page = meta.page.current;
  write({ request, total: meta.page.total_results, first: page, last: page, ids: data.map(({ id }) => id) });
}

/** Where a location is in the list that was shown last; undefined where it is not in it, and while the server renders. */
export function useRecordPager(api: Api, id: string): RecordPager | undefined {
  const queryClient = useQueryClient();
  const text = useSyncExternalStore(onStorageChange, read, () => undefined);
  const note = useMemo(() => parseStoredList(text), [text]);
  const at = note ? note.ids.indexOf(id) : -1;
  useEffect(() => {
    if (note && at >= 0) void extendList(queryClient, api, note, at);
  }, [queryClient, api, note, at]);
  const page = note && at >= 0 ? note.first + Math.floor(at / TABLE_PAGE_SIZE) : undefined;
  useEffect(() => {
    if (page !== undefined) storePosition(id, page);
  }, [id, page]);
  if (!note || at < 0) return undefined;
  const position = (note.first - 1) * TABLE_PAGE_SIZE + at + 1;
  return { position, total: note.total, previous: note.ids[at - 1], next: note.ids[at + 1] };
}

/** The address of the list as it was shown last, on the page that was stepped to. */
export function useListUrl(): string {
  const query = useSyncExternalStore(
    onStorageChange,
    () => readListQuery(LOCATIONS_LIST.name),
    () => undefined,
  );
  return query ? `${LOCATIONS_LIST.path}?${query}` : LOCATIONS_LIST.path;
}

/** Brings the page before or after, where the location is next to the end of what is kept. */
async function extendList(queryClient: QueryClient, api: Api, note: StoredList, at: number): Promise<void> {
  const pages = Math.ceil(note.total / TABLE_PAGE_SIZE);
  const wanted = [
    ...(at <= 1 && note.first > 1 ? [note.first - 1] : []),
    ...(at >= note.ids.length - 2 && note.last < pages ? [note.last + 1] : []),
  ];
  for (const current of wanted) {
    const request = { ...note.request, page: { current } };
    const page = await queryClient
      .fetchQuery({ ...locationListQuery(api, request), staleTime: 60_000 })
      .catch(() => null);
    const present = parseStoredList(read());
    // Somebody may have gone on, or to another list, meanwhile.
    if (page && present && JSON.stringify(present.request) === JSON.stringify(note.request)) {
      write(joinPages(present, current, page));
    }
  }
}

/** A location that was changed moves in the list: it is where it was met first. */
function joinPages(note: StoredList, current: number, { data, meta }: LocationList): StoredList {
  const added = data.map(({ id }) => id).filter((id) => !note.ids.includes(id));
  const total = meta.page.total_results;
  if (current === note.first - 1) return { ...note, total, first: current, ids: [...added, ...note.ids] };
  return current === note.last + 1 ? { ...note, total, last: current, ids: [...note.ids, ...added] } : note;
}

/** The list is come back to at the location that was stepped to. */
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

function write(note: StoredList): void {
  writeItem('sessionStorage', LIST_KEY, JSON.stringify(note));
}

function parseStoredList(text: string | undefined): StoredList | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as StoredList);
}
