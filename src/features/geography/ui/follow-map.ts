import type { Map as MapLibre } from 'maplibre-gl';

/** Calls `place` now and after each move or resize of the map. Returns a function that unsubscribes. */
export function followMap(map: MapLibre, place: () => void): () => void {
  place();
  map.on('move', place);
  map.on('resize', place);
  return () => {
    map.off('move', place);
    map.off('resize', place);
  };
}
