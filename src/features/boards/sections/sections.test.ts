import { beforeEach, describe, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import * as routes from '../contract.ts';
import { mergeOnBoards } from '../contents/commands.server.ts';
import * as sections from './contract.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT');
const director = await addPerson(db, 'SCOUT');
const titles = ['Mill', 'Tower', 'Shore', 'Bridge', 'Castle', 'Quay'];
const ids = await addPublished(db, titles, false);
const [mill = '', tower = '', shore = '', bridge = '', castle = '', quay = ''] = ids;

const api = boardsApi(db, scout);
let id = '';
let scene1 = '';
let scene2 = '';

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  ({ id } = await api(routes.createBoard, { title: 'Episode 4' }));
  await api(sections.addSection, { id, title: 'Scene 1', notes: 'At dawn.\r\nNo wind.' });
  [scene1, scene2] = (await api(sections.addSection, { id, title: 'Scene 2' })).map((section) => section.id) as [
    string,
    string,
  ];
  for (const locationId of ids) await api(routes.addLocation, { id, locationId });
});

const move = (locationIds: string[], sectionId: string | null, position?: number) =>
  api(routes.moveLocations, { id, locationIds, sectionId, ...(position !== undefined && { position }) });

/** The titles of the locations of each section, after those without one. */
async function listTitles(boardId = id): Promise<string[]> {
  const board = await api(routes.boardById, { id: boardId, size: 48 });
  expect(board.locations.data.map(({ position }) => position)).toEqual(board.locations.data.map((_item, n) => n));
  return [null, ...board.sections.map((section) => section.id)].map((section) =>
    board.locations.data
      .filter(({ section_id }) => section_id === section)
      .map(({ location }) => location?.title)
      .join(' '),
  );
}

const getSection = async (sectionId: string) =>
  (await api(routes.boardById, { id })).sections.find((section) => section.id === sectionId);

describe('sections of a board', () => {
  test('have a title, notes and the number of their locations', async () => {
    await move([tower], scene1);
    expect((await api(routes.boardById, { id })).sections).toEqual([
      { id: scene1, title: 'Scene 1', notes: 'At dawn.\nNo wind.', count: 1, locked_location_id: null, cost: null },
      { id: scene2, title: 'Scene 2', notes: null, count: 0, locked_location_id: null, cost: null },
    ]);
    await api(sections.updateSection, { id, sectionId: scene1, title: 'Scene 1a', notes: '' });
    expect(await getSection(scene1)).toMatchObject({ title: 'Scene 1a', notes: null });
  });

  test('take a selection in the order that it has, at their end or before a position', async () => {
    await move([castle, mill], scene2);
    expect(await listTitles()).toEqual(['Tower Shore Bridge Quay', '', 'Mill Castle']);
    await move([quay, tower], scene2, 5);
    expect(await listTitles()).toEqual(['Shore Bridge', '', 'Mill Tower Quay Castle']);
    await move([shore], scene1);
    await move([tower], null);
    expect(await listTitles()).toEqual(['Bridge Tower', 'Shore', 'Mill Quay Castle']);
  });

  test('hold their locations when these are moved without another section', async () => {
    await move([mill, tower, shore], scene1);
    await api(routes.updateLocation, { id, locationId: bridge, position: 6 });
    expect(await listTitles()).toEqual(['Castle Quay Bridge', 'Mill Tower Shore', '']);
    await api(routes.updateLocation, { id, locationId: shore, position: 0 });
    expect(await listTitles()).toEqual(['Castle Quay Bridge', 'Shore Mill Tower', '']);
    const { item } = await api(routes.updateLocation, { id, locationId: quay, position: 4, sectionId: scene1 });
    expect(item).toMatchObject({ section_id: scene1, position: 3 });
    expect(await listTitles()).toEqual(['Castle Bridge', 'Shore Quay Mill Tower', '']);
  });

  test('change their place with all their locations', async () => {
    await move([mill], scene1);
    await move([tower], scene2);
    await api(sections.updateSection, { id, sectionId: scene2, position: 0 });
    expect((await api(routes.boardById, { id })).sections.map(({ title }) => title)).toEqual(['Scene 2', 'Scene 1']);
    expect(await listTitles()).toEqual(['Shore Bridge Castle Quay', 'Tower', 'Mill']);
  });

  test('are deleted without their locations', async () => {
    await move([mill, tower], scene1);
    await move([shore], scene2);
    expect(await api(sections.deleteSection, { id, sectionId: scene1 })).toMatchObject([{ id: scene2, count: 1 }]);
    expect(await listTitles()).toEqual(['Bridge Castle Quay Mill Tower', 'Shore']);
    await expect(api(sections.deleteSection, { id, sectionId: scene1 })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
    });
  });

  test('take a location that is added, also again at its former place', async () => {
    await move([mill, tower], scene1);
    await api(routes.removeLocation, { id, locationId: mill });
    await api(routes.addLocation, { id, locationId: mill, sectionId: scene1, position: 4 });
    expect(await listTitles()).toEqual(['Shore Bridge Castle Quay', 'Mill Tower', '']);
  });

  test('are copied with a board', async () => {
    await move([mill, tower], scene1);
    await api(sections.updateSection, { id, sectionId: scene1, lockedLocationId: tower });
    const copy = await api(routes.duplicateBoard, { id, title: 'Copy' });
    expect(await listTitles(copy.id)).toEqual(['Shore Bridge Castle Quay', 'Mill Tower', '']);
    const copied = await api(routes.boardById, { id: copy.id });
    expect(copied.sections).toMatchObject([
      { title: 'Scene 1', notes: 'At dawn.\nNo wind.', locked_location_id: tower },
      { title: 'Scene 2' },
    ]);
    await api(routes.deleteBoard, { id });
    expect(await listTitles(copy.id)).toEqual(['Shore Bridge Castle Quay', 'Mill Tower', '']);
  });

  test('of another board, and locations that are not on the board, are not found', async () => {
    const other = await api(routes.createBoard, { title: 'Other' });
    const [section] = await api(sections.addSection, { id: other.id, title: 'Scene 9' });
    const sectionId = section!.id;
    const notFound = { errorType: 'NOT_FOUND' };
    await expect(move([mill], sectionId)).rejects.toMatchObject(notFound);
    await expect(api(sections.updateSection, { id, sectionId, title: 'Mine' })).rejects.toMatchObject(notFound);
    await expect(api(sections.deleteSection, { id, sectionId })).rejects.toMatchObject(notFound);
    await api(routes.removeLocation, { id, locationId: mill });
    await expect(move([tower, mill], scene1)).rejects.toMatchObject(notFound);
    expect(await getSection(scene1)).toMatchObject({ count: 0 });
  });
});

describe('a location that is locked in', () => {
  const lockIn = (lockedLocationId: string | null, sectionId = scene1) =>
    api(sections.updateSection, { id, sectionId, lockedLocationId });

  test('is one of the section', async () => {
    await move([mill, tower], scene1);
    await lockIn(mill);
    await lockIn(tower);
    expect(await getSection(scene1)).toMatchObject({ locked_location_id: tower });
    await expect(lockIn(shore)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await getSection(scene1)).toMatchObject({ locked_location_id: tower });
    await lockIn(null);
    expect(await getSection(scene1)).toMatchObject({ locked_location_id: null });
  });

  test('stays so when it is moved within the section, not elsewhere', async () => {
    await move([mill, tower], scene1);
    await lockIn(mill);
    await move([mill], scene1);
    await api(sections.updateSection, { id, sectionId: scene1, position: 2 });
    expect(await getSection(scene1)).toMatchObject({ locked_location_id: mill });
    await move([mill], scene2);
    expect(await getSection(scene1)).toMatchObject({ locked_location_id: null });
    expect(await getSection(scene2)).toMatchObject({ locked_location_id: null });
    await lockIn(mill, scene2);
    await api(routes.removeLocation, { id, locationId: mill });
    expect(await getSection(scene2)).toMatchObject({ locked_location_id: null, count: 0 });
  });

  test.each([
    ['in one section, the other one', [mill, tower], null, { locked_location_id: tower, count: 1 }],
    ['in two, if it is first', [mill], tower, { locked_location_id: tower, count: 1 }],
    ['with one without a section, if it is first', [tower], null, { locked_location_id: null, count: 0 }],
  ])('is merged %s', async (_name, inFirst, inSecond, expected) => {
    await move(inFirst, scene1);
    if (inSecond) await move([inSecond], scene2);
    await lockIn(inFirst.at(-1)!);
    await db.transaction().execute((trx) => mergeOnBoards(trx, { from: mill, into: tower, at: new Date() }));
    expect(await getSection(scene1)).toMatchObject(expected);
    expect(await getSection(scene2)).toMatchObject({ count: 0 });
    await listTitles();
  });
});

test('everybody with the public link sees sections without notes, and nobody else changes them', async () => {
  await move([mill], scene1);
  await api(sections.updateSection, { id, sectionId: scene1, lockedLocationId: mill });
  const { link } = await api(routes.createLink, { id });
  const board = await boardsApi(db, null)(routes.boardByLink, { link });
  expect(board.sections).toEqual([
    { id: scene1, title: 'Scene 1', count: 1, locked_location_id: mill },
    { id: scene2, title: 'Scene 2', count: 0, locked_location_id: null },
  ]);
  expect(board.locations.data.at(-1)).toMatchObject({ id: mill, section_id: scene1 });
  const asDirector = boardsApi(db, director);
  await api(routes.shareBoard, { id, emails: [director.email] });
  expect((await asDirector(routes.boardById, { id })).sections[0]).toMatchObject({ notes: 'At dawn.\nNo wind.' });
  const attempts = [
    () => asDirector(sections.addSection, { id, title: 'Mine' }),
    () => asDirector(sections.updateSection, { id, sectionId: scene1, lockedLocationId: null }),
    () => asDirector(sections.deleteSection, { id, sectionId: scene1 }),
    () => asDirector(routes.moveLocations, { id, locationIds: [mill], sectionId: null }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
});

test('the state of a location is seen by people whom the owner has chosen, and is copied, restored and merged', async () => {
  await api(routes.updateLocation, { id, locationId: mill, state: 'VISITED' });
  const getStates = async (boardId = id) =>
    (await api(routes.boardById, { id: boardId })).locations.data.map(({ state }) => state);
  expect((await getStates()).slice(0, 2)).toEqual(['VISITED', 'IDEA']);
  const { link } = await api(routes.createLink, { id });
  expect((await boardsApi(db, null)(routes.boardByLink, { link })).locations.data[0]).not.toHaveProperty('state');
  const copy = await api(routes.duplicateBoard, { id, title: 'Copy' });
  expect((await getStates(copy.id))[0]).toBe('VISITED');
  await api(routes.removeLocation, { id, locationId: mill });
  await api(routes.addLocation, { id, locationId: mill, position: 0, state: 'AGREED' });
  await db.transaction().execute((trx) => mergeOnBoards(trx, { from: mill, into: tower, at: new Date() }));
  expect((await getStates())[0]).toBe('AGREED');
});

test('an archived board has its sections for ever', async () => {
  await api(routes.archiveBoard, { id });
  await expect(api(sections.deleteSection, { id, sectionId: scene1 })).rejects.toMatchObject({
    errorType: 'CONFLICT',
  });
});
