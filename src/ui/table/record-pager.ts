import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { TABLE_PAGE_SIZE } from '../../platform/http/paging.ts';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';
import { type ListPage, type RecordPages, getPosition, joinPages, listMissingPages } from './record-pages.ts';
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

/** The list that was shown last: its query without the page, and the ids of the pages that are known. */
interface StoredList<Params> extends RecordPages {
  readonly params: Params;
}

type LoadPage<Params> = (params: Params, page: number) => Promise<ListPage>;

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
 * @param initial the query of the list when a record is opened from elsewhere, such as an email; without it such a record has no pager
 */
export function useRecordPager<Params>(
  list: ListDefinition,
  id: string,
  loadPage: LoadPage<Params>,
  initial?: Params,
): RecordPager | undefined {
  const text = useSyncExternalStore(
    onStorageChange,
    () => read(list),
    () => undefined,
  );
  const stored = useMemo(() => parse<Params>(text), [text]);
  const at = stored ? stored.ids.indexOf(id) : -1;
  const load = useEffectEvent(loadPage);
  const openInitial = useEffectEvent(async () => {
    const found = initial && (await loadPage(initial, 1).catch(() => null));
    if (!found?.ids.includes(id)) return;
    saveListQuery(list, '');
    storeListPage(list, initial, 1, found);
  });
  useEffect(() => {
    if (stored && at >= 0) void extend(list, stored, at, (params, page) => load(params, page));
    else void openInitial();
  }, [list, stored, at]);
  const page = stored && at >= 0 ? stored.first + Math.floor(at / TABLE_PAGE_SIZE) : undefined;
  useEffect(() => {
    if (page !== undefined) storePosition(list, id, page);
  }, [list, id, page]);
  if (!stored || at < 0) return undefined;
  return {
    position: getPosition(stored, at),
    total: stored.total,
    previous: stored.ids[at - 1],
    next: stored.ids[at + 1],
  };
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

/** Loads the pages that are missing around a record. */
async function extend<Params>(
  list: ListDefinition,
  stored: StoredList<Params>,
  at: number,
  loadPage: LoadPage<Params>,
): Promise<void> {
  for (const page of listMissingPages(stored, at)) {
    const response = await loadPage(stored.params, page).catch(() => null);
    const current = parse<Params>(read(list));
    // Another list may have been opened in the meantime.
    if (response && current && JSON.stringify(current.params) === JSON.stringify(stored.params)) {
      write(list, { ...current, ...joinPages(current, page, response) });
    }
  }
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
