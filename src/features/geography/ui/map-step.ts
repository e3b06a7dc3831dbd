import type { Map as MapLibre } from 'maplibre-gl';
import type { Cluster } from './markers.ts';

/** A move of a map that its buttons and clusters ask for. */
export type MapStep = 'zoom in' | 'zoom out' | Cluster;

/** Pixels around a cluster that the map zooms to. */
const CLUSTER_PADDING = 64;
/** Distance in degrees below which zooming cannot separate locations. */
const SAME_PLACE_DEGREES = 0.0002;

/** Moves the map. A cluster that zooming cannot separate is passed to `onUnexpandableCluster` instead. */
export function takeStep(map: MapLibre, step: MapStep, onUnexpandableCluster?: (cluster: Cluster) => void): void {
  const byUser = { isUserMove: true };
  if (step === 'zoom in') map.zoomIn({}, byUser);
  else if (step === 'zoom out') map.zoomOut({}, byUser);
  else if (isUnexpandable(step, map)) onUnexpandableCluster?.(step);
  else {
    const [west, south, east, north] = step.bbox;
    map.fitBounds([west, south, east, north], { padding: CLUSTER_PADDING }, byUser);
  }
}

/** Whether the locations are in one place, or the map is at its maximum zoom. */
function isUnexpandable({ bbox: [west, south, east, north] }: Cluster, map: MapLibre): boolean {
  return map.getZoom() >= map.getMaxZoom() || Math.max(east - west, north - south) < SAME_PLACE_DEGREES;
}
