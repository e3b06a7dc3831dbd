import { deleteItems, readItem, writeItem } from '../browser-storage.ts';

const PREFIX = 'recce.list.';

/** Saves the query string that a list was last opened with; an empty one deletes it. */
export function saveListQuery(list: string, query: string): void {
  writeItem('localStorage', PREFIX + list, query || undefined);
}

/** The query string that a list was last opened with. */
export function readListQuery(list: string): string | undefined {
  return readItem('localStorage', PREFIX + list);
}

/** Deletes the saved queries of all lists: they belong to the user who logs out. */
export function deleteListQueries(): void {
  deleteItems('localStorage', PREFIX);
}
