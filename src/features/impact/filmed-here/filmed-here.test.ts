import type { Insertable } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addLocation } from '../../../../tests/support/locations.ts';
import { addProduction } from '../../../../tests/support/productions.ts';
import { featureApi, testServices } from '../../../../tests/support/services.ts';
import { publishAll } from '../../../../tests/support/submissions.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { impactFeature } from '../feature.ts';
import { filmedHere } from './contract.ts';
import { filmedLocations, filmedPoints } from './locations/contract.ts';

const { kysely: db } = await testDatabase();
const services = testServices(db, { now: () => new Date('2027-06-15T12:00:00Z') });
const visitor = featureApi(impactFeature, services, null);
/** Inside a kilometre of the mill, which the public sees at the middle of a square. */
const EXACT = { latitude: 56.12345, longitude: -3.54321 };
const id = await addLocation(db, { title: 'Weir mill', ...EXACT, map_precision: 'near' });
const elsewhere = await addLocation(db, { title: 'Kirk' });
await publishAll(db, [id, elsewhere]);

type Production = Partial<Insertable<Database['productions']>>;
const SECRET = { code_name: 'Heron', embargoed: true } as const;
const ENDED = { stage: 'COMPLETED', ended_at: new Date('2027-05-01') } as const;

/** Adds a production that has used the location in May 2026, and may be named. */
async function use(
  title: string,
  production: Production = {},
  location: Partial<Insertable<Database['production_locations']>> = {},
): Promise<void> {
  const production_id = await addProduction(db, {}, { title, may_be_named: true, ...ENDED, ...production });
  const used = { location_id: id, title: 'Weir mill', state: 'USED', used_from: '2026-05-04' } as const;
  await db
    .insertInto('production_locations')
    .values({ production_id, added_at: new Date(), ...used, ...location })
    .execute();
}

beforeEach(() => db.deleteFrom('productions').execute());

test('names productions that may be named, after their embargo and once they have left, the latest first', async () => {
  await use('The Weir');
  await use('Salt and Iron', { ...SECRET, embargo_until: '2027-06-14' });
  await use('Still shooting', { stage: 'SHOOTING', ended_at: null }, { used_from: '2027-06-14' });
  await use('No day here', { shoot_to: '2025-01-02' }, { used_from: null });

  await use('Not to be named', { may_be_named: false });
  await use('Secret', SECRET);
  await use('Secret until tonight', { ...SECRET, embargo_until: '2027-06-15' });
  await use('Agreed only', {}, { state: 'AGREED' });
  await use('Lost', { stage: 'LOST' });
  await use('Here today', { stage: 'SHOOTING', ended_at: null }, { used_from: '2027-06-15' });
  await use('Elsewhere', {}, { location_id: elsewhere });
  await use('No day at all', {}, { used_from: null });

  expect(await visitor(filmedHere, { id })).toEqual([
    { title: 'Still shooting', year: 2027 },
    { title: 'Salt and Iron', year: 2026 },
    { title: 'The Weir', year: 2026 },
    { title: 'No day here', year: 2025 },
  ]);
});

test('is about published locations only', async () => {
  const draft = await addLocation(db, { title: 'Draft' });
  await use('The Weir', {}, { location_id: draft });
  await expect(visitor(filmedHere, { id: draft })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

const listTitles = async (input: object) => {
  const { data } = await visitor(filmedLocations, input);
  return data.map(({ title, productions }) => [title, ...productions.map((production) => production.title)]);
};

test('lists locations with what was filmed there, by words of a title and year, and nothing that may not be named', async () => {
  await use('The Weir');
  await use('Salt and Iron', {}, { used_from: '2025-03-04' });
  await use('Weir_100%', {}, { location_id: elsewhere, used_from: '2027-02-03' });
  const draft = await addLocation(db, { title: 'Draft' });
  await use('At a draft', {}, { location_id: draft });
  await use('Secret weir', { ...SECRET, embargo_until: '2027-06-15' });
  await use('Weir, not to be named', { may_be_named: false });
  await use(
    'Weir until today',
    { stage: 'SHOOTING', ended_at: null },
    { location_id: elsewhere, used_from: '2027-06-15' },
  );

  expect(await listTitles({})).toEqual([
    ['Kirk', 'Weir_100%'],
    ['Weir mill', 'The Weir', 'Salt and Iron'],
  ]);
  expect(await listTitles({ title: 'WEIR the' })).toEqual([['Weir mill', 'The Weir']]);
  expect(await listTitles({ title: 'r_1' })).toEqual([['Kirk', 'Weir_100%']]);
  expect(await listTitles({ title: '%' })).toEqual([['Kirk', 'Weir_100%']]);
  expect(await listTitles({ title: 'secret' })).toEqual([]);
  expect(await listTitles({ year: 2025 })).toEqual([['Weir mill', 'Salt and Iron']]);
  expect(await visitor(filmedLocations, { title: 'iron', page: 2 })).toEqual({
    data: [],
    total: 1,
    current_page: 2,
    per_page: 12,
    years: [2027, 2026, 2025],
  });
});

test('has each location once, with all of its productions, on pages in the order of the last day there', async () => {
  const ids: string[] = [];
  for (let day = 1; day <= 14; day++) ids.push(await addLocation(db, { title: `Place ${day}` }));
  await publishAll(db, ids);
  for (const [i, location_id] of ids.entries()) {
    await use('Early', {}, { location_id, used_from: '2024-02-03' });
    await use('Late', {}, { location_id, used_from: `2026-03-${String(i + 1).padStart(2, '0')}` });
  }
  const pages = [await listTitles({}), await listTitles({ page: 2 })];
  expect(pages.map(({ length }) => length)).toEqual([12, 2]);
  expect(pages.flat()).toEqual(ids.map((_id, i) => [`Place ${14 - i}`, 'Late', 'Early']));
});

test('the map has the public position of a location, and those of matching productions only', async () => {
  await use('The Weir');
  await use('Salt and Iron', {}, { location_id: elsewhere });
  const published = await db
    .selectFrom('published_locations')
    .select(['latitude', 'longitude'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(published).not.toEqual(EXACT);
  // The kirk has no position.
  expect(await visitor(filmedPoints, {})).toEqual([
    { id, title: 'Weir mill', locationurl: `place-${id}`, map_precision: 'near', ...published },
  ]);
  expect(await visitor(filmedPoints, { title: 'iron' })).toEqual([]);
});
