import { useMemo, useState } from 'react';
import type { Position } from '../../../features/geography/schema.ts';
import type { Pin } from '../../../features/geography/ui/markers.ts';
import { type SearchParams, parseOutline, withoutPage } from '../../../features/search/search-params.ts';
import { type HistoryEntryState, useHistoryEntryState } from '../../navigation/history-entry-state.ts';

/** A search as the map sees it. */
export interface MapSearch {
  /** Without page, view and order. */
  readonly search: SearchParams;
  readonly outline: readonly Position[] | undefined;
  /** The camera that was saved with the history entry. */
  readonly camera: HistoryEntryState['camera'];
}

/** Returns the search of the map, which is the same object until its conditions change. */
export function useMapSearch(params: SearchParams): MapSearch {
  const entryState = useHistoryEntryState();
  const text = JSON.stringify(withoutPage(params));
  return useMemo(() => {
    const search = JSON.parse(text) as SearchParams;
    return { search, outline: parseOutline(search), camera: entryState.read().camera };
  }, [entryState, text]);
}

/** The state in which the drawing of an area began. */
export type DrawingDevice = 'keyboard' | 'pointer';

/** Interaction of the user with the map of a search. */
interface Interaction {
  readonly hasMoved: boolean;
  readonly opened: Pin | undefined;
  /** Undefined while no area is being drawn. */
  readonly drawing: DrawingDevice | undefined;
}

/** Returns the interaction and a function that changes it. A new search starts without an open card or a drawing. */
export function useInteraction(mapSearch: MapSearch): [Interaction, (change: Partial<Interaction>) => void] {
  const initial = { mapSearch, hasMoved: mapSearch.camera?.moved ?? false, opened: undefined, drawing: undefined };
  const [latest, setLatest] = useState<Interaction & { mapSearch: MapSearch }>(initial);
  const interaction = latest.mapSearch === mapSearch ? latest : initial;
  return [interaction, (change) => setLatest({ ...interaction, ...change })];
}
