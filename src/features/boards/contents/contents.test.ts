import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addLocation } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { AUDIT_TYPES } from '../../audit-log/entry-types.ts';
import * as routes from '../contract.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT');
const admin = await addPerson(db, 'ADMIN');
const titles = ['Mill', 'Tower', 'Shore', 'Bridge', 'Castle', 'Quay'];
const ids = await addPublished(db, titles);
const [mill = '', tower = '', shore = ''] = ids;
const draft = await addLocation(db, { title: 'Unbuilt studio' });

const api = boardsApi(db, scout);
const asAdmin = boardsApi(db, admin);
let id = '';

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  ({ id } = await api(routes.createBoard, { title: 'Episode 4' }));
});

const add = (locationId: string, more: { position?: number; note?: string } = {}) =>
  api(routes.addLocation, { id, locationId, ...more });
const move = (locationId: string, position: number) => api(routes.updateLocation, { id, locationId, position });
const order = async () =>
  (await api(routes.boardById, { id, size: 48 })).locations.data.map(({ location }) => location?.title);

describe('locations of a board', () => {
  test('are added at the end', async () => {
    await add(mill);
    const { board, item } = await add(tower, { note: ' Ask for the lamp room.\r\nTide table. ' });
    expect(board.count).toBe(2);
    expect(item).toMatchObject({
      id: tower,
      position: 1,
      note: 'Ask for the lamp room.\nTide table.',
      primary: false,
      location: { title: 'Tower', nearesttown: 'Oban' },
      unpublished: null,
    });
    expect(await order()).toEqual(['Mill', 'Tower']);
  });

  test('cannot be added twice, with the message of the public side or the back office', async () => {
    await add(mill);
    await expect(add(mill)).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'Error: Location already in this board',
    });
    await expect(asAdmin(routes.addLocation, { id, locationId: mill })).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'Location already in this board',
    });
  });

  test('are added once by concurrent calls', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => add(mill)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.errorType] : []));
    expect(reasons).toEqual(Array(7).fill('CONFLICT'));
    expect(await order()).toEqual(['Mill']);
    const entries = await db
      .selectFrom('audit_logs')
      .select('location_id')
      .where('board_id', '=', id)
      .where('type', '=', AUDIT_TYPES.BOARD_LOCATION_ADDED.number)
      .execute();
    expect(entries).toEqual([{ location_id: mill }]);
  });

  test('can be added again with their former position and note', async () => {
    for (const location of [mill, tower, shore]) await add(location);
    const { item } = await api(routes.updateLocation, { id, locationId: tower, note: 'Dawn only.' });
    await api(routes.removeLocation, { id, locationId: tower });
    expect(await order()).toEqual(['Mill', 'Shore']);
    const again = await add(tower, { position: item.position, note: item.note ?? '' });
    expect(again.item).toEqual(item);
    expect(await order()).toEqual(['Mill', 'Tower', 'Shore']);
  });

  test('cannot be changed or removed when they are not on the board', async () => {
    for (const attempt of [
      () => move(mill, 0),
      () => api(routes.removeLocation, { id, locationId: mill }),
      () => api(routes.locationOnBoard, { id, locationId: mill }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        errorType: 'NOT_FOUND',
        message: 'This location is no longer on the board.',
      });
    }
  });

  test('can be read with their details', async () => {
    await add(mill, { note: 'Dawn only.' });
    expect(await api(routes.locationOnBoard, { id, locationId: mill })).toMatchObject({
      board: { id, title: 'Episode 4', rights: { change: true } },
      item: { position: 0, note: 'Dawn only.' },
      location: { title: 'Mill', description: '', images: [{ primary: true }] },
    });
  });

  test('must be published unless the board is private', async () => {
    for (const locationId of [draft, randomUUID()]) {
      await expect(add(locationId)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    }
    const own = await asAdmin(routes.createPrivateBoard, { title: 'Studio search' });
    await asAdmin(routes.addLocation, { id: own.id, locationId: draft });
    const listLocations = async (callApi = asAdmin) => (await callApi(routes.boardById, { id: own.id })).locations.data;
    expect(await listLocations()).toMatchObject([
      { location: null, unpublished: { title: 'Unbuilt studio', location_status: 'DRAFT' } },
    ]);
    await asAdmin(routes.shareBoard, { id: own.id, emails: [scout.email] });
    expect(await listLocations(api)).toMatchObject([{ id: draft, location: null, unpublished: null }]);
    expect((await api(routes.locationOnBoard, { id: own.id, locationId: draft })).item.unpublished).toBeNull();
  });
});

describe('notes', () => {
  test('can be changed and removed, and have at most 1,000 characters', async () => {
    await add(mill);
    const note = async (text: string) =>
      (await api(routes.updateLocation, { id, locationId: mill, note: text })).item.note;
    expect(await note('x'.repeat(1_000))).toHaveLength(1_000);
    await expect(note('x'.repeat(1_001))).rejects.toMatchObject({ fields: { note: 'Use at most 1,000 characters.' } });
    expect(await note('Dawn\u0000 only.')).toBe('Dawn only.');
    expect(await note('  ')).toBeNull();
  });

  test('that a merge has joined are kept, shortened and restored, but not made longer', async () => {
    await add(mill);
    await add(tower);
    const joined = `${'x'.repeat(1_000)}\n${'y'.repeat(1_000)}`;
    await db.updateTable('board_locations').set({ note: joined }).where('location_id', '=', mill).execute();
    const note = async (text: string) =>
      (await api(routes.updateLocation, { id, locationId: mill, note: text })).item.note;
    await expect(note(`${joined}z`)).rejects.toMatchObject({ fields: { note: 'Use at most 2,001 characters.' } });
    expect(await note(joined)).toBe(joined);
    expect((await move(mill, 2)).item.note).toBe(joined);
    await api(routes.removeLocation, { id, locationId: mill });
    expect((await add(mill, { note: joined })).item.note).toBe(joined);
    expect(await note(joined.slice(0, 1_500))).toHaveLength(1_500);
    await expect(note(joined.slice(0, 1_501))).rejects.toMatchObject({ errorType: 'INVALID' });
  });
});

describe('the order', () => {
  test('matches a model list for random additions, moves and removals', async () => {
    const position = fc.nat({ max: 8 });
    const index = fc.nat({ max: ids.length - 1 });
    const operation = fc.oneof(
      fc.record({ name: fc.constant('add' as const), index, position: fc.option(position, { nil: undefined }) }),
      fc.record({ name: fc.constant('move' as const), index, position }),
      fc.record({ name: fc.constant('remove' as const), index, position: fc.constant(undefined) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 25 }), async (operations) => {
        ({ id } = await api(routes.createBoard, { title: 'Model' }));
        let model: string[] = [];
        for (const { name, index: n, position } of operations) {
          const locationId = ids[n]!;
          const title = titles[n]!;
          const isOnBoard = model.includes(title);
          if (name === 'add' && !isOnBoard) {
            await add(locationId, position === undefined ? {} : { position });
            model.splice(position ?? model.length, 0, title);
          } else if (name === 'move' && isOnBoard) {
            await move(locationId, position ?? 0);
            const marked: (string | null)[] = model.map((other) => (other === title ? null : other));
            marked.splice(position ?? 0, 0, title);
            model = marked.filter((other) => other !== null);
          } else if (name === 'remove' && isOnBoard) {
            await api(routes.removeLocation, { id, locationId });
            model = model.filter((other) => other !== title);
          }
        }
        expect(await order()).toEqual(model);
      }),
      { numRuns: 40 },
    );
  });

  test('loses no location in concurrent moves, additions and removals', async () => {
    for (const location of ids.slice(0, 5)) await add(location);
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        ...ids.slice(0, 4).map((location, n) => move(location, (n * 3 + round) % 6)),
        add(ids[5]!, { position: round % 5 }),
        api(routes.removeLocation, { id, locationId: ids[4]! }),
      ]);
      expect((await order()).toSorted()).toEqual(['Bridge', 'Mill', 'Quay', 'Shore', 'Tower']);
      const { locations } = await api(routes.boardById, { id });
      expect(locations.data.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
      await Promise.all([add(ids[4]!), api(routes.removeLocation, { id, locationId: ids[5]! })]);
    }
  });

  test('after concurrent moves is that of serial moves', async () => {
    for (const location of [mill, tower, shore]) await add(location);
    for (let round = 0; round < 10; round++) {
      await Promise.all([move(mill, 0), move(tower, 1), move(shore, 2)]);
      await Promise.all([move(shore, 0), move(mill, 3)]);
      expect(await order()).toEqual(['Shore', 'Tower', 'Mill']);
      await Promise.all([move(mill, 0), move(shore, 3)]);
      expect(await order()).toEqual(['Mill', 'Tower', 'Shore']);
    }
  });

  test('continues across pages', async () => {
    for (const location of ids) await add(location);
    const page = async (n: number) => {
      const { locations } = await api(routes.boardById, { id, page: n, size: 4 });
      return [locations.total, ...locations.data.map(({ position, location }) => `${position} ${location?.title}`)];
    };
    expect(await page(1)).toEqual([6, '0 Mill', '1 Tower', '2 Shore', '3 Bridge']);
    expect(await page(2)).toEqual([6, '4 Castle', '5 Quay']);
    expect(await page(3)).toEqual([6]);
    await move(ids[5]!, 0);
    expect(await page(2)).toEqual([6, '4 Bridge', '5 Castle']);
  });
});

describe('the search for candidates', () => {
  test('finds published locations and marks those on the board', async () => {
    await add(mill);
    const found = await api(routes.candidatesForBoard, { id, query: 'mill' });
    expect(found).toMatchObject({
      total: 1,
      per_page: 15,
      data: [{ id: mill, added: true, location: { title: 'Mill' } }],
    });
    const all = await api(routes.candidatesForBoard, { id });
    expect(all.data.filter(({ added }) => added).map(({ id: locationId }) => locationId)).toEqual([mill]);
    expect(all.total).toBe(titles.length);
    expect((await api(routes.candidatesForBoard, { id, query: 'studio' })).total).toBe(0);
  });

  test('finds unpublished locations for a private board by the words of their title', async () => {
    const own = await asAdmin(routes.createPrivateBoard, { title: 'Studio search' });
    const search = (query: string) => asAdmin(routes.candidatesForBoard, { id: own.id, query });
    expect((await search('studio UNB')).data).toEqual([
      { id: draft, location: null, unpublished: { title: 'Unbuilt studio', location_status: 'DRAFT' }, added: false },
    ]);
    expect((await search('')).total).toBe(titles.length + 1);
    expect((await search('%')).total).toBe(0);
    expect((await search('studio\0unbuilt')).total).toBe(1);
    expect((await search('tower')).data).toMatchObject([{ location: { title: 'Tower' }, unpublished: null }]);
    await asAdmin(routes.shareBoard, { id: own.id, emails: [scout.email] });
    await expect(api(routes.candidatesForBoard, { id: own.id })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  });
});
