import { useMemo } from 'react';
import { useRouter } from '@tanstack/react-router';
import { readItem, writeItem } from '../../ui/browser-storage.ts';
import type { Camera } from '../../features/geography/ui/markers.ts';

/** What an entry of the browser's history remembers beside its address, for when the visitor comes back to it. */
export interface HistoryEntryState {
  /** The link of the results that was followed from here. */
  readonly followed?: { readonly href: string; readonly rel: string };
  /** Where the map looked, and whether the visitor had moved it there. */
  readonly camera?: Camera & { readonly moved: boolean };
}

/**
 * Reads and adds to the notes of the present entry. They lie beside the router's own scroll positions, in the session's
 * storage: the history's state belongs to the router, which would take every change for a navigation.
 */
export function useHistoryEntryState(): { read: () => HistoryEntryState; add: (notes: HistoryEntryState) => void } {
  const router = useRouter();
  return useMemo(() => {
    // oxlint-disable-next-line no-underscore-dangle -- the router's name for it
    const name = () => `entry-${router.state.location.state.__TSR_key ?? ''}`;
    const read = () => JSON.parse(readItem('sessionStorage', name()) ?? '{}') as HistoryEntryState;
    const add = (notes: HistoryEntryState) =>
      writeItem('sessionStorage', name(), JSON.stringify({ ...read(), ...notes }));
    return { read, add };
  }, [router]);
}
