import { readFileSync } from 'node:fs';
import type { Position } from '../schema.ts';

/** A named place where people live, or an island. */
export interface Place extends Position {
  name: string;
  /** Inhabitants; 0 where unknown. */
  population: number;
  /** Web map zoom from which there is room for its label among bigger ones. */
  zoom: number;
}

/** `towns` and `islands` are the country's own, `abroad` its neighbours' cities; each from the biggest down. */
export interface Gazetteer {
  towns: readonly Place[];
  islands: readonly Place[];
  abroad: readonly Place[];
}

type PlaceRow = [name: string, latitude: number, longitude: number, population: number, zoom: number];

/** Fewer people than this make a hamlet, which nobody names as the nearest town. */
const TOWN_POPULATION = 500;
const EARTH_RADIUS_KILOMETRES = 6371;

let loaded: Gazetteer | undefined;

/** All places that we know by name, read on first use and kept. */
export function gazetteer(): Gazetteer {
  return (loaded ??= read(new URL('places.json', import.meta.url)));
}

function read(file: URL): Gazetteer {
  const rows = JSON.parse(readFileSync(file, 'utf8')) as Record<keyof Gazetteer, PlaceRow[]>;
  const places = (list: PlaceRow[]) =>
    list.map(([name, latitude, longitude, population, zoom]) => ({ name, latitude, longitude, population, zoom }));
  return { towns: places(rows.towns), islands: places(rows.islands), abroad: places(rows.abroad) };
}

/** The nearest place of 500 people or more, and how far it is in a straight line. */
export function nearestTown(position: Position): { name: string; kilometres: number } {
  const nearest = nearestOf(position, townsOnly());
  return { name: nearest.name, kilometres: kilometresBetween(position, nearest) };
}

/** St Kilda is 80 km from the nearest town. A place farther from any lies in no country that the gazetteer knows. */
const TOWN_WITHIN_KM = 100;

/** The town that a position is near; null where none is, as abroad. */
export function townNear(position: Position): string | null {
  const { name, kilometres } = nearestTown(position);
  return kilometres <= TOWN_WITHIN_KM ? name : null;
}

let towns: readonly Place[] | undefined;

function townsOnly(): readonly Place[] {
  return (towns ??= gazetteer().towns.filter((place) => place.population >= TOWN_POPULATION));
}

/** Compares on a plane that is true around the position: a few hundred places need no index. */
function nearestOf(position: Position, places: readonly Place[]): Place {
  const eastWest = Math.cos((position.latitude * Math.PI) / 180);
  let nearest = places[0]!;
  let least = Infinity;
  for (const place of places) {
    const dx = (place.longitude - position.longitude) * eastWest;
    const dy = place.latitude - position.latitude;
    const distance = dx * dx + dy * dy;
    if (distance < least) [nearest, least] = [place, distance];
  }
  return nearest;
}

/** Straight-line distance over the globe (haversine), in kilometres. */
export function kilometresBetween(a: Position, b: Position): number {
  const radians = Math.PI / 180;
  const dLatitude = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const dLongitude = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const chord = dLatitude ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * dLongitude ** 2;
  return 2 * EARTH_RADIUS_KILOMETRES * Math.asin(Math.sqrt(chord));
}
