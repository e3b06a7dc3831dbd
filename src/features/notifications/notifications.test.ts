import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../tests/support/services.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { exportLines } from '../../../tests/support/export-lines.ts';
import { addLocation } from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../platform/http/route-handlers.ts';
import { notify } from './commands.server.ts';
import * as routes from './contract.ts';
import type { NotificationType } from './notification-types.ts';
import { notificationFeature } from './feature.ts';

const { kysely: db } = await testDatabase();
const admin = await addPerson(db, 'ADMIN');
const scout = await addPerson(db, 'SCOUT', { first_name: 'Catriona', last_name: 'Muir' });
const location = await addLocation(db, { title: 'Weir Mill' });
const { id: board } = await db
  .insertInto('boards')
  .values({ user_id: scout.id, title: 'Episode 4' })
  .returning('id')
  .executeTakeFirstOrThrow();
const handlers = featureHandlers(notificationFeature, testServices(db));
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));
const list = async (params: Parameters<typeof api<typeof routes.notifications.input, never>>[1] = {}) =>
  api(routes.notifications, params);
const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute));

/** Types of all kinds of subject, in the order of their notifications. */
const TYPES: readonly NotificationType[] = [
  'LOCATION_REQUESTING_APPROVAL',
  'LOCATION_REQUESTING_UPDATES_APPROVAL',
  'OWNER_REGISTERED',
  'SCOUT_REGISTERED',
  'BOARD_CREATED',
  'PRIVATE_BOARD_CREATED',
  'BOARD_DUPLICATED',
];

/** One of each type, a minute apart, about subjects that exist. */
beforeEach(async () => {
  await db.deleteFrom('notifications').execute();
  await db.transaction().execute(async (trx) => {
    for (const [minute, type] of TYPES.entries())
      await notify(trx, { type, userId: scout.id, boardId: board, locationId: location, at: at(minute) });
  });
});

test('lists each notification with its subject and the user', async () => {
  const { data, total, current_page, per_page } = await list();
  expect({ total, current_page, per_page }).toEqual({ total: 7, current_page: 1, per_page: 25 });
  expect(data.map(({ type }) => type)).toEqual(TYPES.toReversed());
  expect(data[0]).toEqual({
    id: expect.any(Number),
    type: 'BOARD_DUPLICATED',
    read_at: null,
    created_at: at(6).toISOString(),
    user_id: scout.id,
    board_id: board,
    location_id: location,
    user: { id: scout.id, first_name: 'Catriona', last_name: 'Muir', enabled_at: expect.any(String) },
    board: { id: board, title: 'Episode 4', user_id: scout.id, private: false },
    location: { id: location, title: 'Weir Mill' },
  });
});

test('outlives its subject', async () => {
  await db.deleteFrom('notifications').execute();
  const deleted = { userId: randomUUID(), boardId: randomUUID(), locationId: randomUUID() };
  await db.transaction().execute((trx) => notify(trx, { type: 'BOARD_CREATED', ...deleted, at: at(0) }));
  expect((await list()).data).toEqual([
    expect.objectContaining({ board_id: deleted.boardId, user: null, board: null, location: null }),
  ]);
});

test.each([
  ['location', ['LOCATION_REQUESTING_APPROVAL', 'LOCATION_REQUESTING_UPDATES_APPROVAL']],
  ['user', ['OWNER_REGISTERED', 'SCOUT_REGISTERED']],
  ['board', ['BOARD_CREATED', 'PRIVATE_BOARD_CREATED', 'BOARD_DUPLICATED']],
] as const)('filters by the kind of subject: %s', async (type, types) => {
  const { data, total } = await list({ type, sortBy: 'id', sortOrder: 'asc' });
  expect(data.map((one) => one.type)).toEqual(types);
  expect(total).toBe(types.length);
});

test('filters by the type', async () => {
  const { data } = await list({ type: 'BOARD_DUPLICATED' });
  expect(data.map(({ type }) => type)).toEqual(['BOARD_DUPLICATED']);
});

test('is read or unread for the team as a whole', async () => {
  const first = (await list()).data[0]!;
  const unread = () => api(routes.unreadNotifications, {});
  expect(await unread()).toEqual({ total: 7 });
  const toggled = await api(routes.toggleNotification, { id: first.id });
  expect(toggled).toEqual({ ...first, read_at: expect.any(String) });
  expect(await unread()).toEqual({ total: 6 });
  expect((await list({ status: 'read' })).data).toEqual([toggled]);
  expect((await list({ status: 'unread' })).total).toBe(6);
  expect(await api(routes.toggleNotification, { id: first.id })).toEqual(first);
});

test('can be marked as read or unread repeatedly', async () => {
  const { id } = (await list()).data[0]!;
  const mark = (read: boolean) => api(routes.toggleNotification, { id, read });
  const { read_at } = await mark(true);
  expect(read_at).not.toBeNull();
  expect(await mark(true)).toMatchObject({ read_at });
  expect(await api(routes.unreadNotifications, { type: 'board' })).toEqual({ total: 2 });
  expect(await mark(false)).toMatchObject({ read_at: null });
  expect(await mark(false)).toMatchObject({ read_at: null });
});

test('rejects marking an unknown notification', async () => {
  await expect(api(routes.toggleNotification, { id: 1e12 })).rejects.toMatchObject({
    errorType: 'NOT_FOUND',
    message: 'We cannot find this notification. It may have been deleted.',
  });
});

test('is sorted by each column, then by id', async () => {
  const ids = async (sortBy: 'id' | 'type' | 'created_at', sortOrder: 'asc' | 'desc') =>
    (await list({ sortBy, sortOrder })).data.map(({ type }) => TYPES.indexOf(type));
  expect(await ids('created_at', 'asc')).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(await ids('created_at', 'desc')).toEqual([6, 5, 4, 3, 2, 1, 0]);
  expect(await ids('type', 'asc')).toEqual([...TYPES].sort().map((type) => TYPES.indexOf(type)));
});

test('exports the matching notifications', async () => {
  expect(
    await exportLines(handlers, routes.exportNotifications, admin, {
      type: 'user',
      sortBy: 'type',
      sortOrder: 'asc',
    }),
  ).toEqual([
    'Id,Type,About,By,Created At,Read At',
    expect.stringMatching(/^\d+,Location Owner registered,Catriona Muir,Catriona Muir,2026-06-01T12:02:00.000Z,$/),
    expect.stringMatching(/^\d+,Location Professional registered,Catriona Muir,/),
  ]);
});

test('exports each notification once in any order when there are several batches', async () => {
  await db.transaction().execute(async (trx) => {
    for (let minute = 0; minute < 1_100; minute += 1)
      await notify(trx, { type: 'SCOUT_REGISTERED', userId: scout.id, at: at(minute % 3) });
  });
  for (const sortBy of ['id', 'type', 'created_at']) {
    const lines = await exportLines(handlers, routes.exportNotifications, admin, { sortBy });
    expect(new Set(lines).size).toBe(1_108);
  }
});
