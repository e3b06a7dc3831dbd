import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { localAuthorityAt } from '../../src/features/geography/boundaries/queries.server.ts';
import { nearestTown } from '../../src/features/geography/gazetteer/queries.server.ts';
import { FACET_FIELDS, FACETS } from '../../src/features/locations/schema.ts';

type Row = Record<string, string>;

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const rows = parse(read('places.csv'), { columns: true }) as Row[];
const options = JSON.parse(read('../options.json')) as Record<string, string[]>;
const placed = rows.filter((row) => row['latitude'] !== '');
const positionOf = (row: Row) => ({ latitude: Number(row['latitude']), longitude: Number(row['longitude']) });

describe('the real places of the demo', () => {
  test('are at least three thousand, each with its own legacy id', () => {
    expect(rows.length).toBeGreaterThanOrEqual(3000);
    expect(new Set(rows.map((row) => row['locationidentifier'])).size).toBe(rows.length);
  });

  test('each have a title, a category, a description and someone to credit', () => {
    for (const column of ['title', 'category', 'description', 'attribution', 'migrationnotes']) {
      expect(rows.filter((row) => row[column] === '')).toEqual([]);
    }
  });

  test.each(FACET_FIELDS)('keep to the list of options for %s', (field) => {
    const used = rows.map((row) => row[field]!.split('|').filter((name) => name !== ''));
    expect([...new Set(used.flat())].filter((name) => !options[field]!.includes(name))).toEqual([]);
    expect(Math.max(...used.map((names) => names.length))).toBeLessThanOrEqual(FACETS[field].several ? 9 : 1);
  });

  test('lie where their nearest town and local authority say', () => {
    expect(placed.filter((row) => nearestTown(positionOf(row)).name !== row['nearesttown'])).toEqual([]);
    const astray = placed.filter((row) => localAuthorityAt(positionOf(row)) !== row['localauthority']);
    // What lies on a border, mostly summits, may fall to either council.
    expect(astray.length / placed.length).toBeLessThan(0.003);
  });

  test('leave what nobody knows blank', () => {
    expect(rows.filter((row) => /\b1 people/.test(row['description']!))).toEqual([]);
    const blank = (column: string) => rows.filter((row) => row[column] === '').length;
    expect(blank('century')).toBeGreaterThan(rows.length / 2);
    expect(blank('latitude')).toBe(1); // a museum whose source gives only the middle of the country
  });

  test('have every list without repeats', () => {
    for (const names of Object.values(options)) expect(new Set(names).size).toBe(names.length);
  });
});
