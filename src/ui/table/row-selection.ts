import { useMemo, useRef, useSyncExternalStore } from 'react';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';
import { SELECTION_PREFIX } from './saved-list-query.ts';

/** The selected rows of a table, and how to change them. */
export interface TableSelection {
  readonly isSelected: (key: string) => boolean;
  /** @param isRange also the rows between this one and the one that was changed last */
  readonly onToggle: (key: string, isRange: boolean) => void;
  /** Selects all rows of the page, or none of them if all are selected. */
  readonly onTogglePage: () => void;
  readonly page: 'none' | 'some' | 'all';
}

/** Rows that are selected one by one, or all that match the query of the list without some. */
export interface Selected {
  readonly isAll: boolean;
  /** The keys of the selected rows, or of those that are left out. */
  readonly keys: readonly string[];
}

/** The selection of a list, and the functions that change it. */
export interface RowSelection {
  readonly selected: Selected;
  /** Number of selected rows. */
  readonly count: number;
  readonly table: TableSelection;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** Forgets the selected rows of a list, once something was done with them. */
export function deleteSelection(name: string): void {
  writeItem('sessionStorage', SELECTION_PREFIX + name, undefined);
}

const NOTHING: Selected = { isAll: false, keys: [] };

/**
 * The selected rows of a list. Kept for this tab, also while other pages are open, and as long as the list has the same query.
 * @param list.query what decides which rows match, as text
 * @param list.rows keys of the rows on this page; a function of the selected keys where the key of a selected row must not change
 * @param list.total number of rows that match
 */
export function useRowSelection(list: {
  name: string;
  query: string;
  rows: readonly string[] | ((selected: readonly string[]) => readonly string[]);
  total: number;
}): RowSelection {
  const { name, query, total } = list;
  const storageKey = SELECTION_PREFIX + name;
  const text = useSyncExternalStore(
    onStorageChange,
    () => readItem('sessionStorage', storageKey),
    () => undefined,
  );
  const selected = useMemo(() => parse(text, query), [text, query]);
  const rows = typeof list.rows === 'function' ? list.rows(selected.keys) : list.rows;
  const last = useRef<string>(undefined);
  const write = (next: Selected) => {
    const isEmpty = !next.isAll && next.keys.length === 0;
    writeItem('sessionStorage', storageKey, isEmpty ? undefined : JSON.stringify({ query, ...next }));
  };
  const keys = new Set(selected.keys);
  const isSelected = (key: string) => keys.has(key) !== selected.isAll;
  const select = (changed: readonly string[], on: boolean) => {
    const next = new Set(keys);
    for (const key of changed) {
      if (on === selected.isAll) next.delete(key);
      else next.add(key);
    }
    write({ ...selected, keys: [...next] });
  };
  const onPage = rows.filter(isSelected).length;
  const page = onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some';
  return {
    selected,
    count: selected.isAll ? Math.max(0, total - keys.size) : keys.size,
    table: {
      isSelected,
      page,
      onToggle: (key, isRange) => {
        select(isRange ? getRange(rows, last.current ?? key, key) : [key], !isSelected(key));
        last.current = key;
      },
      onTogglePage: () => select(rows, page !== 'all'),
    },
    selectAll: () => write({ isAll: true, keys: [] }),
    clear: () => write(NOTHING),
  };
}

/** The keys from one row to another; the second alone if the first is not on this page. */
function getRange(rows: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [rows.indexOf(from), rows.indexOf(to)];
  return start < 0 || end < 0 ? [to] : rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

function parse(text: string | undefined, query: string): Selected {
  if (text === undefined) return NOTHING;
  const { query: of, ...selected } = JSON.parse(text) as Selected & { query: string };
  return of === query ? selected : NOTHING;
}
