import { expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { createSavedBreakdown } from '../../../../tests/support/saved-scripts.ts';
import { featureApi, testServices } from '../../../../tests/support/services.ts';
import * as boards from '../../boards/contract.ts';
import { addSection, boardOutline } from '../../boards/sections/contract.ts';
import { scriptFeature } from '../feature.ts';
import { NO_SAVED_SCRIPT, PLACES_CONTRADICT, SAVED_MEANWHILE, SCRIPT_TOO_LARGE } from '../messages.ts';
import * as routes from './contract.ts';
import { MAX_BREAKDOWN_BYTES } from './schema.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT');
const [onBoards, api] = [boardsApi(db, scout), featureApi(scriptFeature, testServices(db), scout)];
const addBoard = async (title = 'The Weir') => (await onBoards(boards.createBoard, { title })).id;

test('what is saved with a board is read as it was, replaced, and deleted with the board', async () => {
  const id = await addBoard();
  await expect(api(routes.scriptOfBoard, { id })).rejects.toThrow(NO_SAVED_SCRIPT);
  const breakdown = createSavedBreakdown();
  const saved = await api(routes.saveScript, { id, version: 0, breakdown });
  expect(saved).toMatchObject({ board_id: id, board_title: 'The Weir', version: 1 });
  expect(await api(routes.scriptOfBoard, { id })).toEqual({ ...saved, breakdown });
  const renamed = createSavedBreakdown('OLD MILL');
  expect(await api(routes.saveScript, { id, version: 1, breakdown: renamed })).toMatchObject({ version: 2 });
  expect(await api(routes.scriptOfBoard, { id })).toMatchObject({ version: 2, breakdown: renamed });
  expect(await api(routes.scriptBoards, {})).toMatchObject([{ board_id: id, board_title: 'The Weir' }]);
  await onBoards(boards.deleteBoard, { id });
  expect(await db.selectFrom('board_scripts').select('board_id').execute()).toEqual([]);
  expect(await api(routes.scriptBoards, {})).toEqual([]);
});

test('what somebody else has saved or deleted meanwhile is not replaced', async () => {
  const id = await addBoard();
  const save = (version: number, name: string) =>
    api(routes.saveScript, { id, version, breakdown: createSavedBreakdown(name) });
  const results = await Promise.allSettled([save(0, 'MILL'), save(0, 'WEIR')]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(save(0, 'QUAY')).rejects.toThrow(SAVED_MEANWHILE);
  await expect(api(routes.deleteScript, { id, version: 2 })).rejects.toThrow(SAVED_MEANWHILE);
  await api(routes.deleteScript, { id, version: 1 });
  await api(routes.deleteScript, { id, version: 1 });
  await expect(save(1, 'QUAY')).rejects.toThrow(SAVED_MEANWHILE);
  expect(await save(0, 'QUAY')).toMatchObject({ version: 1 });
});

test('who may change the board opens it, also when it is shared; an archived board is not listed', async () => {
  const id = await addBoard();
  await api(routes.saveScript, { id, version: 0, breakdown: createSavedBreakdown() });
  const [editor, viewer] = [await addPerson(db, 'SCOUT'), await addPerson(db, 'SCOUT')];
  for (const [{ email }, may_edit] of [
    [editor, true],
    [viewer, false],
  ] as const)
    await db.insertInto('board_shares').values({ board_id: id, email, may_edit }).execute();
  const as = (person: typeof editor) => featureApi(scriptFeature, testServices(db), person);
  expect(await as(editor)(routes.scriptBoards, {})).toMatchObject([{ board_id: id }]);
  expect(await as(editor)(routes.scriptOfBoard, { id })).toMatchObject({ version: 1 });
  expect(await as(viewer)(routes.scriptBoards, {})).toEqual([]);
  await expect(as(viewer)(routes.scriptOfBoard, { id })).rejects.toThrow();
  await onBoards(boards.archiveBoard, { id });
  expect(await api(routes.scriptBoards, {})).not.toContainEqual(expect.objectContaining({ board_id: id }));
});

test.each([
  ['a place that is in no location', { locations: [] }],
  ['a place that is in two', { locations: [1, 2].map(() => createSavedBreakdown().locations[0]!) }],
  ['a place that no scene has', { locations: [{ name: 'MILL', uses: [{ scene: 0, place: 1 }], reasons: [] }] }],
])('refuses %s, and changes nothing', async (_, changes) => {
  const id = await addBoard();
  const breakdown = { ...createSavedBreakdown(), ...changes };
  await expect(api(routes.saveScript, { id, version: 0, breakdown })).rejects.toMatchObject({
    fields: { breakdown: PLACES_CONTRADICT },
  });
  await expect(api(routes.scriptOfBoard, { id })).rejects.toThrow(NO_SAVED_SCRIPT);
});

test('refuses a breakdown that is too large with a clear line', async () => {
  const id = await addBoard();
  const decided = Array.from({ length: 3_000 }, (_, n) => `${n}${'x'.repeat(MAX_BREAKDOWN_BYTES / 3_000)}`);
  const breakdown = { ...createSavedBreakdown(), decided };
  await expect(api(routes.saveScript, { id, version: 0, breakdown })).rejects.toThrow(SCRIPT_TOO_LARGE);
});

test('the outline of a board has all of its locations with their sections', async () => {
  const id = await addBoard();
  const [mill = '', weir = ''] = await addPublished(db, ['Mill', 'Weir'], false);
  const [section] = await onBoards(addSection, { id, title: 'MILL' });
  await onBoards(boards.addLocation, { id, locationId: weir });
  await onBoards(boards.addLocation, { id, locationId: mill, sectionId: section!.id });
  expect(await onBoards(boardOutline, { id })).toEqual({
    title: 'The Weir',
    sections: [{ id: section!.id, title: 'MILL' }],
    locations: [
      { id: weir, title: 'Weir', section_id: null },
      { id: mill, title: 'Mill', section_id: section!.id },
    ],
  });
});
