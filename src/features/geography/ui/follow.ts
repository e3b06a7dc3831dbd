import type { Map as MapLibre } from 'maplibre-gl';

/** Calls `place` now and whenever the map has moved or changed its size; the returned function ends that. */
export function followMap(map: MapLibre, place: () => void): () => void {
  place();
  map.on('move', place);
  map.on('resize', place);
  return () => {
    map.off('move', place);
    map.off('resize', place);
  };
}
