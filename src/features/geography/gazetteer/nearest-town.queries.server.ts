import { once } from '../../../platform/runtime/compute-once.ts';
import { getKilometresBetween } from '../measure.ts';
import type { Position } from '../schema.ts';
import { findLocalAuthority } from '../boundaries/queries.server.ts';
import { getRegion } from '../region/queries.server.ts';
import { type BridgePoint, getBridges } from './bridges.server.ts';
import { type Place, getGazetteer } from './queries.server.ts';
import { estimateRoute, toRoutePoint, type RoutePoint } from './routes.server.ts';

/** Smaller settlements are never the nearest town, except the main villages of islands. */
const MIN_TOWN_POPULATION = 500;

/** A place from where the route to a town is known: the town itself, or the end of a bridge. */
interface Destination extends RoutePoint {
  town: Place;
  isVillage: boolean;
  localAuthority: string | null;
  /** Kilometres from there to the town. */
  beyond: number;
}

/** Towns are preferred that no bridge separates. */
const BRIDGE_KM = 2;

/**
 * Returns the town of 500 people or more, or the village of the same island, with the shortest route, and its straight-line distance. A
 * route is the straight line, but goes round firths and sea lochs and over their bridges, and counts 30 km more for a ferry to another
 * landmass. To another landmass, towns and villages of the same local authority come first.
 */
export function findNearestTown(position: Position): Place & { kilometres: number } {
  const from = toRoutePoint(position);
  const destinations = listDestinations();
  const nearest = findNearest(
    from,
    destinations.filter((to) => !to.isVillage || to.landmass === from.landmass),
  );
  const localAuthority = findLocalAuthority(position);
  const own = destinations.filter((to) => localAuthority !== null && to.localAuthority === localAuthority);
  const isElsewhere = nearest.to.landmass !== from.landmass && !own.includes(nearest.to);
  const { town } = (isElsewhere && own.length > 0 ? findNearest(from, own) : nearest).to;
  return { ...town, kilometres: getKilometresBetween(position, town) };
}

/** The remotest island of Scotland, St Kilda, is 137 km from Stornoway; positions farther away are abroad. */
const MAX_TOWN_DISTANCE_KM = 140;

/** Returns the name of the nearest town; null abroad. */
export function findTown(position: Position): string | null {
  const { name, kilometres } = findNearestTown(position);
  return kilometres <= MAX_TOWN_DISTANCE_KM ? name : null;
}

/** Returns the northernmost, southernmost, easternmost and westernmost town. */
export function listOutermostTowns(): Position[] {
  const towns = listTowns().map(({ town }) => town);
  const byLatitude = towns.toSorted((a, b) => a.latitude - b.latitude);
  const byLongitude = towns.toSorted((a, b) => a.longitude - b.longitude);
  return [byLatitude.at(-1)!, byLatitude[0]!, byLongitude.at(-1)!, byLongitude[0]!];
}

const listTowns = once((): Destination[] => {
  const towns = getGazetteer().towns.filter(
    (place) => place.population >= MIN_TOWN_POPULATION || isIslandVillage(place),
  );
  return towns.map((town) => ({
    ...toRoutePoint(town),
    town,
    isVillage: isIslandVillage(town),
    localAuthority: findLocalAuthority(town),
    beyond: 0,
  }));
});

function isIslandVillage({ name, latitude, longitude }: Place): boolean {
  return getRegion().islandVillages.some(
    ([village, north, east]) => village === name && north === latitude && east === longitude,
  );
}

/** The towns, and both ends of each bridge with the town nearest to its other end. */
const listDestinations = once((): Destination[] => {
  const ends = Object.values(getBridges()).flatMap(([a, b]) => [toBridgeEnd(a, b), toBridgeEnd(b, a)]);
  return [...listTowns(), ...ends];
});

function toBridgeEnd(end: BridgePoint, other: BridgePoint): Destination {
  const [here, there] = [end, other].map(([latitude, longitude]) => toRoutePoint({ latitude, longitude }));
  const { to, kilometres } = findNearest(there!, listTowns());
  return { ...to, ...here!, beyond: BRIDGE_KM + getKilometresBetween(here!, there!) + kilometres };
}

/** Returns the destination with the shortest route. A route is never shorter than the straight line, so that few need an estimate. */
function findNearest(from: RoutePoint, destinations: readonly Destination[]): { to: Destination; kilometres: number } {
  const candidates = destinations.map((to) => ({ to, straight: getKilometresBetween(from, to) + to.beyond }));
  candidates.sort((a, b) => a.straight - b.straight);
  let nearest = { to: candidates[0]!.to, kilometres: Infinity };
  for (const { to, straight } of candidates) {
    if (straight >= nearest.kilometres) break;
    const kilometres = estimateRoute(from, to) + to.beyond;
    if (kilometres < nearest.kilometres) nearest = { to, kilometres };
  }
  return nearest;
}
