/**
 * Generates regions/ireland/demo/places.csv, the demo catalogue, from `castles.csv` in the folder of the source files and the map data of
 * the region: `node tools/regions/ireland-demo.ts FOLDER`. The output is deterministic.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { findLocalAuthority } from '../../src/features/geography/boundaries/queries.server.ts';
import { findNearestTown } from '../../src/features/geography/gazetteer/nearest-town.queries.server.ts';
import { getGazetteer } from '../../src/features/geography/gazetteer/queries.server.ts';
import { getRegionPath, selectRegion } from '../../src/features/geography/region/queries.server.ts';
import type { Position } from '../../src/features/geography/schema.ts';
import { getSourceFolder } from './region-files.ts';

const source = getSourceFolder();
selectRegion(path.join(import.meta.dirname, '../../regions/ireland'));

const TOWNS = 14;
/** Ashford Castle in County Mayo, which the boundaries, exact to about a kilometre, have in County Galway. */
const BEYOND_A_BORDER = 'Q725274';
const CATEGORIES: Readonly<Record<string, string>> = {
  castle: 'Castle or fortification',
  fortress: 'Castle or fortification',
  palace: 'Country house or lodge',
  ruin: 'Castle or fortification|Ruin',
};
/** Film offices by local authority, as generally known; see regions/ireland/README.md. */
const FILM_OFFICES: Readonly<Record<string, string>> = {
  Limerick: 'Film in Limerick',
  Offaly: 'Film Offaly',
  Wicklow: 'Wicklow Film Commission',
};

const castles = (parse(readFileSync(path.join(source, 'castles.csv')), { columns: true }) as Record<string, string>[])
  .filter(({ iso, qid }) => iso === 'IE' && qid !== BEYOND_A_BORDER)
  .map((row) => {
    const position = { latitude: Number(row['lat']), longitude: Number(row['lon']) };
    const century = row['century']!.replace(/ century$/, '');
    return {
      locationidentifier: Number(row['qid']!.slice(1)),
      title: row['name']!,
      category: CATEGORIES[row['category']!]!,
      century,
      ...derive(position),
      description: `A ${row['category']!}${century ? ` of the ${century} century` : ''} ${describePosition(position)}.`,
      attribution: '',
      migrationnotes: `Source: castlemap, Wikidata ${row['qid']!}. Licence: CC0.`,
    };
  });
const towns = getGazetteer()
  .towns.slice(0, TOWNS)
  .map((town, index) => ({
    locationidentifier: 900_000_000 + index,
    title: town.name,
    category: 'Town or village',
    century: '',
    ...derive(town),
    description: `A place of ${town.population.toLocaleString('en-IE')} people.`,
    attribution: 'GeoNames (www.geonames.org), CC BY 4.0',
    migrationnotes: 'Source: GeoNames. Licence: CC BY 4.0.',
  }));

function derive(position: Position) {
  const authority = findLocalAuthority(position) ?? '';
  return {
    localauthority: authority,
    filmoffice: FILM_OFFICES[authority] ?? `${authority} film liaison`,
    nearesttown: findNearestTown(position).name,
    latitude: position.latitude,
    longitude: position.longitude,
    exporttowebsite: 'yes',
  };
}

function describePosition(position: Position): string {
  const { name, kilometres } = findNearestTown(position);
  return kilometres < 1 ? `in ${name}` : `${Math.round(kilometres)} km from ${name}`;
}

const formatCell = (value: string | number) =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
const places = [...castles, ...towns];
const lines = [Object.keys(places[0]!), ...places.map((place) => Object.values(place).map(formatCell))];
writeFileSync(getRegionPath('demo/places.csv'), `${lines.map((cells) => cells.join(',')).join('\n')}\n`);
console.log(`${places.length} places`);
