import { deleteItems, readItem, writeItem } from '../browser-storage.ts';
import { deleteSelections } from './row-selection.ts';

const PREFIX = 'recce.list.';

/** Saves the last query string of a list; an empty one deletes it. */
export function saveListQuery(list: string, query: string): void {
  writeItem('localStorage', PREFIX + list, query || undefined);
}

/** Returns the last query string of a list. */
export function readListQuery(list: string): string | undefined {
  return readItem('localStorage', PREFIX + list);
}

/** Deletes the saved queries and the selections of all lists. Called on logout, because they belong to the user. */
export function deleteListQueries(): void {
  deleteItems('localStorage', PREFIX);
  deleteSelections();
}
