import { useSyncExternalStore } from 'react';
import { readItem, writeItem } from '../../ui/browser-storage.ts';

const LAST_SEARCH = 'last-search';

/** Saves the address of the current search, for links back to it. */
export function rememberSearch(href: string): void {
  writeItem('sessionStorage', LAST_SEARCH, href);
}

/** Returns the address of the last search of this session; without one, and on the server, the search page without filters. */
export function useLastSearch(): string {
  return useSyncExternalStore(neverChanges, getLastSearch, () => SEARCH_PAGE);
}

const SEARCH_PAGE = '/find-a-location';
const neverChanges = () => () => {};

function getLastSearch(): string {
  return readItem('sessionStorage', LAST_SEARCH) ?? SEARCH_PAGE;
}
