import { once } from '../../../platform/runtime/compute-once.ts';
import { readRegionJson } from '../region/queries.server.ts';
import type { Position } from '../schema.ts';

/** A settlement or an island. */
export interface Place extends Position {
  name: string;
  /** 0 if unknown. */
  population: number;
  /** Minimum zoom of its label. */
  zoom: number;
}

/** Settlements and islands of the region, and cities abroad; each list largest first. */
interface Gazetteer {
  towns: readonly Place[];
  islands: readonly Place[];
  abroad: readonly Place[];
}

type PlaceRow = [name: string, latitude: number, longitude: number, population: number, zoom: number];

/** Returns all named places, read on first use. */
export const getGazetteer = once((): Gazetteer => {
  const rows = readRegionJson('gazetteer.json') as Record<keyof Gazetteer, PlaceRow[]>;
  const places = (list: PlaceRow[]) =>
    list.map(([name, latitude, longitude, population, zoom]) => ({ name, latitude, longitude, population, zoom }));
  return { towns: places(rows.towns), islands: places(rows.islands), abroad: places(rows.abroad) };
});
