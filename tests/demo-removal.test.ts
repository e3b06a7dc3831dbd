import { expect, inject, test } from 'vitest';
import { publishEvent } from '../src/server/event-subscriptions.ts';
import { removeDemo } from '../src/server/seed/demo-removal.ts';
import { testDatabase } from './support/database.ts';
import { addLocation } from './support/locations.ts';
import { addPerson } from './support/people.ts';
import { addProduction } from './support/productions.ts';

const { kysely: db } = await testDatabase(inject('demo').template);

const count = async (table: 'productions' | 'people' | 'companies') =>
  (await db.selectFrom(table).select('id').execute()).length;

test('removing the demo deletes its locations, accounts, boards and productions, and nothing else', async () => {
  const owner = await addPerson(db, 'OWNER');
  const own = await addLocation(db, { title: 'Weir Mill', owner_id: owner.id });
  const ownProduction = await addProduction(db, {});
  expect(await count('productions')).toBeGreaterThan(1);
  const listOptions = () => db.selectFrom('options').select(['field', 'name']).orderBy('id').execute();
  const options = await listOptions();

  expect(await removeDemo(db, publishEvent, new Date())).toMatch(/^3 accounts and 3,\d{3} locations deleted\.$/);
  expect(await db.selectFrom('locations').select('id').execute()).toEqual([{ id: own }]);
  const accounts = await db.selectFrom('users').select('email').where('email', 'is not', null).execute();
  expect(accounts).toEqual([{ email: owner.email }]);
  expect(await db.selectFrom('boards').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('published_locations').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('productions').select('id').execute()).toEqual([{ id: ownProduction }]);
  expect([await count('people'), await count('companies')]).toEqual([0, 0]);
  expect(await listOptions()).toEqual(options);

  expect(await removeDemo(db, publishEvent, new Date())).toBe('0 accounts and 0 locations deleted.');
});
