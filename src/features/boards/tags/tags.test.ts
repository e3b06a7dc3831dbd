import { beforeEach, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import * as routes from '../contract.ts';
import { mergeOnBoards } from '../contents/commands.server.ts';
import { MAX_BOARD_TAGS } from './schema.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT');
const ids = await addPublished(db, ['Mill', 'Tower', 'Shore'], false);
const [mill = '', tower = '', shore = ''] = ids;
const api = boardsApi(db, scout);
let id = '';

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  ({ id } = await api(routes.createBoard, { title: 'Episode 4' }));
  for (const locationId of ids) await api(routes.addLocation, { id, locationId });
});

const setTags = async (locationId: string, tags: string[]) =>
  (await api(routes.updateLocation, { id, locationId, tags })).item.tags;
const readTagged = async (tag: string) => {
  const { locations } = await api(routes.boardById, { id, tag });
  return { ids: locations.data.map((item) => item.id), total: locations.total };
};

test('are trimmed, each is there once whatever its case, and a board has one spelling', async () => {
  expect(await setTags(mill, [' Wheel ', 'wheel', 'Mill\n  lade', 'WHEEL'])).toEqual(['Wheel', 'Mill lade']);
  expect(await setTags(tower, ['wheel', 'Stair'])).toEqual(['Wheel', 'Stair']);
  expect(await setTags(tower, ['wheel', 'STAIR'])).toEqual(['Wheel', 'STAIR']);
  expect((await api(routes.boardById, { id })).tags).toEqual([
    { tag: 'Mill lade', count: 1 },
    { tag: 'STAIR', count: 1 },
    { tag: 'Wheel', count: 2 },
  ]);
});

test('filter the locations of a board', async () => {
  await setTags(mill, ['Wheel']);
  await setTags(shore, ['Wheel', 'Wet']);
  expect(await readTagged('wheel')).toEqual({ ids: [mill, shore], total: 2 });
  expect(await readTagged('Wet')).toEqual({ ids: [shore], total: 1 });
  expect(await readTagged('dry')).toEqual({ ids: [], total: 0 });
  const { locations, count } = await api(routes.boardById, { id, tag: 'wheel', page: 2, size: 1 });
  expect([locations.data.map(({ position }) => position), locations.total, count]).toEqual([[2], 2, 3]);
});

test.each([[Array.from({ length: 11 }, (_, n) => `Tag ${n}`)], [['x'.repeat(31)]], [['one, two']], [['  ']]])(
  'cannot be %j',
  async (tags) => {
    await expect(setTags(mill, tags)).rejects.toMatchObject({ errorType: 'INVALID' });
  },
);

test('are limited for a board', async () => {
  const many = Array.from({ length: MAX_BOARD_TAGS }, (_, n) => `Tag ${n}`);
  const more = await addPublished(
    db,
    many.slice(0, MAX_BOARD_TAGS / 10).map((tag) => `Place ${tag}`),
    false,
  );
  for (const [n, locationId] of more.entries())
    await api(routes.addLocation, { id, locationId, tags: many.slice(n * 10, n * 10 + 10) });
  expect(await setTags(mill, ['tag 1'])).toEqual(['Tag 1']);
  await expect(setTags(mill, ['One more'])).rejects.toMatchObject({ errorType: 'CONFLICT' });
});

test('are copied with the board, joined when two locations are merged, and not public', async () => {
  await setTags(mill, ['Wheel', 'Wet', ...Array.from({ length: 6 }, (_, n) => `Mill ${n}`)]);
  await setTags(tower, ['wet', 'Stair', 'Bell', 'View']);
  const copy = await api(routes.duplicateBoard, { id, title: 'Episode 5' });
  const tagsOf = async (boardId: string, locationId: string) =>
    (await api(routes.locationOnBoard, { id: boardId, locationId })).item.tags;
  expect(await tagsOf(copy.id, tower)).toEqual(['Wet', 'Stair', 'Bell', 'View']);
  const { link } = await api(routes.createLink, { id });
  const visible = JSON.stringify(await boardsApi(db, null)(routes.boardByLink, { link }));
  expect(visible).toContain('Mill');
  expect(visible).not.toMatch(/wheel|tags/i);
  await db.transaction().execute((trx) => mergeOnBoards(trx, { from: mill, into: tower, at: new Date() }));
  const joined = ['Wet', 'Stair', 'Bell', 'View', 'Wheel', ...Array.from({ length: 5 }, (_, n) => `Mill ${n}`)];
  expect(await tagsOf(id, tower)).toEqual(joined);
});

test.each([
  ['eleven', Array.from({ length: 11 }, (_, n) => `Tag ${n}`)],
  ['one twice', ['wet', 'Wet']],
  ['a long one', ['x'.repeat(31)]],
  ['an empty one', ['']],
])('the database rejects %s', async (_what, tags) => {
  await expect(
    db.updateTable('board_locations').set({ tags }).where('location_id', '=', mill).execute(),
  ).rejects.toThrow('board_locations_tags');
});
