import { once } from '../../../platform/runtime/compute-once.ts';
import { EdgeIndex, type Coast } from '../boundaries/edge-index.server.ts';
import { getTopology } from '../boundaries/topology.server.ts';
import { getKilometresBetween } from '../measure.ts';
import type { Position } from '../schema.ts';

/** Rivers up to this width have bridges. */
const RIVER_KM = 0.3;
/** A coast winds more than the road along it. */
const ROAD_PER_COAST = 2 / 3;
/** Longest detour round a firth or sea loch. Beyond it, people take a boat. */
const MAX_DETOUR_KM = 10;
/** Kilometres added for a ferry to another landmass. */
const FERRY_KM = 30;
/** Positions farther out at sea belong to no landmass. */
const MAX_OFFSHORE_KM = 64;

/** A position with its landmass, the index of a ring of `Topology.land`; at sea with that of the nearest coast. */
export interface RoutePoint extends Position {
  landmass: number | null;
  /** Null on land. */
  coast: Coast | null;
}

/** A point of a straight line: its fraction of the line, and its place on the coast; null for an end on land. */
interface Stop {
  share: number;
  along: number | null;
}

const getCoasts = once(() => {
  const rings = getTopology().land;
  const lines = rings.map((points, landmass) => ({ points, areas: [landmass] }));
  return new EdgeIndex(lines, rings.length);
});

/** About a centimetre. Coasts have four decimals; a position exactly on one would be on neither side. */
const OFF_THE_GRID = 1e-7;

/** Returns a position with its landmass. */
export function toRoutePoint(position: Position): RoutePoint {
  const [latitude, longitude] = [position.latitude + OFF_THE_GRID, position.longitude + OFF_THE_GRID];
  const landmass = getCoasts().findArea(longitude, latitude);
  if (landmass !== null) return { latitude, longitude, landmass, coast: null };
  for (let reach = 2; reach <= MAX_OFFSHORE_KM; reach *= 2) {
    const coast = getCoasts().findCoast(longitude, latitude, reach);
    if (coast) return { latitude, longitude, landmass: coast.area, coast };
  }
  return { latitude, longitude, landmass: null, coast: null };
}

/**
 * Estimates the kilometres by road: those of the straight line, but round water that the line crosses by way of the coast, or at most 10 km
 * more. To another landmass it is the straight line and 30 km for the ferry.
 */
export function estimateRoute(from: RoutePoint, to: RoutePoint): number {
  const straight = getKilometresBetween(from, to);
  if (from.landmass === null || from.landmass !== to.landmass) return straight + FERRY_KM;
  const stops: Stop[] = [
    { share: 0, along: from.coast?.along ?? null },
    ...getCoasts().listCrossings(from, to, from.landmass),
    { share: 1, along: to.coast?.along ?? null },
  ];
  const route = estimateByStops(stops, straight, getCoasts().lineLengths[from.landmass]!);
  return Math.min(route, straight + MAX_DETOUR_KM) + (from.coast?.kilometres ?? 0);
}

/** Returns the shortest route from the first stop to the last. The sections between stops alternate between land and water. */
function estimateByStops(stops: readonly Stop[], straight: number, coastLength: number): number {
  const least = stops.map((_, i) => (i === 0 ? 0 : Infinity));
  const startsOnLand = stops[0]!.along === null;
  for (const [i, stop] of stops.entries()) {
    if ((i % 2 === 0) === startsOnLand) {
      const next = stops[i + 1];
      if (next) least[i + 1] = Math.min(least[i + 1]!, least[i]! + (next.share - stop.share) * straight);
      continue;
    }
    // The coast leads to the end of this water and of any later one.
    for (let j = i + 1; j < stops.length; j += 2) {
      const detour = estimateDetour(stop, stops[j]!, straight, coastLength);
      least[j] = Math.min(least[j]!, least[i]! + detour);
    }
  }
  return least.at(-1)!;
}

/** Estimates the kilometres from one coast of a water to another. */
function estimateDetour(a: Stop, b: Stop, straight: number, coastLength: number): number {
  if (a.along === null || b.along === null) return Infinity;
  const width = (b.share - a.share) * straight;
  if (width <= RIVER_KM) return width;
  const one = Math.abs(b.along - a.along);
  const coast = Math.min(one, coastLength - one) * ROAD_PER_COAST;
  return Math.max(width, Math.min(coast, width + MAX_DETOUR_KM));
}
