import type { MapSurface } from './map-surface.ts';

/** Calls `place` now and after each move or resize of the map. Returns a function that unsubscribes. */
export function followMap(map: MapSurface, place: () => void): () => void {
  place();
  map.on('move', place);
  map.on('resize', place);
  return () => {
    map.off('move', place);
    map.off('resize', place);
  };
}
