import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { deleteUser, openDeletions } from '../src/features/accounts/administration/contract.ts';
import { performBatch, resumeDeletions } from '../src/features/accounts/account-deletion/jobs.server.ts';
import { deleteOwnAccount, ownDataSummary } from '../src/features/accounts/own-account/contract.ts';
import {
  boardById,
  createPrivateBoard,
  privateBoards,
  sharedBoards,
  ownBoards,
} from '../src/features/boards/contract.ts';
import { createBatchDeletion } from '../src/server/delete-account-data.ts';
import { BEING_DELETED } from '../src/features/locations/messages.ts';
import { publish } from '../src/features/locations/publishing/contract.ts';
import { publishEvent } from '../src/server/event-subscriptions.ts';
import { publishLocations } from '../src/features/locations/publishing/commands.server.ts';
import { testDatabase } from './support/database.ts';
import { PASSWORD, addSignedInPerson } from './support/people.ts';
import { startSite } from './support/site.ts';

const site = await startSite({ database: await testDatabase() });
const { db } = site;
const ENTRIES = 12_000;

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  await db.deleteFrom('account_deletions').execute();
  await sql`delete from pgboss.job`.execute(db);
});

/** Adds boards of a scout with 1,000 locations each, shared with an email address. */
async function addBoards(userId: string, email: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with places as (
      insert into locations (title, locationurl) select 'Place ' || n, 'place-' || gen_random_uuid()
      from generate_series(1, 1000) n returning id),
    made as (
      insert into boards (user_id, title) select ${userId}, 'Board ' || n from generate_series(1, ${ENTRIES / 1000}) n
      returning id),
    added as (
      insert into board_locations (board_id, location_id, position)
      select made.id, places.id, row_number() over (partition by made.id) - 1 from made cross join places)
    select id from made`.execute(db);
  await sql`insert into board_shares (board_id, email) select id, ${email} from boards where user_id = ${userId}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

const count = async (table: 'boards' | 'board_locations' | 'board_shares' | 'locations') =>
  (
    await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** Performs the queued batches, as the worker does; with `crash`, each is rolled back once before. */
async function performBatches(userId: string, crash = false): Promise<number> {
  const deleteBatch = createBatchDeletion(publishEvent);
  const perform = (fail: boolean) =>
    db.transaction().execute(async (trx) => {
      await performBatch(trx, { enqueue: async () => {} }, deleteBatch, userId);
      if (fail) throw new Error('the worker crashes');
    });
  const isOpen = db.selectFrom('account_deletions').select('deleted').where('finished_at', 'is', null);
  for (let batches = 0; ; batches++) {
    if (!(await isOpen.executeTakeFirst())) return batches;
    if (crash) await perform(true).catch(() => {});
    await perform(false);
  }
}

test('hides a large account at once, and deletes its rows in batches that survive crashes, with progress', async () => {
  const [admin, viewer, scout] = [
    await addSignedInPerson(site, 'ADMIN'),
    await addSignedInPerson(site, 'OWNER'),
    await addSignedInPerson(site, 'SCOUT'),
  ];
  const { id } = scout.person;
  const [board = ''] = await addBoards(id, viewer.person.email);
  expect(await viewer.api(boardById, { id: board })).toMatchObject({ count: 1000 });
  await admin.api(deleteUser, { id });

  for (const { api } of [admin, viewer])
    await expect(api(boardById, { id: board })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await expect(scout.api(ownBoards, {})).rejects.toMatchObject({ errorType: 'UNAUTHENTICATED' });
  expect(await count('board_locations')).toBe(ENTRIES);
  const total = ENTRIES + ENTRIES / 1000;
  expect(await admin.api(openDeletions, {})).toMatchObject([{ id, first_name: 'Isla', total, deleted: 0 }]);
  const queued = await sql`select from pgboss.job where name = 'account-deletions'`.execute(db);
  expect(queued.rows).toHaveLength(1);

  expect(await performBatches(id, true)).toBeGreaterThan(2);
  for (const table of ['boards', 'board_locations', 'board_shares'] as const) expect(await count(table)).toBe(0);
  expect(await admin.api(openDeletions, {})).toEqual([]);
  const { deleted } = await db.selectFrom('account_deletions').select('deleted').executeTakeFirstOrThrow();
  expect(deleted).toBe(total);
});

test('takes all locations of a large account offline at once, and deletes them in batches', async () => {
  const [admin, owner] = [await addSignedInPerson(site, 'ADMIN'), await addSignedInPerson(site, 'OWNER')];
  const { id } = owner.person;
  const { rows } = await sql<{ id: string }>`
    insert into locations (title, locationurl, owner_id) select 'Owned ' || n, 'owned-' || n, ${id}
    from generate_series(1, 120) n returning id`.execute(db);
  const ids = rows.map((row) => row.id);
  await db.transaction().execute((trx) => publishLocations(trx, { ids, at: new Date() }, publishEvent));
  await admin.api(deleteUser, { id });
  expect(await db.selectFrom('published_locations').select('id').execute()).toEqual([]);
  expect(await admin.api(openDeletions, {})).toMatchObject([{ total: 120, deleted: 0 }]);
  await expect(admin.api(publish, { id: ids[0]! })).rejects.toMatchObject({ message: BEING_DELETED });
  expect(await performBatches(id)).toBe(4);
  expect(await db.selectFrom('locations').select('id').where('owner_id', '=', id).execute()).toEqual([]);
});

test('queues an open deletion again when its job is gone', async () => {
  const [admin, scout] = [await addSignedInPerson(site, 'ADMIN'), await addSignedInPerson(site, 'SCOUT')];
  await addBoards(scout.person.id, 'viewer@crew.example');
  await admin.api(deleteUser, { id: scout.person.id });
  const queued = async () =>
    (await sql`select from pgboss.job where name = 'account-deletions'`.execute(db)).rows.length;
  await resumeDeletions(db, site.jobs);
  expect(await queued()).toBe(1);
  await sql`delete from pgboss.job`.execute(db);
  await resumeDeletions(db, site.jobs);
  expect(await queued()).toBe(1);
});

test('lets somebody delete their own account with the password, and nobody use it afterwards', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const { id, email } = scout.person;
  await db.insertInto('boards').values({ user_id: id, title: 'Episode 4' }).execute();
  expect(await scout.api(ownDataSummary, {})).toMatchObject({ boards: 1, locations: 0 });
  await expect(scout.api(deleteOwnAccount, { password: 'a wrong password' })).rejects.toMatchObject({
    errorType: 'INVALID',
    fields: { password: 'This is not your password. Please check it.' },
  });
  expect(await count('boards')).toBe(1);
  expect(await scout.api(deleteOwnAccount, { password: PASSWORD })).toEqual({ message: 'Your account was deleted.' });
  expect(await count('boards')).toBe(0);
  await expect(scout.api(ownBoards, {})).rejects.toMatchObject({ errorType: 'UNAUTHENTICATED' });
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(user).toMatchObject({
    email: null,
    password_hash: null,
    telephone1: null,
    enabled_at: null,
    first_name: 'Isla',
  });
  const mails = db.selectFrom('outbox').select('id').where('recipient', '=', email);
  expect(await mails.execute()).toEqual([]);
});

test('keeps the last admin, also of two who leave at the same time, and gives the other their private boards', async () => {
  await db.updateTable('users').set({ role: 'SCOUT', office_id: null }).where('role', '=', 'ADMIN').execute();
  const admins = [await addSignedInPerson(site, 'ADMIN'), await addSignedInPerson(site, 'ADMIN')];
  for (const { api } of admins) await api(createPrivateBoard, { title: 'For the commissioner' });
  const leave = admins.map(({ api }) => api(deleteOwnAccount, { password: PASSWORD }));
  const outcomes = await Promise.allSettled(leave);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(rejected?.reason).toMatchObject({ errorType: 'CONFLICT' });
  const remaining = admins[outcomes.findIndex(({ status }) => status === 'rejected')]!;
  expect(await remaining.api(privateBoards, {})).toMatchObject({ total: 2 });
  expect(await remaining.api(sharedBoards, {})).toMatchObject({ total: 0 });
});
