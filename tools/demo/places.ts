/**
 * Derives demo/places/places.csv from the folder of public source files that demo/README.md names:
 * `node tools/demo/places.ts FOLDER`. The same folder gives the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { kilometresBetween, nearestTown } from '../../src/features/geography/gazetteer/queries.server.ts';
import type { FacetField } from '../../src/features/locations/schema.ts';
import { describe } from './describe.ts';
import { optionsOf } from './options.ts';
import { ATTRIBUTIONS, positionOf, titleOf, type Source, type SourceRow } from './source-row.ts';

/** The rows of one place: the leading source's first. */
type Place = [SourceRow, ...SourceRow[]];

/** Rows of one name within this distance are one place, unless one source lists both under one category. */
const SAME_PLACE_KILOMETRES = 3;

const source = process.argv[2];
if (source === undefined) throw new Error('Say which folder holds the source files: node tools/demo/places.ts FOLDER');
const demo = join(import.meta.dirname, '../../demo');

function readRows(folder: string): SourceRow[] {
  const file = readFileSync(join(folder, 'locations/scotland-locations-demo.csv'));
  return parse(file, { columns: true }) as SourceRow[];
}

/** Puts rows about one place together, by name and distance. */
function gather(rows: readonly SourceRow[]): Place[] {
  const trust = Object.keys(ATTRIBUTIONS) as Source[];
  const places = new Map<string, Place[]>();
  for (const row of rows.toSorted((a, b) => trust.indexOf(a.source) - trust.indexOf(b.source))) {
    const name = titleOf(row).toLowerCase();
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
  const [a, b] = [positionOf(place[0]), positionOf(row)];
  return a !== null && b !== null && kilometresBetween(a, b) <= SAME_PLACE_KILOMETRES;
}

/** A legacy id that depends on nothing but the source's own (FNV-1a), in nine digits. */
function legacyId({ source: name, source_id: id }: SourceRow): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${name}:${id}`)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return 100_000_000 + (hash % 900_000_000);
}

function record(place: Place): Record<string, string | number> {
  const [lead] = place;
  const position = positionOf(lead);
  return {
    locationidentifier: legacyId(lead),
    title: titleOf(lead),
    ...optionCells(place),
    ...addressOf(place),
    nearesttown: position ? nearestTown(position).name : '',
    latitude: position?.latitude ?? '',
    longitude: position?.longitude ?? '',
    exporttowebsite: 'yes',
    description: describe(place),
    attribution: [...new Set(place.map((row) => ATTRIBUTIONS[row.source]))].join('. '),
    migrationnotes: place.map(provenance).join('\n'),
  };
}

/** Museums alone have postal addresses; they are open to the public, or were. */
function addressOf(place: Place) {
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

function provenance({ source: name, source_id: id, licence, url }: SourceRow): string {
  return `Source: ${name}, record ${id}. Licence: ${licence}.${url === '' ? '' : ` See ${url}.`}`;
}

/** The lists of options that the demo starts with. */
const lists = JSON.parse(readFileSync(join(demo, 'options.json'), 'utf8')) as Record<FacetField, string[]>;

/** The options as cells; a name that demo/options.json does not list would be refused by the importer too. */
function optionCells(place: Place): Record<string, string> {
  const cells = Object.entries(optionsOf(place)) as [FacetField, string[]][];
  for (const [field, names] of cells) {
    const unknown = names.find((name) => !lists[field].includes(name));
    if (unknown !== undefined) throw new Error(`demo/options.json lacks the ${field} ‘${unknown}’`);
  }
  return Object.fromEntries(cells.map(([field, names]) => [field, names.join('|')]));
}

const cell = (value: string | number) =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value;

const places = gather(readRows(source));
const records = places
  .map(record)
  .toSorted((a, b) => Number(a['locationidentifier']) - Number(b['locationidentifier']));
const ids = new Set(records.map((each) => each['locationidentifier']));
if (ids.size < records.length) throw new Error('Two places came to the same legacy id');

const lines = [Object.keys(records[0]!), ...records.map((each) => Object.values(each))];
writeFileSync(join(demo, 'places/places.csv'), lines.map((line) => line.map(cell).join(',') + '\n').join(''));
console.log(`${records.length} places of ${places.flat().length} rows`);
