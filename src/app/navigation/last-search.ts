import { useSyncExternalStore } from 'react';
import { readItem, writeItem } from '../../ui/browser-storage.ts';

const LAST_SEARCH = 'last-search';

/** Remembers the search that is shown, for the ways that lead back to it. */
export function rememberSearch(href: string): void {
  writeItem('sessionStorage', LAST_SEARCH, href);
}

/** The last search of this visit; on the server, and before the first one, the search without conditions. */
export function useLastSearch(): string {
  return useSyncExternalStore(neverChanges, getLastSearch, () => SEARCH_PAGE);
}

const SEARCH_PAGE = '/find-a-location';
const neverChanges = () => () => {};

function getLastSearch(): string {
  return readItem('sessionStorage', LAST_SEARCH) ?? SEARCH_PAGE;
}
