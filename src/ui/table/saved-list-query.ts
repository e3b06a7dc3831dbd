import { deleteItems, readItem, writeItem } from '../browser-storage.ts';
import type { ListDefinition } from './table-state.ts';

const PREFIX = 'recce.list.';
/** The ids of the rows that a list showed last; see record-pager.ts. */
export const PAGER_PREFIX = 'recce.pager.';
/** The selected rows of a list; see row-selection.ts, which pages without tables do not load. */
export const SELECTION_PREFIX = 'recce.selection.';

/** Saves the last query string of a list; an empty one deletes it. A list that starts fresh keeps it for this tab only. */
export function saveListQuery(list: ListDefinition, query: string): void {
  writeItem(getStorage(list), PREFIX + list.name, query || undefined);
}

/** Returns the last query string of a list. */
export function readListQuery(list: ListDefinition): string | undefined {
  return readItem(getStorage(list), PREFIX + list.name);
}

function getStorage({ startsFresh }: ListDefinition): 'localStorage' | 'sessionStorage' {
  return startsFresh ? 'sessionStorage' : 'localStorage';
}

/** Deletes the saved queries, rows and selections of all lists. Called on logout, because they belong to the user. */
export function deleteListQueries(): void {
  deleteItems('localStorage', PREFIX);
  deleteItems('sessionStorage', PREFIX);
  deleteItems('sessionStorage', PAGER_PREFIX);
  deleteItems('sessionStorage', SELECTION_PREFIX);
}
