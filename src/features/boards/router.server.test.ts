import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../tests/support/boards.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { locationDeps } from '../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../tests/support/people.ts';
import { unpublishLocation } from '../locations/publishing/commands.server.ts';
import { AUDIT_TYPES, type AuditType } from '../audit-log/schema.ts';
import * as calls from './contract.ts';
import { getSharingLabel } from './schema.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT', { first_name: 'Catriona', last_name: 'Muir' });
const other = await addPerson(db, 'SCOUT', { first_name: 'Fraser', last_name: 'Innes' });
const admin = await addPerson(db, 'ADMIN', { first_name: 'Mairi', last_name: 'Sinclair' });
const colleague = await addPerson(db, 'ADMIN', { first_name: 'Iain', last_name: 'Ross' });
const owner = await addPerson(db, 'OWNER');
const [mill, tower, shore, bridge] = (await addPublished(db, ['Mill', 'Tower', 'Shore', 'Bridge'])) as [
  string,
  string,
  string,
  string,
];

const as = (person: Person | null) => boardsApi(db, person);
const newBoard = (title = 'Episode 4', person = scout) => as(person)(calls.createBoard, { title });
const add = (id: string, locationId: string, person = scout) => as(person)(calls.addLocation, { id, locationId });
const shareWith = (id: string, emails: string[], person = scout) => as(person)(calls.shareBoard, { id, emails });
const view = (id: string, person = scout) => as(person)(calls.boardById, { id });
const updatedAt = async (id: string) => (await view(id)).updated_at;
const goOffline = (id: string) =>
  db.transaction().execute((trx) => unpublishLocation(trx, locationDeps(), { id, actorId: null, at: new Date() }));

/** Awaits all, so that none is refused unheard. */
async function expectEach(attempts: readonly Promise<unknown>[], rejection: object): Promise<void> {
  const outcomes = await Promise.all(attempts.map((attempt) => attempt.catch((error: unknown) => error)));
  expect(outcomes).toEqual(attempts.map(() => expect.objectContaining(rejection)));
}

async function audited(type: AuditType) {
  return db
    .selectFrom('audit_logs')
    .select(['user_id', 'board_id', 'location_id', 'details'])
    .where('type', '=', AUDIT_TYPES[type].number)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const lastNotification = () =>
  db.selectFrom('notifications').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  await db.deleteFrom('share_mail_log').execute();
  await db.deleteFrom('notifications').execute();
  await db.deleteFrom('outbox').execute();
});

describe('a board has the fields of its entity', () => {
  const entity = { user_id: scout.id, private: false, archived_at: null, link: null, primary_location_id: null };
  const holding = (...ids: string[]) => ({ data: ids.map((id) => ({ id })), total: ids.length, current_page: 1 });

  test('for its owner, as it is created and changed, in lists and by itself', async () => {
    const { id, ...created } = await newBoard();
    expect(created).toMatchObject({ ...entity, locations: holding() });
    expect((await add(id, shore)).board).toMatchObject({ ...entity, locations: holding(shore) });
    await add(id, mill);
    const { link } = await as(scout)(calls.createLink, { id });
    const changed = await as(scout)(calls.updateBoard, { id, primaryLocationId: mill });
    const now = { ...entity, link, primary_location_id: mill, locations: holding(shore, mill) };
    expect(changed).toMatchObject(now);
    expect((await as(scout)(calls.ownBoards, {})).data).toEqual([expect.objectContaining(changed)]);
    expect(await view(id)).toMatchObject(now);
    const locations = { ...holding(mill), per_page: 12 };
    expect(await as(scout)(calls.removeLocation, { id, locationId: shore })).toMatchObject({ ...now, locations });
    expect(await as(scout)(calls.archiveBoard, { id })).toMatchObject({ link: null, user_id: scout.id });
  });

  test('but tells those whom it is shared with neither whose it is nor its public link', async () => {
    const { id } = await newBoard();
    await shareWith(id, [other.email]);
    await as(scout)(calls.createLink, { id });
    const { data } = await as(other)(calls.sharedBoards, {});
    expect(data).toMatchObject([{ id, user_id: null, link: null }]);
    expect(await as(admin)(calls.boardById, { id })).toMatchObject({ user_id: scout.id, link: null });
  });
});

describe('a new board', () => {
  test('is empty, for its owner alone, and told to the Locations Team', async () => {
    const board = await newBoard('  Episode 4,\nthe causeway ');
    expect(board).toMatchObject({
      title: 'Episode 4, the causeway',
      private: false,
      archived_at: null,
      count: 0,
      covers: [],
      shared: { people: 0, link: false, from: null },
      may: { change: true, choosePrimary: true, share: true, link: true, duplicate: true, archive: true, delete: true },
    });
    expect(getSharingLabel(board)).toBe('Only you');
    expect(await lastNotification()).toMatchObject({ type: 'BOARD_CREATED', user_id: scout.id, board_id: board.id });
    expect(await audited('BOARD_CREATED')).toMatchObject({ user_id: scout.id, board_id: board.id });
  });

  test.each(['', '  \n', 'x'.repeat(121)])('needs a title of 1 to 120 characters, not %j', async (title) => {
    await expect(newBoard(title)).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { title: expect.any(String) },
    });
    expect(await lastNotification()).toBeUndefined();
  });

  test('of a Location Professional can be made by the Locations Team', async () => {
    const board = await as(admin)(calls.createBoard, { title: 'For you', userId: scout.id });
    expect((await as(scout)(calls.ownBoards, {})).data).toMatchObject([{ id: board.id, may: { share: true } }]);
    expect(board).toMatchObject({ shared: { from: 'Catriona Muir' }, may: { change: true, share: false } });
    expect(await audited('BOARD_CREATED')).toMatchObject({ user_id: admin.id, board_id: board.id });
    expect(await lastNotification()).toMatchObject({ user_id: admin.id, board_id: board.id });
  });

  test('of somebody else cannot be made otherwise', async () => {
    await expect(as(scout)(calls.createBoard, { title: 'x', userId: other.id })).rejects.toMatchObject({
      errorType: 'FORBIDDEN',
    });
    for (const userId of [owner.id, randomUUID()]) {
      await expect(as(admin)(calls.createBoard, { title: 'x', userId })).rejects.toMatchObject({
        errorType: 'INVALID',
        fields: { userId: 'Choose a Location Professional who has an account.' },
      });
    }
  });

  test('that is private belongs to the Locations Team', async () => {
    const board = await as(admin)(calls.createPrivateBoard, { title: 'Studio search' });
    expect(getSharingLabel(board)).toBe('Locations Team');
    expect(board).toMatchObject({ private: true, may: { change: true, link: false } });
    expect((await as(colleague)(calls.privateBoards, {})).data).toEqual([board]);
    expect((await as(admin)(calls.ownBoards, {})).data).toEqual([]);
    expect(await lastNotification()).toMatchObject({ type: 'PRIVATE_BOARD_CREATED', board_id: board.id });
    expect(await audited('PRIVATE_BOARD_CREATED')).toMatchObject({ user_id: admin.id, board_id: board.id });
    await expectEach(
      [
        as(scout)(calls.createPrivateBoard, { title: 'x' }),
        as(scout)(calls.privateBoards, {}),
        as(owner)(calls.ownBoards, {}),
        as(owner)(calls.createBoard, { title: 'x' }),
      ],
      { errorType: 'FORBIDDEN' },
    );
  });
});

describe('lists', () => {
  test('have the latest change first, in pages', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 13; n++) ids.unshift((await newBoard(`Board ${n}`)).id);
    await add(ids[5]!, mill);
    const first = await as(scout)(calls.ownBoards, {});
    expect([first.total, first.current_page, first.per_page, first.data.length]).toEqual([13, 1, 12, 12]);
    expect(first.data[0]?.id).toBe(ids[5]);
    const beside = await as(scout)(calls.ownBoards, { page: 2, size: 11 });
    expect(beside.data.map(({ id }) => id)).toEqual(ids.slice(-2));
    expect((await as(scout)(calls.ownBoards, { page: 9 })).total).toBe(13);
  });

  test('show three pictures: the primary one, then those of the order, and places without one last', async () => {
    const { id } = await newBoard();
    const [plain] = (await addPublished(db, ['Plain'], false)) as [string];
    for (const location of [plain, mill, tower, shore, bridge]) await add(id, location);
    const covers = async () => (await as(scout)(calls.ownBoards, {})).data[0]?.covers.map((cover) => cover.title);
    expect(await covers()).toEqual(['Mill', 'Tower', 'Shore']);
    await as(scout)(calls.updateBoard, { id, primaryLocationId: bridge });
    expect(await covers()).toEqual(['Bridge', 'Mill', 'Tower']);
    await as(scout)(calls.updateBoard, { id, primaryLocationId: plain });
    expect(await covers()).toEqual(['Plain', 'Mill', 'Tower']);
  });

  test('say which boards hold a location', async () => {
    const holding = await newBoard('With');
    await newBoard('Without');
    await add(holding.id, mill);
    const { data } = await as(scout)(calls.ownBoards, { locationId: mill });
    expect(Object.fromEntries(data.map(({ title, holds }) => [title, holds]))).toEqual({ With: true, Without: false });
    expect((await as(scout)(calls.ownBoards, {})).data[0]).not.toHaveProperty('holds');
  });

  test('of a Location Professional are open to the Locations Team', async () => {
    const board = await newBoard();
    const done = await newBoard('Done');
    await as(scout)(calls.archiveBoard, { id: done.id });
    const titles = async (archived: 'true' | 'false') =>
      (await as(admin)(calls.boardsOfUser, { id: scout.id, archived })).data.map(({ title }) => title);
    expect([await titles('false'), await titles('true')]).toEqual([[board.title], ['Done']]);
  });
});

describe('what others have', () => {
  test('does not exist: an id that is foreign is answered like one that is unknown', async () => {
    const { id } = await newBoard();
    await add(id, mill);
    const [{ id: shareId } = { id: '' }] = await shareWith(id, ['isla@northlight.example']);
    const attempts = (board: string) => [
      as(other)(calls.boardById, { id: board }),
      as(other)(calls.updateBoard, { id: board, title: 'Mine' }),
      as(other)(calls.deleteBoard, { id: board }),
      as(other)(calls.archiveBoard, { id: board }),
      as(other)(calls.duplicateBoard, { id: board, title: 'Mine' }),
      as(other)(calls.addLocation, { id: board, locationId: tower }),
      as(other)(calls.updateLocation, { id: board, locationId: mill, position: 0 }),
      as(other)(calls.removeLocation, { id: board, locationId: mill }),
      as(other)(calls.locationOnBoard, { id: board, locationId: mill }),
      as(other)(calls.candidatesForBoard, { id: board }),
      as(other)(calls.boardShares, { id: board }),
      as(other)(calls.shareBoard, { id: board, emails: ['a@b.example'] }),
      as(other)(calls.removeShare, { id: board, shareId }),
      as(other)(calls.createLink, { id: board }),
      as(other)(calls.deleteLink, { id: board }),
      as(owner)(calls.boardById, { id: board }),
      as(owner)(calls.locationOnBoard, { id: board, locationId: mill }),
    ];
    const message = 'We cannot find this board. It may have been deleted, or is not shared with you.';
    await expectEach(attempts(id), { errorType: 'NOT_FOUND', message });
    await expectEach(attempts(randomUUID()), { errorType: 'NOT_FOUND', message });
    expect(await view(id)).toMatchObject({ title: 'Episode 4', count: 1 });
  });

  test('is only read by the Locations Team on the website, shared with it or not', async () => {
    const { id } = await newBoard();
    const nothing = Object.fromEntries(Object.keys((await view(id)).may).map((right) => [right, false]));
    expect((await view(id, admin)).may).toEqual(nothing);
    await shareWith(id, [admin.email]);
    expect((await view(id, admin)).may).toEqual(nothing);
    expect((await as(admin)(calls.sharedBoards, {})).data).toMatchObject([{ id, may: nothing }]);
  });

  test('can be managed by the Locations Team in the admin area, but not shared or duplicated by it', async () => {
    const { id } = await newBoard();
    const { data } = await as(admin)(calls.boardsOfUser, { id: scout.id });
    const managed = await as(admin)(calls.boardOfUser, { id: scout.id, boardId: id });
    expect(data).toMatchObject([{ id, may: managed.may }]);
    await expect(as(admin)(calls.boardOfUser, { id: other.id, boardId: id })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
    });
    expect(managed.may).toEqual({
      change: true,
      choosePrimary: false,
      share: false,
      link: false,
      duplicate: false,
      archive: true,
      delete: true,
    });
    await add(id, mill, admin);
    expect(await as(admin)(calls.updateBoard, { id, title: 'Renamed' })).toMatchObject({ title: 'Renamed', count: 1 });
    await expectEach(
      [
        shareWith(id, ['a@b.example'], admin),
        as(admin)(calls.boardShares, { id }),
        as(admin)(calls.createLink, { id }),
        as(admin)(calls.duplicateBoard, { id, title: 'x' }),
        as(admin)(calls.updateBoard, { id, primaryLocationId: mill }),
      ],
      { errorType: 'FORBIDDEN' },
    );
    await as(admin)(calls.archiveBoard, { id });
    await as(admin)(calls.deleteBoard, { id });
    expect(await audited('BOARD_DELETED')).toMatchObject({ user_id: admin.id, board_id: id });
  });

  test('of the team does not exist for Location Professionals', async () => {
    const { id } = await as(admin)(calls.createPrivateBoard, { title: 'Studio search' });
    await expect(view(id)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect((await view(id, colleague)).may).toMatchObject({ change: true, delete: true, share: true, link: false });
  });
});

describe('the primary image', () => {
  test('is of a location on the board, and goes with it', async () => {
    const { id } = await newBoard();
    await add(id, mill);
    await add(id, tower);
    await as(scout)(calls.updateBoard, { id, primaryLocationId: tower });
    expect((await view(id)).locations.data.map(({ primary }) => primary)).toEqual([false, true]);
    await expect(as(scout)(calls.updateBoard, { id, primaryLocationId: shore })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
      message: 'This location is not on the board any more.',
    });
    await as(scout)(calls.removeLocation, { id, locationId: tower });
    expect(await view(id)).toMatchObject({ primary_location_id: null, count: 1 });
  });
});

describe('the time of the last change', () => {
  test('follows every change of what the board shows, and nothing else', async () => {
    const { id } = await newBoard();
    let before = await updatedAt(id);
    const changes: [string, () => Promise<unknown>][] = [
      ['added', () => add(id, mill)],
      ['added', () => add(id, tower)],
      ['moved', () => as(scout)(calls.updateLocation, { id, locationId: tower, position: 0 })],
      ['noted', () => as(scout)(calls.updateLocation, { id, locationId: tower, note: 'Dawn only.' })],
      ['chosen', () => as(scout)(calls.updateBoard, { id, primaryLocationId: tower })],
      ['removed', () => as(scout)(calls.removeLocation, { id, locationId: mill })],
      ['renamed', () => as(scout)(calls.updateBoard, { id, title: 'Another' })],
    ];
    for (const [what, change] of changes) {
      await change();
      const after = await updatedAt(id);
      expect(after > before, what).toBe(true);
      before = after;
    }
    await shareWith(id, ['isla@northlight.example']);
    await as(scout)(calls.createLink, { id });
    await as(scout)(calls.updateBoard, { id, title: 'Another' });
    expect(await updatedAt(id)).toBe(before);
  });
});

describe('archiving', () => {
  test('keeps a board as it is, until it is deleted', async () => {
    const { id } = await newBoard();
    await add(id, mill);
    const { link } = await as(scout)(calls.createLink, { id });
    const [{ id: shareId } = { id: '' }] = await shareWith(id, [other.email]);
    const archived = await as(scout)(calls.archiveBoard, { id });
    expect(archived.archived_at).toEqual(expect.any(String));
    expect(Object.entries(archived.may).filter(([, may]) => may)).toEqual([['delete', true]]);
    expect((await as(scout)(calls.ownBoards, {})).total).toBe(0);
    expect((await as(scout)(calls.archivedBoards, {})).data).toEqual([archived]);
    expect(await audited('BOARD_ARCHIVED')).toMatchObject({ user_id: scout.id, board_id: id });
    await expect(as(null)(calls.boardByLink, { link })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await view(id, other)).toMatchObject({ count: 1 });
    await expectEach(
      [
        as(scout)(calls.updateBoard, { id, title: 'x' }),
        as(scout)(calls.updateBoard, { id, primaryLocationId: mill }),
        add(id, tower),
        add(id, tower, admin),
        as(scout)(calls.updateLocation, { id, locationId: mill, note: 'x' }),
        as(scout)(calls.removeLocation, { id, locationId: mill }),
        as(scout)(calls.duplicateBoard, { id, title: 'x' }),
        as(scout)(calls.archiveBoard, { id }),
        as(scout)(calls.createLink, { id }),
        as(scout)(calls.removeShare, { id, shareId }),
        shareWith(id, ['a@b.example']),
      ],
      {
        errorType: 'CONFLICT',
        message: 'This board is archived and cannot be changed.',
      },
    );
    await as(scout)(calls.deleteBoard, { id });
    expect((await as(scout)(calls.archivedBoards, {})).total).toBe(0);
  });

  test('of private boards is seen by the whole team', async () => {
    const { id } = await as(admin)(calls.createPrivateBoard, { title: 'Studio search' });
    await as(admin)(calls.archiveBoard, { id });
    expect((await as(colleague)(calls.archivedBoards, {})).data).toMatchObject([{ id, may: { delete: true } }]);
    await as(colleague)(calls.deleteBoard, { id });
  });
});

describe('duplicating', () => {
  test('copies locations, notes, order and primary image, but not whom the board is shared with', async () => {
    const { id } = await newBoard();
    for (const location of [mill, tower, shore]) await add(id, location);
    await as(scout)(calls.updateLocation, { id, locationId: shore, position: 0, note: 'Dawn only.' });
    await as(scout)(calls.updateBoard, { id, primaryLocationId: tower });
    await shareWith(id, [other.email]);
    await as(scout)(calls.createLink, { id });
    const copy = await as(scout)(calls.duplicateBoard, { id, title: 'Second unit' });
    const [from, to] = [await view(id), await view(copy.id)];
    expect(to.locations).toEqual(from.locations);
    expect(to.locations.data.map(({ location, note }) => [location?.title, note])).toEqual([
      ['Shore', 'Dawn only.'],
      ['Mill', null],
      ['Tower', null],
    ]);
    expect(to).toMatchObject({
      title: 'Second unit',
      primary_location_id: tower,
      link: null,
      shared: { people: 0, link: false },
    });
    expect(await lastNotification()).toMatchObject({ type: 'BOARD_DUPLICATED', board_id: copy.id });
    expect(await audited('BOARD_DUPLICATED')).toMatchObject({ board_id: copy.id, details: { from: id } });
    await as(scout)(calls.deleteBoard, { id });
    expect((await view(copy.id)).count).toBe(3);
  });
});

describe('a location that went offline', () => {
  test('stays without its details, everywhere', async () => {
    const [gone] = (await addPublished(db, ['Secret cove'])) as [string];
    const { id } = await newBoard();
    await add(id, gone);
    await add(id, mill);
    await as(scout)(calls.updateBoard, { id, primaryLocationId: gone });
    const { link } = await as(scout)(calls.createLink, { id });
    await goOffline(gone);
    const seen = await Promise.all([
      view(id),
      view(id, admin),
      as(scout)(calls.ownBoards, {}),
      as(scout)(calls.locationOnBoard, { id, locationId: gone }),
      as(null)(calls.boardByLink, { link }),
    ]);
    expect(JSON.stringify(seen)).not.toContain('Secret cove');
    const [{ locations, covers, count }] = seen;
    expect([count, locations.total, covers.map(({ title }) => title)]).toEqual([2, 2, ['Mill']]);
    expect(locations.data[0]).toEqual({
      id: gone,
      position: 0,
      note: null,
      primary: true,
      location: null,
      unpublished: null,
    });
    await expect(add((await newBoard()).id, gone)).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
      message: 'This location is no longer available. Please choose another one.',
    });
    await as(scout)(calls.removeLocation, { id, locationId: gone });
    expect((await view(id)).count).toBe(1);
  });
});
