import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { findLocalAuthority } from '../../src/features/geography/boundaries/queries.server.ts';
import { findNearestTown } from '../../src/features/geography/gazetteer/nearest-town.queries.server.ts';
import { FACET_FIELDS, FACETS } from '../../src/features/locations/catalogue/schema.ts';

type Row = Record<string, string>;

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const rows = parse(read('places.csv'), { columns: true }) as Row[];
const options = JSON.parse(read('../../regions/scotland/options.json')) as Record<string, string[]>;
const located = rows.filter((row) => row['latitude'] !== '');
const getPosition = (row: Row) => ({ latitude: Number(row['latitude']), longitude: Number(row['longitude']) });

describe('the real places of the demo', () => {
  test('are at least 3,000 with unique legacy ids', () => {
    expect(rows.length).toBeGreaterThanOrEqual(3000);
    expect(new Set(rows.map((row) => row['locationidentifier'])).size).toBe(rows.length);
  });

  test('have a title, category, description and attribution', () => {
    for (const column of ['title', 'category', 'description', 'attribution', 'migrationnotes']) {
      expect(rows.filter((row) => row[column] === '')).toEqual([]);
    }
  });

  test.each(FACET_FIELDS)('use only listed options for %s', (field) => {
    const used = rows.map((row) => row[field]!.split('|').filter((name) => name !== ''));
    expect([...new Set(used.flat())].filter((name) => !options[field]!.includes(name))).toEqual([]);
    expect(Math.max(...used.map((names) => names.length))).toBeLessThanOrEqual(FACETS[field].isMultiple ? 9 : 1);
  });

  test('have the nearest town and local authority of their position', () => {
    expect(located.filter((row) => findNearestTown(getPosition(row)).name !== row['nearesttown'])).toEqual([]);
    const mismatches = located.filter((row) => findLocalAuthority(getPosition(row)) !== row['localauthority']);
    // Places on a border, mostly summits, may be assigned to either council.
    expect(mismatches.length / located.length).toBeLessThan(0.003);
  });

  test('leave unknown values blank', () => {
    expect(rows.filter((row) => /\b1 people/.test(row['description']!))).toEqual([]);
    const blank = (column: string) => rows.filter((row) => row[column] === '').length;
    expect(blank('century')).toBeGreaterThan(rows.length / 2);
    expect(blank('latitude')).toBe(1); // a museum whose source gives only the middle of the country
  });

  test('have option lists without duplicates', () => {
    for (const names of Object.values(options)) expect(new Set(names).size).toBe(names.length);
  });
});
