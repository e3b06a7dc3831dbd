import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../tests/support/boards.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { MAX_BOARDS, MAX_BOARD_LOCATIONS, MAX_DUPLICATES_PER_HOUR, MAX_SECTIONS } from './schema.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import * as routes from './contract.ts';
import { addSection } from './sections/contract.ts';

const { kysely: db } = await testDatabase();
const admin = await addPerson(db, 'ADMIN');

/** Runs calls concurrently. Returns how many succeed, and the error, which must be the same for all others. */
async function countFulfilled(attempts: readonly Promise<unknown>[]): Promise<[number, ApiError | undefined]> {
  const outcomes = await Promise.all(attempts.map((attempt) => attempt.catch((error: unknown) => error)));
  const rejected = outcomes.filter((outcome) => outcome instanceof ApiError);
  for (const error of rejected) expect(error).toMatchObject({ errorType: rejected[0]?.errorType });
  return [outcomes.length - rejected.length, rejected[0]];
}

test('limits an account to 500 boards, for concurrent calls and the Locations Team too', async () => {
  const scout = await addPerson(db, 'SCOUT');
  const api = boardsApi(db, scout);
  const { id } = await api(routes.createBoard, { title: 'First' });
  await sql`
    insert into boards (user_id, title, archived_at)
    select ${scout.id}, 'Board ' || n, case when n % 2 = 0 then now() end
    from generate_series(1, ${sql.lit(MAX_BOARDS - 2)}) n`.execute(db);
  const [created, rejection] = await countFulfilled([
    api(routes.createBoard, { title: 'Mine' }),
    api(routes.createBoard, { title: 'Mine too' }),
    api(routes.duplicateBoard, { id, title: 'Copy' }),
    boardsApi(db, admin)(routes.createBoard, { title: 'For you', userId: scout.id }),
  ]);
  expect(created).toBe(1);
  expect(rejection).toMatchObject({
    errorType: 'CONFLICT',
    message:
      'An account can have at most 500 boards, archived ones included. Delete one that is no longer needed, then try again.',
  });
  await api(routes.deleteBoard, { id });
  await api(routes.createBoard, { title: 'Last' });
});

test('limits a board to 1,000 locations, for concurrent calls too', async () => {
  const api = boardsApi(db, await addPerson(db, 'SCOUT'));
  const { id } = await api(routes.createBoard, { title: 'Everything' });
  const places = await addPublished(db, ['Mill', 'Tower', 'Shore'], false);
  await sql`
    with places as (
      insert into locations (title, locationurl) select 'Place ' || n, 'full-' || n
      from generate_series(1, ${sql.lit(MAX_BOARD_LOCATIONS - 1)}) n returning id)
    insert into board_locations (board_id, location_id, position)
    select ${id}::uuid, id, row_number() over () - 1 from places`.execute(db);
  const [added, rejection] = await countFulfilled(
    places.map((locationId) => api(routes.addLocation, { id, locationId })),
  );
  expect(added).toBe(1);
  expect(rejection).toMatchObject({
    errorType: 'CONFLICT',
    message: 'A board can have at most 1,000 locations. Remove one from it, or choose another board.',
  });
  expect(await api(routes.boardById, { id })).toMatchObject({ count: MAX_BOARD_LOCATIONS });
});

test('limits a board to 100 sections, for concurrent calls too', async () => {
  const api = boardsApi(db, await addPerson(db, 'SCOUT'));
  const { id } = await api(routes.createBoard, { title: 'Everything' });
  await sql`
    insert into board_sections (board_id, title, position)
    select ${id}::uuid, 'Scene ' || n, n from generate_series(1, ${sql.lit(MAX_SECTIONS - 1)}) n`.execute(db);
  const titles = ['Scene 100', 'Scene 101', 'Scene 102'];
  const [added, rejection] = await countFulfilled(titles.map((title) => api(addSection, { id, title })));
  expect(added).toBe(1);
  expect(rejection).toMatchObject({
    errorType: 'CONFLICT',
    message: 'A board can have at most 100 sections. Delete one that is no longer needed, then try again.',
  });
});

test('limits an account to 20 duplicates an hour, including deleted ones, with a Retry-After', async () => {
  const scout = await addPerson(db, 'SCOUT');
  const api = boardsApi(db, scout);
  const { id } = await api(routes.createBoard, { title: 'Episode 4' });
  const hourAgo = new Date(Date.now() - 3_600_000);
  await db
    .transaction()
    .execute((trx) => recordAudit(trx, { type: 'BOARD_DUPLICATED', actorId: scout.id, boardId: id, at: hourAgo }));
  const duplicate = (title: string) => api(routes.duplicateBoard, { id, title });
  const copy = await duplicate('First copy');
  await api(routes.deleteBoard, { id: copy.id });
  const titles = Array.from({ length: MAX_DUPLICATES_PER_HOUR + 2 }, (_, n) => `Copy ${n}`);
  const [created, rejection] = await countFulfilled(titles.map(duplicate));
  expect(created).toBe(MAX_DUPLICATES_PER_HOUR - 1);
  expect(rejection).toMatchObject({
    errorType: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(
      /^You can duplicate at most 20 boards an hour. Please try again in (59|60) minutes\.$/,
    ),
  });
  expect(rejection?.retryAfter).toBeGreaterThan(3_500);
});
