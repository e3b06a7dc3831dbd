import type { Map as MapLibre } from 'maplibre-gl';
import type { Position } from '../../schema.ts';
import type { ScreenPoint } from '../markers.ts';
import type { Project } from './outline.ts';

/** Returns a function that projects positions to pixels of the map. */
export function projectTo(map: MapLibre): Project {
  return ({ latitude, longitude }) => map.project([longitude, latitude]);
}

/** Points beyond the edge of the world are moved to it. */
export function unproject(map: MapLibre, { x, y }: ScreenPoint): Position {
  const { lat, lng } = map.unproject([x, y]);
  return { latitude: lat, longitude: Math.max(-180, Math.min(180, lng)) };
}
