import type { Insertable } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addLocation } from '../../../../tests/support/locations.ts';
import { addProduction } from '../../../../tests/support/productions.ts';
import { featureApi, testServices } from '../../../../tests/support/services.ts';
import { publishAll } from '../../../../tests/support/submissions.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { impactFeature } from '../feature.ts';
import { filmedHere } from './contract.ts';

const { kysely: db } = await testDatabase();
const services = testServices(db, { now: () => new Date('2027-06-15T12:00:00Z') });
const visitor = featureApi(impactFeature, services, null);
const id = await addLocation(db, { title: 'Weir mill' });
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
