import { readFileSync } from 'node:fs';
import type { Position } from '../../locations/schema.ts';

/** A settlement or an island. */
export interface Place extends Position {
  name: string;
  /** Inhabitants; 0 where unknown. */
  population: number;
  /** Web map zoom from which its label is shown. */
  zoom: number;
}

/** `towns` and `islands` are in Scotland, `abroad` are cities of neighbouring countries; each sorted by size, the largest first. */
export interface Gazetteer {
  towns: readonly Place[];
  islands: readonly Place[];
  abroad: readonly Place[];
}

type PlaceRow = [name: string, latitude: number, longitude: number, population: number, zoom: number];

/** Minimum population of a town; smaller settlements are hamlets. */
const TOWN_POPULATION = 500;
const EARTH_RADIUS_KILOMETRES = 6371;

let loaded: Gazetteer | undefined;

/** Returns all named places; read on first use. */
export function gazetteer(): Gazetteer {
  return (loaded ??= read(new URL('places.json', import.meta.url)));
}

function read(file: URL): Gazetteer {
  const rows = JSON.parse(readFileSync(file, 'utf8')) as Record<keyof Gazetteer, PlaceRow[]>;
  const places = (list: PlaceRow[]) =>
    list.map(([name, latitude, longitude, population, zoom]) => ({ name, latitude, longitude, population, zoom }));
  return { towns: places(rows.towns), islands: places(rows.islands), abroad: places(rows.abroad) };
}

/** Returns the nearest town, and its distance in a straight line. */
export function nearestTown(position: Position): { name: string; kilometres: number } {
  const nearest = findNearest(position, getTowns());
  return { name: nearest.name, kilometres: kilometresBetween(position, nearest) };
}

/** St Kilda is 80 km from the nearest town. A position farther away is outside of Scotland. */
const MAX_TOWN_KILOMETRES = 100;

/** Returns the name of the nearest town; null if none is within 100 km. */
export function townNear(position: Position): string | null {
  const { name, kilometres } = nearestTown(position);
  return kilometres <= MAX_TOWN_KILOMETRES ? name : null;
}

let towns: readonly Place[] | undefined;

function getTowns(): readonly Place[] {
  return (towns ??= gazetteer().towns.filter((place) => place.population >= TOWN_POPULATION));
}

/** Compares distances on a local plane (equirectangular). A few hundred places need no index. */
function findNearest(position: Position, places: readonly Place[]): Place {
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

/** Returns the great-circle distance in kilometres (haversine). */
export function kilometresBetween(a: Position, b: Position): number {
  const radians = Math.PI / 180;
  const dLatitude = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const dLongitude = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const chord = dLatitude ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * dLongitude ** 2;
  return 2 * EARTH_RADIUS_KILOMETRES * Math.asin(Math.sqrt(chord));
}
