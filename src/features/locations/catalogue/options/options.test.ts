import { featureHandlers, testServices } from '../../../../../tests/support/services.ts';
import { locationFeature } from '../../../../../src/features/locations/feature.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createCallContext } from '../../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../../tests/support/database.ts';
import { exportLines } from '../../../../../tests/support/export-lines.ts';
import { addLocation } from '../../../../../tests/support/locations.ts';
import { addPerson } from '../../../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../../../platform/http/route-handlers.ts';
import { publishEvent } from '../../../../server/event-subscriptions.ts';
import { addOption, orderOptions } from './commands.server.ts';
import * as routes from './contract.ts';
import { optionName } from './schema.ts';

const { kysely: db } = await testDatabase();
const admin = await addPerson(db, 'ADMIN');
const handlers = featureHandlers(locationFeature, testServices(db, { publishEvent, now: () => new Date() }));
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));

beforeEach(async () => {
  await db.deleteFrom('locations').execute();
  await db.deleteFrom('options').execute();
  for (const name of ['Coastal', 'Moor', 'Forest']) await api(routes.addOption, { field: 'setting', name });
});

const names = async () => (await api(routes.optionLists, {})).map(({ name }) => name);
const idOf = async (name: string) => (await api(routes.optionLists, {})).find((option) => option.name === name)!.id;
const audited = () =>
  db.selectFrom('audit_logs').select(['user_id', 'type', 'details']).orderBy('id', 'desc').limit(1).executeTakeFirst();

test('adds an option at the end, once, with an audit entry', async () => {
  expect(await names()).toEqual(['Coastal', 'Moor', 'Forest']);
  expect(await audited()).toEqual({ user_id: admin.id, type: 30, details: { field: 'setting', added: 'Forest' } });
  await expect(api(routes.addOption, { field: 'setting', name: 'moor' })).rejects.toMatchObject({
    errorType: 'CONFLICT',
    message: 'The list has “moor” already.',
  });
});

test.each(['Moor\ud800', '\udc00Moor'])('rejects the name %j, which PostgreSQL cannot store', async (name) => {
  const id = await idOf('Moor');
  await expect(api(routes.addOption, { field: 'setting', name })).rejects.toMatchObject({ errorType: 'MALFORMED' });
  for (const renaming of [
    { was: 'Moor', name },
    { was: name, name: 'Moor' },
  ])
    await expect(api(routes.renameOption, { id, ...renaming })).rejects.toMatchObject({ errorType: 'MALFORMED' });
  expect(await names()).toEqual(['Coastal', 'Moor', 'Forest']);
});

test('rejects a renaming with an outdated name', async () => {
  const id = await idOf('Moor');
  await api(routes.renameOption, { id, was: 'Moor', name: 'Moorland' });
  expect(await names()).toEqual(['Coastal', 'Moorland', 'Forest']);
  await expect(api(routes.renameOption, { id, was: 'Moor', name: 'Heath' })).rejects.toMatchObject({
    message: 'Somebody else has renamed this to “Moorland”.',
  });
  await api(routes.renameOption, { id, was: 'Moorland', name: 'moorland' });
  expect(await names()).toContain('moorland');
});

test('rejects an order of an outdated list', async () => {
  const [a = 0, b = 0, c = 0] = (await api(routes.optionLists, {})).map(({ id }) => id);
  await api(routes.orderOptions, { field: 'setting', ids: [c, a, b] });
  expect(await names()).toEqual(['Forest', 'Coastal', 'Moor']);
  for (const ids of [
    [c, a],
    [c, a, a],
    [c, a, 0],
  ]) {
    await expect(api(routes.orderOptions, { field: 'setting', ids })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  }
});

test('serialises concurrent changes of a list', async () => {
  const [a = 0, b = 0, c = 0] = (await api(routes.optionLists, {})).map(({ id }) => id);
  const renamed = await db.transaction().execute(async (trx) => {
    const act = { trx, actor: admin, at: new Date() };
    await addOption(act, { field: 'setting', name: 'Loch' });
    const renaming = api(routes.renameOption, { id: b, was: 'Moor', name: 'Heath' });
    const waiting = sql`
      select from pg_locks join pg_database d on d.oid = database where datname = current_database() and not granted`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
    const ids = await trx.selectFrom('options').select('id').where('id', 'not in', [a, b, c]).execute();
    await orderOptions(act, { field: 'setting', ids: [b, a, c, ...ids.map(({ id }) => id)] });
    return [renaming];
  });
  await Promise.all(renamed);
  expect(await names()).toEqual(['Heath', 'Coastal', 'Forest', 'Loch']);
});

test('rejects the deletion of an option in use, with the number of locations', async () => {
  await addLocation(db, { options: { setting: ['Moor'] } });
  await addLocation(db, { options: { setting: ['Moor'] } });
  const id = await idOf('Moor');
  expect(await api(routes.optionUse, { id })).toEqual({ locations: 2, accounts: 0 });
  await expect(api(routes.deleteOption, { id })).rejects.toMatchObject({
    errorType: 'CONFLICT',
    message: '2 locations have “Moor”. Only options that no location has can be deleted.',
  });
  await api(routes.deleteOption, { id: await idOf('Forest') });
  expect(await names()).toEqual(['Coastal', 'Moor']);
  expect(await audited()).toMatchObject({ details: { field: 'setting', deleted: 'Forest' } });
});

test.each(['', '  ', 'a'.repeat(121), 'Moor|Heath'])('rejects the name “%s”', (name) => {
  expect(optionName.safeParse(name).success).toBe(false);
});

test('exports all lists, or one of them, in order', async () => {
  await api(routes.addOption, { field: 'category', name: 'Castle, ruined' });
  const lines = async (asked: object) =>
    (await exportLines(handlers, routes.exportOptions, admin, asked)).map((line) => line.replace(/^\d+/, '#'));
  const setting = ['#,Setting,1,Coastal', '#,Setting,2,Moor', '#,Setting,3,Forest'];
  expect(await lines({ field: 'setting' })).toEqual(['Id,List,Position,Name', ...setting]);
  expect(await lines({})).toEqual(['Id,List,Position,Name', '#,Category,1,"Castle, ruined"', ...setting]);
});
