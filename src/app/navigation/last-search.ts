import { useSyncExternalStore } from 'react';

const LAST_SEARCH = 'last-search';

/** Remembers the search that is shown, for the ways that lead back to it. */
export function noteSearch(href: string): void {
  try {
    sessionStorage.setItem(LAST_SEARCH, href);
  } catch {
    // Without storage the ways back lead to a new search.
  }
}

/** The last search of this visit; on the server, and before the first one, the search without conditions. */
export function useLastSearch(): string {
  return useSyncExternalStore(neverChanges, readLastSearch, () => SEARCH_PAGE);
}

const SEARCH_PAGE = '/find-a-location';
const neverChanges = () => () => {};

function readLastSearch(): string {
  try {
    return sessionStorage.getItem(LAST_SEARCH) ?? SEARCH_PAGE;
  } catch {
    return SEARCH_PAGE;
  }
}
