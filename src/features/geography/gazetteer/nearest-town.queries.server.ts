import { once } from '../../../platform/once.ts';
import { getKilometresBetween } from '../measure.ts';
import type { Position } from '../schema.ts';
import { type BridgePoint, getBridges } from './bridges.server.ts';
import { type Place, getGazetteer } from './queries.server.ts';
import { estimateRoute, toRoutePoint, type RoutePoint } from './routes.server.ts';

/** Smaller settlements are never the nearest town. */
const MIN_TOWN_POPULATION = 500;

/** A place from where the route to a town is known: the town itself, or the end of a bridge. */
interface Destination extends RoutePoint {
  town: Place;
  /** Kilometres from there to the town. */
  beyond: number;
}

/** Towns are preferred that no bridge separates. */
const BRIDGE_KM = 2;

/**
 * Returns the town of 500 people or more with the shortest route, and its straight-line distance. A route is the straight line, but
 * goes round firths and sea lochs and over their bridges, and counts 30 km more for a ferry to another landmass.
 */
export function findNearestTown(position: Position): Place & { kilometres: number } {
  const { town } = findNearest(toRoutePoint(position), listDestinations());
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
  const towns = getGazetteer().towns.filter((place) => place.population >= MIN_TOWN_POPULATION);
  return towns.map((town) => ({ ...toRoutePoint(town), town, beyond: 0 }));
});

/** The towns, and both ends of each bridge with the town nearest to its other end. */
const listDestinations = once((): Destination[] => {
  const ends = Object.values(getBridges()).flatMap(([a, b]) => [toBridgeEnd(a, b), toBridgeEnd(b, a)]);
  return [...listTowns(), ...ends];
});

function toBridgeEnd(end: BridgePoint, other: BridgePoint): Destination {
  const [here, there] = [end, other].map(([latitude, longitude]) => toRoutePoint({ latitude, longitude }));
  const { town, kilometres } = findNearest(there!, listTowns());
  return { ...here!, town, beyond: BRIDGE_KM + getKilometresBetween(here!, there!) + kilometres };
}

/** Returns the town with the shortest route. A route is never shorter than the straight line, so that few need an estimate. */
function findNearest(from: RoutePoint, destinations: readonly Destination[]): { town: Place; kilometres: number } {
  const candidates = destinations.map((to) => ({ to, straight: getKilometresBetween(from, to) + to.beyond }));
  candidates.sort((a, b) => a.straight - b.straight);
  let nearest = { town: candidates[0]!.to.town, kilometres: Infinity };
  for (const { to, straight } of candidates) {
    if (straight >= nearest.kilometres) break;
    const kilometres = estimateRoute(from, to) + to.beyond;
    if (kilometres < nearest.kilometres) nearest = { town: to.town, kilometres };
  }
  return nearest;
}
