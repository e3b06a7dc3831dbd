/**
 * Generates demo/places/places.csv from a folder with the public source files listed in demo/README.md:
 * `node tools/demo/places.ts FOLDER`. The output is deterministic.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { findNearestTown } from '../../src/features/geography/gazetteer/nearest-town.queries.server.ts';
import { getKilometresBetween } from '../../src/features/geography/measure.ts';
import { readRegionJson, selectRegion } from '../../src/features/geography/region/queries.server.ts';
import { DEFAULT_REGION } from '../../src/platform/settings/config.ts';
import type { FacetField } from '../../src/features/locations/catalogue/schema.ts';
import { describe } from './describe.ts';
import { deriveOptions } from './options.ts';
import { ATTRIBUTIONS, getPosition, getTitle, type Source, type SourceRow } from './source-row.ts';

/** The rows of one place, that of the preferred source first. */
type Place = [SourceRow, ...SourceRow[]];

/** Rows with the same name within this distance are one place, unless one source lists both in the same category. */
const SAME_PLACE_KILOMETRES = 3;

const source = process.argv[2];
if (source === undefined)
  throw new Error('The folder of the source files is missing: node tools/demo/places.ts FOLDER');
selectRegion(DEFAULT_REGION);
const demo = join(import.meta.dirname, '../../demo');

function readRows(folder: string): SourceRow[] {
  const file = readFileSync(join(folder, 'locations/scotland-locations-demo.csv'));
  return parse(file, { columns: true }) as SourceRow[];
}

/** Groups the rows of each place, by name and distance. */
function groupByPlace(rows: readonly SourceRow[]): Place[] {
  const preference = Object.keys(ATTRIBUTIONS) as Source[];
  const places = new Map<string, Place[]>();
  for (const row of rows.toSorted((a, b) => preference.indexOf(a.source) - preference.indexOf(b.source))) {
    const name = getTitle(row).toLowerCase();
    const namesakes = places.get(name) ?? [];
    places.set(name, namesakes);
    const place = namesakes.find((candidate) => isSamePlace(candidate, row));
    if (place) place.push(row);
    else namesakes.push([row]);
  }
  return [...places.values()].flat();
}

function isSamePlace(place: Place, row: SourceRow): boolean {
  if (place.some((known) => known.source === row.source && known.category === row.category)) return false;
  const [a, b] = [getPosition(place[0]), getPosition(row)];
  return a !== null && b !== null && getKilometresBetween(a, b) <= SAME_PLACE_KILOMETRES;
}

/** Derives a nine-digit legacy id from the id in the source (FNV-1a). */
function createLegacyId({ source: name, source_id: id }: SourceRow): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${name}:${id}`)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return 100_000_000 + (hash % 900_000_000);
}

function toRecord(place: Place): Record<string, string | number> {
  const [lead] = place;
  const position = getPosition(lead);
  return {
    locationidentifier: createLegacyId(lead),
    title: getTitle(lead),
    ...formatOptions(place),
    ...getAddress(place),
    nearesttown: position ? findNearestTown(position).name : '',
    latitude: position?.latitude ?? '',
    longitude: position?.longitude ?? '',
    exporttowebsite: 'yes',
    description: describe(place),
    attribution: [...new Set(place.map((row) => ATTRIBUTIONS[row.source]))].join('. '),
    migrationnotes: place.map(formatProvenance).join('\n'),
  };
}

/** Only museums have a postal address. It is public, since they are or were open to visitors. */
function getAddress(place: Place) {
  const museum = place.find((row) => row.source === 'mapping-museums');
  const lines = museum ? [museum.address_1, museum.address_2, museum.locality].filter((line) => line !== '') : [];
  const distinct = lines.filter((line, i) => lines.indexOf(line) === i);
  return {
    address1: distinct[0] ?? '',
    address2: distinct[1] ?? '',
    address3: distinct[2] ?? '',
    address4: '',
    postcode: museum?.postcode ?? '',
    address_public: museum ? 'yes' : 'no',
  };
}

function formatProvenance({ source: name, source_id: id, licence, url }: SourceRow): string {
  return `Source: ${name}, record ${id}. Licence: ${licence}.${url === '' ? '' : ` See ${url}.`}`;
}

/** The option lists of the demo. */
const lists = readRegionJson('options.json') as Record<FacetField, string[]>;

/** Formats the options as cells. Throws for a name that is not in options.json of the region, which the import would reject. */
function formatOptions(place: Place): Record<string, string> {
  const cells = Object.entries(deriveOptions(place)) as [FacetField, string[]][];
  for (const [field, names] of cells) {
    const unknown = names.find((name) => !lists[field].includes(name));
    if (unknown !== undefined) throw new Error(`options.json of the region lacks the ${field} ‘${unknown}’`);
  }
  return Object.fromEntries(cells.map(([field, names]) => [field, names.join('|')]));
}

const formatCell = (value: string | number) =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value;

const places = groupByPlace(readRows(source));
const records = places
  .map(toRecord)
  .toSorted((a, b) => Number(a['locationidentifier']) - Number(b['locationidentifier']));
const ids = new Set(records.map((each) => each['locationidentifier']));
if (ids.size < records.length) throw new Error('Two places have the same legacy id');

const lines = [Object.keys(records[0]!), ...records.map((each) => Object.values(each))];
writeFileSync(join(demo, 'places/places.csv'), lines.map((line) => line.map(formatCell).join(',') + '\n').join(''));
console.log(`${records.length} places from ${places.flat().length} rows`);
