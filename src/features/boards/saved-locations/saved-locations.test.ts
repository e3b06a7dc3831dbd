import { expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { deleteFromBoards, mergeOnBoards } from '../contents/commands.server.ts';
import * as routes from '../contract.ts';
import { savedLocations } from './contract.ts';

const { kysely: db } = await testDatabase();

test('lists the locations of all active boards of the caller once, after every change', async () => {
  const api = boardsApi(db, await addPerson(db, 'SCOUT'));
  const [mill = '', tower = '', shore = ''] = await addPublished(db, ['Mill', 'Tower', 'Shore'], false);
  const expectSaved = async (...ids: string[]) =>
    expect((await api(savedLocations, {})).toSorted()).toEqual(ids.toSorted());
  await expectSaved();
  const { id: first } = await api(routes.createBoard, { title: 'Episode 4' });
  const { id: second } = await api(routes.createBoard, { title: 'Episode 5' });
  for (const locationId of [mill, tower]) await api(routes.addLocation, { id: first, locationId });
  await api(routes.addLocation, { id: second, locationId: mill });
  await expectSaved(mill, tower);
  await api(routes.removeLocation, { id: first, locationId: mill });
  await expectSaved(mill, tower);
  await api(routes.removeLocation, { id: second, locationId: mill });
  await expectSaved(tower);
  await db.transaction().execute((trx) => mergeOnBoards(trx, { from: tower, into: shore, at: new Date() }));
  await expectSaved(shore);
  const { id: copy } = await api(routes.duplicateBoard, { id: first, title: 'Copy' });
  await api(routes.deleteBoard, { id: first });
  await expectSaved(shore);
  await api(routes.addLocation, { id: copy, locationId: mill });
  await db.transaction().execute((trx) => deleteFromBoards(trx, { ids: [shore], at: new Date() }));
  await expectSaved(mill);
  await api(routes.archiveBoard, { id: copy });
  await expectSaved();
});

test('does not mix up accounts, and has private boards for the Locations Team', async () => {
  const [mill = '', tower = ''] = await addPublished(db, ['Mill', 'Tower'], false);
  const [scout, admin, other] = await Promise.all([
    addPerson(db, 'SCOUT'),
    addPerson(db, 'ADMIN'),
    addPerson(db, 'ADMIN'),
  ]);
  const { id } = await boardsApi(db, scout)(routes.createBoard, { title: 'Episode 4' });
  await boardsApi(db, scout)(routes.addLocation, { id, locationId: mill });
  const asAdmin = boardsApi(db, admin);
  expect(await asAdmin(savedLocations, {})).toEqual([]);
  const { id: shared } = await boardsApi(db, other)(routes.createPrivateBoard, { title: 'For the commissioner' });
  await boardsApi(db, other)(routes.addLocation, { id: shared, locationId: tower });
  expect(await asAdmin(savedLocations, {})).toEqual([tower]);
  expect(await boardsApi(db, scout)(savedLocations, {})).toEqual([mill]);
});
