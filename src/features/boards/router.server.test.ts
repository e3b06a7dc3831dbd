import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../tests/support/boards.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { locationDeps } from '../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../tests/support/people.ts';
import { unpublishLocation } from '../locations/publishing/commands.server.ts';
import { AUDIT_TYPES, type AuditType } from '../audit-log/entry-types.ts';
import * as routes from './contract.ts';
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

const apiFor = (person: Person | null) => boardsApi(db, person);
const newBoard = (title = 'Episode 4', person = scout) => apiFor(person)(routes.createBoard, { title });
const add = (id: string, locationId: string, person = scout) => apiFor(person)(routes.addLocation, { id, locationId });
const shareWith = (id: string, emails: string[], person = scout) => apiFor(person)(routes.shareBoard, { id, emails });
const view = (id: string, person = scout) => apiFor(person)(routes.boardById, { id });
const updatedAt = async (id: string) => (await view(id)).updated_at;
const unpublish = (id: string) =>
  db.transaction().execute((trx) => unpublishLocation({ ...locationDeps(), trx, actor: null, at: new Date() }, { id }));

/** Awaits all calls and expects each to be rejected. */
async function expectEach(attempts: readonly Promise<unknown>[], rejection: object): Promise<void> {
  const outcomes = await Promise.all(attempts.map((attempt) => attempt.catch((error: unknown) => error)));
  expect(outcomes).toEqual(attempts.map(() => expect.objectContaining(rejection)));
}

async function getLastAuditEntry(type: AuditType) {
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

describe('the fields of a board', () => {
  const entity = { user_id: scout.id, private: false, archived_at: null, link: null, primary_location_id: null };
  const withLocation = (...ids: string[]) => ({ data: ids.map((id) => ({ id })), total: ids.length, current_page: 1 });

  test('are the same for its owner after creation, after changes, in lists and in the view', async () => {
    const { id, ...created } = await newBoard();
    expect(created).toMatchObject({ ...entity, locations: withLocation() });
    expect((await add(id, shore)).board).toMatchObject({ ...entity, locations: withLocation(shore) });
    await add(id, mill);
    const { link } = await apiFor(scout)(routes.createLink, { id });
    const changed = await apiFor(scout)(routes.updateBoard, { id, primaryLocationId: mill });
    const now = { ...entity, link, primary_location_id: mill, locations: withLocation(shore, mill) };
    expect(changed).toMatchObject(now);
    expect((await apiFor(scout)(routes.ownBoards, {})).data).toEqual([expect.objectContaining(changed)]);
    expect(await view(id)).toMatchObject(now);
    const locations = { ...withLocation(mill), per_page: 12 };
    expect(await apiFor(scout)(routes.removeLocation, { id, locationId: shore })).toMatchObject({ ...now, locations });
    expect(await apiFor(scout)(routes.archiveBoard, { id })).toMatchObject({ link: null, user_id: scout.id });
  });

  test('hide the owner and the public link from viewers', async () => {
    const { id } = await newBoard();
    await shareWith(id, [other.email]);
    await apiFor(scout)(routes.createLink, { id });
    const { data } = await apiFor(other)(routes.sharedBoards, {});
    expect(data).toMatchObject([{ id, user_id: null, link: null }]);
    expect(await apiFor(admin)(routes.boardById, { id })).toMatchObject({ user_id: scout.id, link: null });
  });
});

describe('creating a board', () => {
  test('makes it empty and unshared, and notifies the Locations Team', async () => {
    const board = await newBoard('  Episode 4,\nthe causeway ');
    expect(board).toMatchObject({
      title: 'Episode 4, the causeway',
      private: false,
      archived_at: null,
      count: 0,
      covers: [],
      shared: { share_count: 0, link: false, owner_name: null },
      rights: {
        change: true,
        choosePrimary: true,
        share: true,
        link: true,
        guests: true,
        duplicate: true,
        archive: true,
        delete: true,
      },
    });
    expect(getSharingLabel(board)).toBe('Only you');
    expect(await lastNotification()).toMatchObject({ type: 'BOARD_CREATED', user_id: scout.id, board_id: board.id });
    expect(await getLastAuditEntry('BOARD_CREATED')).toMatchObject({ user_id: scout.id, board_id: board.id });
  });

  test.each(['', '  \n', 'x'.repeat(121)])('rejects the title %j', async (title) => {
    await expect(newBoard(title)).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { title: expect.any(String) },
    });
    expect(await lastNotification()).toBeUndefined();
  });

  test('is possible for a Location Professional by the Locations Team', async () => {
    const board = await apiFor(admin)(routes.createBoard, { title: 'For you', userId: scout.id });
    expect((await apiFor(scout)(routes.ownBoards, {})).data).toMatchObject([{ id: board.id, rights: { share: true } }]);
    expect(board).toMatchObject({ shared: { owner_name: 'Catriona Muir' }, rights: { change: true, share: false } });
    expect(await getLastAuditEntry('BOARD_CREATED')).toMatchObject({ user_id: admin.id, board_id: board.id });
    expect(await lastNotification()).toMatchObject({ user_id: admin.id, board_id: board.id });
  });

  test('is rejected for other users', async () => {
    await expect(apiFor(scout)(routes.createBoard, { title: 'x', userId: other.id })).rejects.toMatchObject({
      errorType: 'FORBIDDEN',
    });
    for (const userId of [owner.id, randomUUID()]) {
      await expect(apiFor(admin)(routes.createBoard, { title: 'x', userId })).rejects.toMatchObject({
        errorType: 'INVALID',
        fields: { userId: 'Choose a Location Professional who has an account.' },
      });
    }
  });

  test('as private makes it belong to the Locations Team', async () => {
    const board = await apiFor(admin)(routes.createPrivateBoard, { title: 'Studio search' });
    expect(getSharingLabel(board)).toBe('Locations Team');
    expect(board).toMatchObject({ private: true, rights: { change: true, link: false } });
    expect((await apiFor(colleague)(routes.privateBoards, {})).data).toEqual([board]);
    expect((await apiFor(admin)(routes.ownBoards, {})).data).toEqual([]);
    expect(await lastNotification()).toMatchObject({ type: 'PRIVATE_BOARD_CREATED', board_id: board.id });
    expect(await getLastAuditEntry('PRIVATE_BOARD_CREATED')).toMatchObject({ user_id: admin.id, board_id: board.id });
    await expectEach(
      [
        apiFor(scout)(routes.createPrivateBoard, { title: 'x' }),
        apiFor(scout)(routes.privateBoards, {}),
        apiFor(owner)(routes.ownBoards, {}),
        apiFor(owner)(routes.createBoard, { title: 'x' }),
      ],
      { errorType: 'FORBIDDEN' },
    );
  });
});

describe('lists', () => {
  test('are paginated with the latest change first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 13; n++) ids.unshift((await newBoard(`Board ${n}`)).id);
    await add(ids[5]!, mill);
    const first = await apiFor(scout)(routes.ownBoards, {});
    expect([first.total, first.current_page, first.per_page, first.data.length]).toEqual([13, 1, 12, 12]);
    expect(first.data[0]?.id).toBe(ids[5]);
    const beside = await apiFor(scout)(routes.ownBoards, { page: 2, size: 11 });
    expect(beside.data.map(({ id }) => id)).toEqual(ids.slice(-2));
    expect((await apiFor(scout)(routes.ownBoards, { page: 9 })).total).toBe(13);
  });

  test('show three covers: the primary one, then pictures in order, then locations without pictures', async () => {
    const { id } = await newBoard();
    const [plain] = (await addPublished(db, ['Plain'], false)) as [string];
    for (const location of [plain, mill, tower, shore, bridge]) await add(id, location);
    const covers = async () => (await apiFor(scout)(routes.ownBoards, {})).data[0]?.covers.map((cover) => cover.title);
    expect(await covers()).toEqual(['Mill', 'Tower', 'Shore']);
    await apiFor(scout)(routes.updateBoard, { id, primaryLocationId: bridge });
    expect(await covers()).toEqual(['Bridge', 'Mill', 'Tower']);
    await apiFor(scout)(routes.updateBoard, { id, primaryLocationId: plain });
    expect(await covers()).toEqual(['Plain', 'Mill', 'Tower']);
  });

  test('show the picture of the primary location in previews of their link, by default the first picture', async () => {
    const { id } = await newBoard();
    const [plain] = (await addPublished(db, ['Plain'], false)) as [string];
    const { link } = await apiFor(scout)(routes.createLink, { id });
    const preview = async () => (await apiFor(null)(routes.boardByLink, { link })).primaryimage;
    expect(await preview()).toBeNull();
    for (const location of [plain, mill, tower]) await add(id, location);
    const pictureOf = async (locationId: string) =>
      (await apiFor(scout)(routes.locationOnBoard, { id, locationId })).item.location?.primaryimage;
    expect(await preview()).toEqual(await pictureOf(mill));
    await apiFor(scout)(routes.updateBoard, { id, primaryLocationId: tower });
    expect(await preview()).toEqual(await pictureOf(tower));
  });

  test('say which boards have a location', async () => {
    const withLocation = await newBoard('With');
    await newBoard('Without');
    await add(withLocation.id, mill);
    const { data } = await apiFor(scout)(routes.ownBoards, { locationId: mill });
    expect(Object.fromEntries(data.map(({ title, has_location }) => [title, has_location]))).toEqual({
      With: true,
      Without: false,
    });
    expect((await apiFor(scout)(routes.ownBoards, {})).data[0]).not.toHaveProperty('has_location');
  });

  test('of a Location Professional can be read by the Locations Team', async () => {
    const board = await newBoard();
    const archived = await newBoard('Done');
    await apiFor(scout)(routes.archiveBoard, { id: archived.id });
    const titles = async (archived: 'true' | 'false') =>
      (await apiFor(admin)(routes.boardsOfUser, { id: scout.id, archived })).data.map(({ title }) => title);
    expect([await titles('false'), await titles('true')]).toEqual([[board.title], ['Done']]);
  });
});

describe('boards of others', () => {
  test('return the same error as unknown ids', async () => {
    const { id } = await newBoard();
    await add(id, mill);
    const [{ id: shareId } = { id: '' }] = await shareWith(id, ['isla@northlight.example']);
    const attempts = (board: string) => [
      apiFor(other)(routes.boardById, { id: board }),
      apiFor(other)(routes.updateBoard, { id: board, title: 'Mine' }),
      apiFor(other)(routes.deleteBoard, { id: board }),
      apiFor(other)(routes.archiveBoard, { id: board }),
      apiFor(other)(routes.duplicateBoard, { id: board, title: 'Mine' }),
      apiFor(other)(routes.addLocation, { id: board, locationId: tower }),
      apiFor(other)(routes.updateLocation, { id: board, locationId: mill, position: 0 }),
      apiFor(other)(routes.removeLocation, { id: board, locationId: mill }),
      apiFor(other)(routes.locationOnBoard, { id: board, locationId: mill }),
      apiFor(other)(routes.candidatesForBoard, { id: board }),
      apiFor(other)(routes.boardShares, { id: board }),
      apiFor(other)(routes.shareBoard, { id: board, emails: ['a@b.example'] }),
      apiFor(other)(routes.removeShare, { id: board, shareId }),
      apiFor(other)(routes.createLink, { id: board }),
      apiFor(other)(routes.deleteLink, { id: board }),
      apiFor(owner)(routes.boardById, { id: board }),
      apiFor(owner)(routes.locationOnBoard, { id: board, locationId: mill }),
    ];
    const message = 'We cannot find this board. It may have been deleted, or is not shared with you.';
    await expectEach(attempts(id), { errorType: 'NOT_FOUND', message });
    await expectEach(attempts(randomUUID()), { errorType: 'NOT_FOUND', message });
    expect(await view(id)).toMatchObject({ title: 'Episode 4', count: 1 });
  });

  test('are read-only for the Locations Team on the website, shared or not', async () => {
    const { id } = await newBoard();
    const noRights = Object.fromEntries(Object.keys((await view(id)).rights).map((right) => [right, false]));
    expect((await view(id, admin)).rights).toEqual(noRights);
    await shareWith(id, [admin.email]);
    expect((await view(id, admin)).rights).toEqual(noRights);
    expect((await apiFor(admin)(routes.sharedBoards, {})).data).toMatchObject([{ id, rights: noRights }]);
  });

  test('can be changed by the Locations Team in the admin area, but not shared or duplicated', async () => {
    const { id } = await newBoard();
    const { data } = await apiFor(admin)(routes.boardsOfUser, { id: scout.id });
    const managed = await apiFor(admin)(routes.boardOfUser, { id: scout.id, boardId: id });
    expect(data).toMatchObject([{ id, rights: managed.rights }]);
    await expect(apiFor(admin)(routes.boardOfUser, { id: other.id, boardId: id })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
    });
    expect(managed.rights).toEqual({
      change: true,
      choosePrimary: false,
      share: false,
      link: false,
      guests: false,
      duplicate: false,
      archive: true,
      delete: true,
    });
    await add(id, mill, admin);
    expect(await apiFor(admin)(routes.updateBoard, { id, title: 'Renamed' })).toMatchObject({
      title: 'Renamed',
      count: 1,
    });
    await expectEach(
      [
        shareWith(id, ['a@b.example'], admin),
        apiFor(admin)(routes.boardShares, { id }),
        apiFor(admin)(routes.createLink, { id }),
        apiFor(admin)(routes.duplicateBoard, { id, title: 'x' }),
        apiFor(admin)(routes.updateBoard, { id, primaryLocationId: mill }),
      ],
      { errorType: 'FORBIDDEN' },
    );
    await apiFor(admin)(routes.archiveBoard, { id });
    await apiFor(admin)(routes.deleteBoard, { id });
    expect(await getLastAuditEntry('BOARD_DELETED')).toMatchObject({ user_id: admin.id, board_id: id });
  });

  test('that are private are hidden from Location Professionals', async () => {
    const { id } = await apiFor(admin)(routes.createPrivateBoard, { title: 'Studio search' });
    await expect(view(id)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect((await view(id, colleague)).rights).toMatchObject({ change: true, delete: true, share: true, link: false });
  });
});

describe('the primary image', () => {
  test('is that of a location on the board, and is reset when the location is removed', async () => {
    const { id } = await newBoard();
    await add(id, mill);
    await add(id, tower);
    await apiFor(scout)(routes.updateBoard, { id, primaryLocationId: tower });
    expect((await view(id)).locations.data.map(({ primary }) => primary)).toEqual([false, true]);
    await expect(apiFor(scout)(routes.updateBoard, { id, primaryLocationId: shore })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
      message: 'This location is no longer on the board.',
    });
    await apiFor(scout)(routes.removeLocation, { id, locationId: tower });
    expect(await view(id)).toMatchObject({ primary_location_id: null, count: 1 });
  });
});

describe('the time of the last change', () => {
  test('follows changes of title, primary image, contents, order and notes only', async () => {
    const { id } = await newBoard();
    let before = await updatedAt(id);
    const changes: [string, () => Promise<unknown>][] = [
      ['added', () => add(id, mill)],
      ['added', () => add(id, tower)],
      ['moved', () => apiFor(scout)(routes.updateLocation, { id, locationId: tower, position: 0 })],
      ['noted', () => apiFor(scout)(routes.updateLocation, { id, locationId: tower, note: 'Dawn only.' })],
      ['chosen', () => apiFor(scout)(routes.updateBoard, { id, primaryLocationId: tower })],
      ['removed', () => apiFor(scout)(routes.removeLocation, { id, locationId: mill })],
      ['renamed', () => apiFor(scout)(routes.updateBoard, { id, title: 'Another' })],
    ];
    for (const [what, change] of changes) {
      await change();
      const after = await updatedAt(id);
      expect(after > before, what).toBe(true);
      before = after;
    }
    await shareWith(id, ['isla@northlight.example']);
    await apiFor(scout)(routes.createLink, { id });
    await apiFor(scout)(routes.updateBoard, { id, title: 'Another' });
    expect(await updatedAt(id)).toBe(before);
  });
});

describe('archiving', () => {
  test('makes a board read-only until it is deleted', async () => {
    const { id } = await newBoard();
    await add(id, mill);
    const { link } = await apiFor(scout)(routes.createLink, { id });
    const [{ id: shareId } = { id: '' }] = await shareWith(id, [other.email]);
    const archived = await apiFor(scout)(routes.archiveBoard, { id });
    expect(archived.archived_at).toEqual(expect.any(String));
    expect(Object.entries(archived.rights).filter(([, granted]) => granted)).toEqual([['delete', true]]);
    expect((await apiFor(scout)(routes.ownBoards, {})).total).toBe(0);
    expect((await apiFor(scout)(routes.archivedBoards, {})).data).toEqual([archived]);
    expect(await getLastAuditEntry('BOARD_ARCHIVED')).toMatchObject({ user_id: scout.id, board_id: id });
    await expect(apiFor(null)(routes.boardByLink, { link })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await view(id, other)).toMatchObject({ count: 1 });
    await expectEach(
      [
        apiFor(scout)(routes.updateBoard, { id, title: 'x' }),
        apiFor(scout)(routes.updateBoard, { id, primaryLocationId: mill }),
        add(id, tower),
        add(id, tower, admin),
        apiFor(scout)(routes.updateLocation, { id, locationId: mill, note: 'x' }),
        apiFor(scout)(routes.removeLocation, { id, locationId: mill }),
        apiFor(scout)(routes.duplicateBoard, { id, title: 'x' }),
        apiFor(scout)(routes.archiveBoard, { id }),
        apiFor(scout)(routes.createLink, { id }),
        apiFor(scout)(routes.removeShare, { id, shareId }),
        shareWith(id, ['a@b.example']),
      ],
      {
        errorType: 'CONFLICT',
        message: 'This board is archived and cannot be changed.',
      },
    );
    await apiFor(scout)(routes.deleteBoard, { id });
    expect((await apiFor(scout)(routes.archivedBoards, {})).total).toBe(0);
  });

  test('a private board keeps it visible to the whole team', async () => {
    const { id } = await apiFor(admin)(routes.createPrivateBoard, { title: 'Studio search' });
    await apiFor(admin)(routes.archiveBoard, { id });
    expect((await apiFor(colleague)(routes.archivedBoards, {})).data).toMatchObject([{ id, rights: { delete: true } }]);
    await apiFor(colleague)(routes.deleteBoard, { id });
  });
});

describe('duplicating', () => {
  test('copies locations, notes, order and primary image, but not shares and link', async () => {
    const { id } = await newBoard();
    for (const location of [mill, tower, shore]) await add(id, location);
    await apiFor(scout)(routes.updateLocation, { id, locationId: shore, position: 0, note: 'Dawn only.' });
    await apiFor(scout)(routes.updateBoard, { id, primaryLocationId: tower });
    await shareWith(id, [other.email]);
    await apiFor(scout)(routes.createLink, { id });
    const copy = await apiFor(scout)(routes.duplicateBoard, { id, title: 'Second unit' });
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
      shared: { share_count: 0, link: false },
    });
    expect(await lastNotification()).toMatchObject({ type: 'BOARD_DUPLICATED', board_id: copy.id });
    expect(await getLastAuditEntry('BOARD_DUPLICATED')).toMatchObject({ board_id: copy.id, details: { from: id } });
    await apiFor(scout)(routes.deleteBoard, { id });
    expect((await view(copy.id)).count).toBe(3);
  });
});

describe('an unpublished location', () => {
  test('stays on boards without its details', async () => {
    const [unpublished] = (await addPublished(db, ['Secret cove'])) as [string];
    const { id } = await newBoard();
    await add(id, unpublished);
    await add(id, mill);
    await apiFor(scout)(routes.updateBoard, { id, primaryLocationId: unpublished });
    const { link } = await apiFor(scout)(routes.createLink, { id });
    await unpublish(unpublished);
    const responses = await Promise.all([
      view(id),
      view(id, admin),
      apiFor(scout)(routes.ownBoards, {}),
      apiFor(scout)(routes.locationOnBoard, { id, locationId: unpublished }),
      apiFor(null)(routes.boardByLink, { link }),
    ]);
    expect(JSON.stringify(responses)).not.toContain('Secret cove');
    const [{ locations, covers, count }] = responses;
    expect([count, locations.total, covers.map(({ title }) => title)]).toEqual([2, 2, ['Mill']]);
    expect(locations.data[0]).toEqual({
      id: unpublished,
      position: 0,
      image_ids: null,
      photographs: [],
      files: [],
      section_id: null,
      state: 'IDEA',
      cost: null,
      tags: [],
      note: null,
      primary: true,
      location: null,
      unpublished: null,
    });
    await expect(add((await newBoard()).id, unpublished)).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
      message: 'This location is no longer available. Please choose another one.',
    });
    await apiFor(scout)(routes.removeLocation, { id, locationId: unpublished });
    expect((await view(id)).count).toBe(1);
  });
});
