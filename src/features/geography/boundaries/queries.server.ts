import type { Position } from '../schema.ts';
import { Edges } from './edges.server.ts';
import { topology } from './topology.server.ts';

/** How far out at sea a position still counts as the nearest council's: skerries and lighthouses lie off the drawn land. */
const OFFSHORE_KILOMETRES = 9;

let loaded: Edges | undefined;

function edges(): Edges {
  return (loaded ??= new Edges(topology().lines, topology().areaCount));
}

/**
 * The council whose area holds a position, or whose coast is the nearest within 9 km of one at sea; null elsewhere.
 */
export function localAuthorityAt({ latitude, longitude }: Position): string | null {
  const area = edges().areaAt(longitude, latitude) ?? edges().shoreNear(longitude, latitude, OFFSHORE_KILOMETRES)?.area;
  return area === undefined ? null : (topology().councils[area] ?? null);
}

/** Kilometres to the nearest coast, from land or from sea; `Infinity` where none lies within 200 km. */
export function kilometresToCoast({ latitude, longitude }: Position): number {
  for (let reach = 2; reach <= 200; reach *= 2) {
    const shore = edges().shoreNear(longitude, latitude, reach);
    if (shore) return shore.kilometres;
  }
  return Infinity;
}

/** Whether a position lies on land, ours or a neighbour's. */
export function isOnLand({ latitude, longitude }: Position): boolean {
  return edges().areaAt(longitude, latitude) !== null;
}
