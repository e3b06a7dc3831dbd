import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { TABLE_PAGE_SIZE } from '../../platform/http/paging.ts';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';
import { type ListPage, type RecordPages, findPage, getPosition, joinPages, listMissingPages } from './record-pages.ts';
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
  write(toShownKey(list), { params, total, first: page, last: page, ids });
  writeItem('sessionStorage', toOtherKey(list), undefined);
}

/** The key of the list that was shown last. */
const toShownKey = ({ name }: ListDefinition) => PAGER_PREFIX + name;
/** The key of the list around a record that was opened from elsewhere since then. The one that was shown last stays as it is. */
const toOtherKey = ({ name }: ListDefinition) => `${PAGER_PREFIX}${name}.other`;

/** Returns what a pager needs of a page of the API. */
export function toListPage(found: {
  readonly data: readonly { readonly id: string }[];
  readonly total: number;
}): ListPage {
  return { ids: found.data.map(({ id }) => id), total: found.total };
}

/**
 * Returns the position of a record in the list that it was opened from; undefined if it is in none, and on the server.
 * @param loadPage loads a page of the list with the stored query
 * @param initial the query of the list when a record is opened from elsewhere, such as an email; without it such a record has no pager
 */
export function useRecordPager<Params>(
  list: ListDefinition,
  id: string,
  loadPage: LoadPage<Params>,
  initial?: Params,
): RecordPager | undefined {
  const other = useStored<Params>(toOtherKey(list));
  const shown = useStored<Params>(toShownKey(list));
  const isOther = other?.ids.includes(id) ?? false;
  const stored = isOther ? other : shown;
  const key = isOther ? toOtherKey(list) : toShownKey(list);
  const at = stored ? stored.ids.indexOf(id) : -1;
  const load = useEffectEvent(loadPage);
  const openInitial = useEffectEvent(async () => {
    const found = initial && (await findPage(id, (page) => loadPage(initial, page)).catch(() => undefined));
    if (!found) return;
    const { page, ids, total } = found;
    write(toOtherKey(list), { params: initial, total, first: page, last: page, ids });
  });
  useEffect(() => {
    if (stored && at >= 0) void extend(key, stored, at, (params, page) => load(params, page));
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

function useStored<Params>(key: string): StoredList<Params> | undefined {
  const text = useSyncExternalStore(
    onStorageChange,
    () => readItem('sessionStorage', key),
    () => undefined,
  );
  return useMemo(() => parse<Params>(text), [text]);
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
  key: string,
  stored: StoredList<Params>,
  at: number,
  loadPage: LoadPage<Params>,
): Promise<void> {
  for (const page of listMissingPages(stored, at)) {
    const response = await loadPage(stored.params, page).catch(() => null);
    const current = parse<Params>(readItem('sessionStorage', key));
    // Another list may have been opened in the meantime.
    if (response && current && JSON.stringify(current.params) === JSON.stringify(stored.params)) {
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

function write(key: string, stored: StoredList<unknown>): void {
  writeItem('sessionStorage', key, JSON.stringify(stored));
}

function parse<Params>(text: string | undefined): StoredList<Params> | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as StoredList<Params>);
}
