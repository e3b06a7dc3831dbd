import { useMemo } from 'react';
import { useRouter } from '@tanstack/react-router';
import { readItem, writeItem } from '../../ui/browser-storage.ts';
import type { Camera } from '../../features/geography/ui/markers.ts';

/** State of a browser history entry, restored when the visitor returns to it. */
export interface HistoryEntryState {
  /** The link in the results that was followed. */
  readonly followed?: { readonly href: string; readonly rel: string };
  /** The position of the map, and whether the visitor moved it. */
  readonly camera?: Camera & { readonly moved: boolean };
}

/**
 * Reads and extends the state of the current history entry. It is saved in `sessionStorage`, like the router's scroll positions: a change
 * of `history.state` would count as a navigation.
 */
export function useHistoryEntryState(): { read: () => HistoryEntryState; add: (state: HistoryEntryState) => void } {
  const router = useRouter();
  return useMemo(() => {
    // oxlint-disable-next-line no-underscore-dangle -- the router's name for it
    const getKey = () => `entry-${router.state.location.state.__TSR_key ?? ''}`;
    const read = () => JSON.parse(readItem('sessionStorage', getKey()) ?? '{}') as HistoryEntryState;
    const add = (state: HistoryEntryState) =>
      writeItem('sessionStorage', getKey(), JSON.stringify({ ...read(), ...state }));
    return { read, add };
  }, [router]);
}
