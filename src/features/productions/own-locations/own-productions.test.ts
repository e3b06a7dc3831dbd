import { beforeEach, expect, test } from 'vitest';
import { addCompany } from '../../../../tests/support/companies.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addLocation } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { addProduction } from '../../../../tests/support/productions.ts';
import { featureApi, testServices } from '../../../../tests/support/services.ts';
import { productionFeature } from '../feature.ts';
import type { LocationState, Stage } from '../schema.ts';
import { ownProductions } from './contract.ts';

const { kysely: db } = await testDatabase();
const NOW = new Date('2027-03-10T12:00:00Z');
const signIn = (person: Parameters<typeof featureApi>[2]) =>
  featureApi(productionFeature, testServices(db, { now: () => NOW }), person);
const owner = await addPerson(db, 'OWNER');
const api = signIn(owner);
const mill = await addLocation(db, { title: 'Weir mill', owner_id: owner.id });
const company_id = await addCompany(db, { name: 'Northlight' });

beforeEach(async () => {
  await db.deleteFrom('productions').execute();
});

test.each<[state: LocationState, stage: Stage, isListed: boolean]>([
  ['OFFERED', 'PREPARATION', false],
  ['VISITED', 'PREPARATION', false],
  ['REFUSED', 'PREPARATION', false],
  ['AGREED', 'PREPARATION', true],
  ['AGREED', 'LOST', false],
  ['USED', 'LOST', true],
])('of a production with the location %s and the stage %s, the owner reads: %s', async (state, stage, isListed) => {
  await addProduction(db, { location: mill, state }, { stage, ended_at: stage === 'LOST' ? NOW : null });
  expect(await api(ownProductions, {})).toHaveLength(isListed ? 1 : 0);
});

test.each<[embargo: object, name: string, company: string | null]>([
  [{}, 'Salt and Iron', 'Northlight'],
  [{ embargoed: true, embargo_until: null }, 'Heron', null],
  [{ embargoed: true, embargo_until: '2027-03-10' }, 'Heron', null],
  [{ embargoed: true, embargo_until: '2027-03-09' }, 'Salt and Iron', 'Northlight'],
])('names a production with %o %s, and its company %s', async (embargo, name, company) => {
  await addProduction(
    db,
    { location: mill, state: 'AGREED' },
    { title: 'Salt and Iron', code_name: 'Heron', company_id, ...embargo },
  );
  expect(await api(ownProductions, {})).toMatchObject([{ name, company }]);
});

test('lists those without a day first, then the latest', async () => {
  for (const [title, used_from, used_to] of [
    ['Old', '2026-03-02', '2026-03-04'],
    ['No day', null, null],
    ['New', null, '2027-05-04'],
  ] as const) {
    const id = await addProduction(db, { location: mill, state: 'AGREED' }, { title });
    await db.updateTable('production_locations').set({ used_from, used_to }).where('production_id', '=', id).execute();
  }
  const listed = await api(ownProductions, {});
  expect(listed.map(({ name }) => name)).toEqual(['No day', 'New', 'Old']);
  expect(listed[2]).toMatchObject({ state: 'AGREED', used_from: '2026-03-02', used_to: '2026-03-04' });
});

test('is for the owner alone', async () => {
  await addProduction(db, { location: mill, state: 'AGREED' });
  expect(await api(ownProductions, {})).toMatchObject([{ location: { id: mill, title: 'Weir mill' } }]);
  expect(await signIn(await addPerson(db, 'OWNER'))(ownProductions, {})).toEqual([]);
  await db.updateTable('locations').set({ owner_id: null }).where('id', '=', mill).execute();
  expect(await api(ownProductions, {})).toEqual([]);
});
