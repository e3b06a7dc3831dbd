import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../tests/support/boards.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { MAX_BOARDS, MAX_BOARD_LOCATIONS, MAX_DUPLICATES_PER_HOUR } from './schema.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import * as calls from './contract.ts';

const { kysely: db } = await testDatabase();
const admin = await addPerson(db, 'ADMIN');

/** How many of these calls at the same moment succeed; all others are refused alike. */
async function succeeding(attempts: readonly Promise<unknown>[]): Promise<[number, ApiError | undefined]> {
  const outcomes = await Promise.all(attempts.map((attempt) => attempt.catch((error: unknown) => error)));
  const rejected = outcomes.filter((outcome) => outcome instanceof ApiError);
  for (const error of rejected) expect(error).toMatchObject({ errorType: rejected[0]?.errorType });
  return [outcomes.length - rejected.length, rejected[0]];
}

test('an account gets no more than 200 boards, also of calls at the same moment and of the Locations Team', async () => {
  const scout = await addPerson(db, 'SCOUT');
  const api = boardsApi(db, scout);
  const { id } = await api(calls.createBoard, { title: 'First' });
  await sql`
    insert into boards (user_id, title, archived_at)
    select ${scout.id}, 'Board ' || n, case when n % 2 = 0 then now() end
    from generate_series(1, ${sql.lit(MAX_BOARDS - 2)}) n`.execute(db);
  const [made, rejection] = await succeeding([
    api(calls.createBoard, { title: 'Mine' }),
    api(calls.createBoard, { title: 'Mine too' }),
    api(calls.duplicateBoard, { id, title: 'Copy' }),
    boardsApi(db, admin)(calls.createBoard, { title: 'For you', userId: scout.id }),
  ]);
  expect(made).toBe(1);
  expect(rejection).toMatchObject({
    errorType: 'CONFLICT',
    message:
      'An account can have at most 200 boards, archived ones included. Delete one that is no longer needed, then try again.',
  });
  await api(calls.deleteBoard, { id });
  await api(calls.createBoard, { title: 'Last' });
});

test('a board gets no more than 500 locations, also of calls at the same moment', async () => {
  const api = boardsApi(db, await addPerson(db, 'SCOUT'));
  const { id } = await api(calls.createBoard, { title: 'Everything' });
  const places = await addPublished(db, ['Mill', 'Tower', 'Shore'], false);
  await sql`
    with places as (
      insert into locations (title, locationurl) select 'Place ' || n, 'full-' || n
      from generate_series(1, ${sql.lit(MAX_BOARD_LOCATIONS - 1)}) n returning id)
    insert into board_locations (board_id, location_id, position)
    select ${id}::uuid, id, row_number() over () - 1 from places`.execute(db);
  const [added, rejection] = await succeeding(places.map((locationId) => api(calls.addLocation, { id, locationId })));
  expect(added).toBe(1);
  expect(rejection).toMatchObject({
    errorType: 'CONFLICT',
    message: 'A board can have at most 500 locations. Remove one from it, or choose another board.',
  });
  expect(await api(calls.boardById, { id })).toMatchObject({ count: MAX_BOARD_LOCATIONS });
});

test('an account duplicates no more than 20 boards an hour, deleted ones included, and is told when to try again', async () => {
  const scout = await addPerson(db, 'SCOUT');
  const api = boardsApi(db, scout);
  const { id } = await api(calls.createBoard, { title: 'Episode 4' });
  const hourAgo = new Date(Date.now() - 3_600_000);
  await db
    .transaction()
    .execute((trx) => recordAudit(trx, { type: 'BOARD_DUPLICATED', actorId: scout.id, boardId: id, at: hourAgo }));
  const duplicate = (title: string) => api(calls.duplicateBoard, { id, title });
  const copy = await duplicate('First copy');
  await api(calls.deleteBoard, { id: copy.id });
  const titles = Array.from({ length: MAX_DUPLICATES_PER_HOUR + 2 }, (_, n) => `Copy ${n}`);
  const [made, rejection] = await succeeding(titles.map(duplicate));
  expect(made).toBe(MAX_DUPLICATES_PER_HOUR - 1);
  expect(rejection).toMatchObject({
    errorType: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(
      /^You can duplicate at most 20 boards an hour. Please try again in (59|60) minutes\.$/,
    ),
  });
  expect(rejection?.retryAfter).toBeGreaterThan(3_500);
});
