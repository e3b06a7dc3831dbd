import { beforeEach, describe, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../tests/support/boards.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addPerson } from '../../../tests/support/people.ts';
import * as routes from './contract.ts';
import { mergeOnBoards } from './contents/commands.server.ts';
import { formatCost, formatCostRange } from './costs.ts';
import type { LocationCost } from './schema.ts';
import { addSection, updateSection } from './sections/contract.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT');
const ids = await addPublished(db, ['Mill', 'Tower', 'Shore', 'Bridge'], false);
const [mill = '', tower = '', shore = '', bridge = ''] = ids;
const api = boardsApi(db, scout);
let id = '';
let scene = '';

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  ({ id } = await api(routes.createBoard, { title: 'Episode 4' }));
  [scene = ''] = (await api(addSection, { id, title: 'Scene 1' })).map((section) => section.id);
  for (const locationId of ids) await api(routes.addLocation, { id, locationId });
  await api(routes.moveLocations, { id, locationIds: [mill, tower, shore], sectionId: scene });
});

const setCost = (locationId: string, amount: number, days: number | null = null) =>
  api(routes.updateLocation, { id, locationId, cost: { amount, days } });
const readCosts = async () => {
  const { cost, sections } = await api(routes.boardById, { id });
  return [sections[0]!.cost, cost];
};

describe('costs', () => {
  test('of a section are those of its options that are not refused, or of the one that is locked in; all are added up', async () => {
    expect(await readCosts()).toEqual([null, null]);
    await setCost(bridge, 0.1);
    await setCost(mill, 400, 2.5);
    expect(await readCosts()).toEqual([
      { lowest: 1_000, highest: 1_000 },
      { lowest: 1_000.1, highest: 1_000.1 },
    ]);
    await setCost(tower, 300.2);
    await setCost(shore, 9_000);
    await api(routes.updateLocation, { id, locationId: shore, state: 'REFUSED' });
    expect(await readCosts()).toEqual([
      { lowest: 300.2, highest: 1_000 },
      { lowest: 300.3, highest: 1_000.1 },
    ]);
    await api(updateSection, { id, sectionId: scene, lockedLocationId: mill });
    expect(await readCosts()).toEqual([
      { lowest: 1_000, highest: 1_000 },
      { lowest: 1_000.1, highest: 1_000.1 },
    ]);
    await api(routes.updateLocation, { id, locationId: mill, cost: null });
    expect(await readCosts()).toEqual([null, { lowest: 0.1, highest: 0.1 }]);
  });

  test('are copied with the board, stay when two locations are merged, and are not public', async () => {
    await setCost(mill, 400, 2);
    const copy = await api(routes.duplicateBoard, { id, title: 'Episode 5' });
    const costOf = async (boardId: string, locationId: string) =>
      (await api(routes.locationOnBoard, { id: boardId, locationId })).item.cost;
    expect(await costOf(copy.id, mill)).toEqual({ amount: 400, days: 2 });
    const { link } = await api(routes.createLink, { id });
    const visible = JSON.stringify(await boardsApi(db, null)(routes.boardByLink, { link }));
    expect(visible).toContain('Mill');
    expect(visible).not.toContain('cost');
    await db.transaction().execute((trx) => mergeOnBoards(trx, { from: mill, into: tower, at: new Date() }));
    expect(await costOf(id, tower)).toEqual({ amount: 400, days: 2 });
  });

  test.each<LocationCost>([
    { amount: -1, days: null },
    { amount: 10_000_001, days: null },
    { amount: 1.005, days: null },
    { amount: 1, days: 0 },
    { amount: 1, days: 1.25 },
    { amount: 1, days: 366 },
  ])('cannot be %o', async (cost) => {
    await expect(api(routes.updateLocation, { id, locationId: mill, cost })).rejects.toMatchObject({
      errorType: 'INVALID',
    });
  });

  test.each([
    [{ amount: 1_200, days: null }, '£1,200'],
    [{ amount: 0.5, days: 1 }, '£0.50 (1 day at £0.50)'],
    [{ amount: 400, days: 2.5 }, '£1,000 (2.5 days at £400)'],
  ])('%o is written as %s', (cost, text) => {
    expect(formatCost(cost)).toBe(text);
  });

  test('are written as a range where they differ', () => {
    expect(formatCostRange({ lowest: 500, highest: 500 })).toBe('£500');
    expect(formatCostRange({ lowest: 500, highest: 1_200.5 })).toBe('£500 to £1,200.50');
  });
});
