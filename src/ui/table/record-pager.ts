import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { TABLE_PAGE_SIZE } from '../../platform/http/paging.ts';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';
import { type ListPage, type RecordPages, findPage, getPosition, joinPages, listMissingPages } from './record-pages.ts';
import { PAGER_PREFIX, readListQuery, saveListQuery } from './saved-list-query.ts';
import type { ListDefinition, TableState } from './table-state.ts';

/** The position of a record in the list that it was opened from. */
export interface RecordPager {
  /** From 1. */
  readonly position: number;
  readonly total: number;
  /** Ids of the neighbours; undefined at an end, and while the next page is loading. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** The list that was shown last: its query, and the ids of the pages that are known. */
interface StoredList extends RecordPages {
  readonly state: TableState;
}

type LoadPage = (state: TableState) => Promise<ListPage>;

/** Returns what a pager needs of a page of the API. */
export function toListPage(found: {
  readonly data: readonly { readonly id: string }[];
  readonly total: number;
}): ListPage {
  return { ids: found.data.map(({ id }) => id), total: found.total };
}

/**
 * Creates the pager of the records of a list.
 * @param toQuery the query of a page of the list
 * @param toPage what the pager needs of its data
 * @param opensAnywhere whether a record that was opened from elsewhere, such as an email, has a pager through the unfiltered list
 */
export function createRecordPager<Found, Key extends QueryKey>(
  list: ListDefinition,
  toQuery: (api: Api, state: TableState) => FetchQueryOptions<Found, Error, Found, Key>,
  toPage: (found: Found) => ListPage,
  opensAnywhere = false,
) {
  const { by: sortBy, order: sortOrder } = list.sort;
  const initial = opensAnywhere ? { page: 1, query: '', sortBy, sortOrder, filters: {} } : undefined;
  return {
    /** Stores the page of the list that is shown. */
    useStore: (state: TableState, found: { readonly data: Found | undefined; readonly isPlaceholderData: boolean }) => {
      const { data, isPlaceholderData } = found;
      useEffect(() => {
        if (!data || isPlaceholderData) return;
        write(toShownKey(list), { state, first: state.page, last: state.page, ...toPage(data) });
        writeItem('sessionStorage', toOtherKey(list), undefined);
      }, [state, data, isPlaceholderData]);
    },
    /** Returns the position of a record in the list that it was opened from; undefined if it is in none, and on the server. */
    usePager: (api: Api, id: string): RecordPager | undefined => {
      const client = useQueryClient();
      return useRecordPager(list, id, async (state) => toPage(await client.fetchQuery(toQuery(api, state))), initial);
    },
  };
}

/** The key of the list that was shown last. */
const toShownKey = ({ name }: ListDefinition) => PAGER_PREFIX + name;
/** The key of the list around a record that was opened from elsewhere since then. The one that was shown last stays as it is. */
const toOtherKey = ({ name }: ListDefinition) => `${PAGER_PREFIX}${name}.other`;

function useRecordPager(
  list: ListDefinition,
  id: string,
  loadPage: LoadPage,
  initial: TableState | undefined,
): RecordPager | undefined {
  const other = useStored(toOtherKey(list));
  const shown = useStored(toShownKey(list));
  const isOther = other?.ids.includes(id) ?? false;
  const stored = isOther ? other : shown;
  const key = isOther ? toOtherKey(list) : toShownKey(list);
  const at = stored ? stored.ids.indexOf(id) : -1;
  const load = useEffectEvent(loadPage);
  const openInitial = useEffectEvent(async () => {
    const found = initial && (await findPage(id, (page) => loadPage({ ...initial, page })).catch(() => undefined));
    if (!found) return;
    const { page, ids, total } = found;
    write(toOtherKey(list), { state: initial, total, first: page, last: page, ids });
  });
  useEffect(() => {
    if (stored && at >= 0) void extend(key, stored, at, (state) => load(state));
    else void openInitial();
  }, [key, stored, at]);
  const page = stored && at >= 0 && !isOther ? stored.first + Math.floor(at / TABLE_PAGE_SIZE) : undefined;
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

function useStored(key: string): StoredList | undefined {
  const text = useSyncExternalStore(
    onStorageChange,
    () => readItem('sessionStorage', key),
    () => undefined,
  );
  return useMemo(() => parse(text), [text]);
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
async function extend(key: string, stored: StoredList, at: number, loadPage: LoadPage): Promise<void> {
  for (const page of listMissingPages(stored, at)) {
    const response = await loadPage({ ...stored.state, page }).catch(() => null);
    const current = parse(readItem('sessionStorage', key));
    // Another list may have been opened in the meantime.
    if (response && current && JSON.stringify(current.state) === JSON.stringify(stored.state)) {
      write(key, { ...current, ...joinPages(current, page, response) });
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

function write(key: string, stored: StoredList): void {
  writeItem('sessionStorage', key, JSON.stringify(stored));
}

function parse(text: string | undefined): StoredList | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as StoredList);
}
