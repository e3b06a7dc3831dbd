import type { Position } from '../../locations/schema.ts';
import { Edges } from './edges.server.ts';
import { topology } from './topology.server.ts';

/** Distance from the coast at which a position still belongs to the council: skerries and lighthouses are outside of the coastline. */
const OFFSHORE_KILOMETRES = 9;

let loaded: Edges | undefined;

function edges(): Edges {
  return (loaded ??= new Edges(topology().lines, topology().areaCount));
}

/**
 * Returns the council whose area contains a position, or whose coast is the nearest within 9 km at sea; null elsewhere.
 */
export function localAuthorityAt({ latitude, longitude }: Position): string | null {
  const area =
    edges().findArea(longitude, latitude) ?? edges().findNearestCoast(longitude, latitude, OFFSHORE_KILOMETRES)?.area;
  return area === undefined ? null : (topology().councils[area] ?? null);
}

/** Returns the kilometres to the nearest coast, from land or sea; `Infinity` beyond 200 km. */
export function kilometresToCoast({ latitude, longitude }: Position): number {
  for (let reach = 2; reach <= 200; reach *= 2) {
    const coast = edges().findNearestCoast(longitude, latitude, reach);
    if (coast) return coast.kilometres;
  }
  return Infinity;
}

/** Whether a position is on land, in Scotland or a neighbouring country. */
export function isOnLand({ latitude, longitude }: Position): boolean {
  return edges().findArea(longitude, latitude) !== null;
}
