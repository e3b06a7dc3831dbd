import { readFileSync } from 'node:fs';
import { once } from '../../../platform/once.ts';
import { getKilometresBetween } from '../measure.ts';
import type { Position } from '../schema.ts';

/** A settlement or an island. */
export interface Place extends Position {
  name: string;
  /** 0 if unknown. */
  population: number;
  /** Zoom from which there is space for its label. */
  zoom: number;
}

/** Settlements and islands of Scotland, and cities abroad; each list largest first. */
export interface Gazetteer {
  towns: readonly Place[];
  islands: readonly Place[];
  abroad: readonly Place[];
}

type PlaceRow = [name: string, latitude: number, longitude: number, population: number, zoom: number];

/** Smaller settlements are never the nearest town. */
const MIN_TOWN_POPULATION = 500;

/** Returns all named places, read on first use. */
export const getGazetteer = once((): Gazetteer => {
  const file = readFileSync(new URL('places.json', import.meta.url), 'utf8');
  const rows = JSON.parse(file) as Record<keyof Gazetteer, PlaceRow[]>;
  const places = (list: PlaceRow[]) =>
    list.map(([name, latitude, longitude, population, zoom]) => ({ name, latitude, longitude, population, zoom }));
  return { towns: places(rows.towns), islands: places(rows.islands), abroad: places(rows.abroad) };
});

/** Returns the nearest place of 500 people or more, and its straight-line distance. */
export function findNearestTown(position: Position): Place & { kilometres: number } {
  const nearest = findNearest(position, listTowns());
  return { ...nearest, kilometres: getKilometresBetween(position, nearest) };
}

/** St Kilda is 80 km from the nearest town; positions farther away are abroad. */
const MAX_TOWN_DISTANCE_KM = 100;

/** Returns the name of the nearest town; null abroad. */
export function findTown(position: Position): string | null {
  const { name, kilometres } = findNearestTown(position);
  return kilometres <= MAX_TOWN_DISTANCE_KM ? name : null;
}

const listTowns = once(() => getGazetteer().towns.filter((place) => place.population >= MIN_TOWN_POPULATION));

/** Compares by an equirectangular projection around the position. A few hundred places need no index. */
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
