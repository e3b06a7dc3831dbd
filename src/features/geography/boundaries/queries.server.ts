import { once } from '../../../platform/runtime/compute-once.ts';
import { getRegion } from '../region/queries.server.ts';
import type { Position } from '../schema.ts';
import { EdgeIndex } from './edge-index.server.ts';
import { getTopology } from './topology.server.ts';

/** Positions so far from a coast belong to its council: skerries and lighthouses are missing from the land areas. */
const OFFSHORE_KM = 9;

const getEdges = once(() => new EdgeIndex(getTopology().lines, getTopology().areaCount));

/** Returns the council of a position, at sea of the nearest coast within 9 km; null elsewhere. */
export function findLocalAuthority({ latitude, longitude }: Position): string | null {
  const area = getEdges().findArea(longitude, latitude) ?? getEdges().findCoast(longitude, latitude, OFFSHORE_KM)?.area;
  return area === undefined ? null : (getTopology().councils[area] ?? null);
}

/** Returns the kilometres to the nearest coast, from land or sea; `Infinity` beyond 200 km. */
export function getKilometresToCoast({ latitude, longitude }: Position): number {
  for (let reach = 2; reach <= 200; reach *= 2) {
    const shore = getEdges().findCoast(longitude, latitude, reach);
    if (shore) return shore.kilometres;
  }
  return Infinity;
}

/** Whether a position is on land, in the region or its neighbours. */
export function isOnLand({ latitude, longitude }: Position): boolean {
  return getEdges().findArea(longitude, latitude) !== null;
}

/** Whether a position is in a council area of the region, or in the seas within its bounds. */
export function isInRegion(position: Position): boolean {
  const [west, south, east, north] = getRegion().bounds;
  const { latitude, longitude } = position;
  const isWithinBounds = longitude >= west && longitude <= east && latitude >= south && latitude <= north;
  return isWithinBounds && (findLocalAuthority(position) !== null || !isOnLand(position));
}
