import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { duplicateBoard, shareBoard } from '../src/features/boards/contract.ts';
import { submitEnquiry } from '../src/features/enquiries/commands.server.ts';
import { changeOwner } from '../src/features/locations/ownership/contract.ts';
import { beginUpload } from '../src/features/locations/editing/images/contract.ts';
import { createLocation } from '../src/features/locations/editing/contract.ts';
import { isApiError } from '../src/platform/http/contract.ts';
import { readConfig } from '../src/platform/settings/config.ts';
import { ROUTE_ROWS, ROW_LIMITS } from './row-limits.ts';
import { getRouteName, listRoutes } from './permissions/calls.ts';
import { testDatabase } from './support/database.ts';
import { addImage, addLocation } from './support/locations.ts';
import { addPerson, signInAs } from './support/people.ts';
import { startSite } from './support/site.ts';
import { COMPLETE_FIELDS, addEveryOption } from './support/submissions.ts';

const site = await startSite({ database: await testDatabase() });
const { db } = site;
await addEveryOption(db);

/** Runs calls concurrently. Returns how many succeed, and the messages of the others. */
async function countFulfilled(calls: readonly Promise<unknown>[]): Promise<[number, Set<string>]> {
  const outcomes = await Promise.allSettled(calls);
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  for (const error of errors) if (!isApiError(error)) throw error;
  return [outcomes.length - errors.length, new Set(errors.map((error) => (error as Error).message))];
}

const times = <Result>(count: number, call: (n: number) => Result) => Array.from({ length: count }, (_, n) => call(n));

test('names the limit of every route that changes data, or why it needs none', () => {
  const changing = listRoutes(site).filter(({ method }) => method === 'POST' || method === 'PUT');
  expect(Object.keys(ROUTE_ROWS).toSorted()).toEqual(changing.map(getRouteName).toSorted());
  const used = new Set(Object.values(ROUTE_ROWS).flatMap((limits) => (typeof limits === 'string' ? [] : limits)));
  expect([...used].toSorted()).toEqual(Object.keys(ROW_LIMITS).toSorted());
});

test('has a rate limit for every route that adds rows', () => {
  const adding = listRoutes(site).filter((route) => {
    const rows = ROUTE_ROWS[getRouteName(route)];
    return rows !== undefined && rows !== 'reads' && rows !== 'changes';
  });
  expect(adding.length).toBeGreaterThan(50);
  expect(adding.filter(({ limit }) => !limit).map(getRouteName)).toEqual([]);
});

test('documents every limit, and tells a person what to do', async () => {
  const manual = await readFile(new URL('../docs/operations.md', import.meta.url), 'utf8');
  for (const { what, max, message, ...limit } of Object.values(ROW_LIMITS)) {
    const unit = 'unit' in limit ? ` ${limit.unit}` : '';
    expect(manual).toContain(`| ${what} | ${max.toLocaleString('en-GB')}${unit} |`);
    expect(message ?? 'The oldest makes room.').toMatch(/^[A-Z].+\.$/);
  }
});

async function addFullBoards(userId: string, entries: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with places as (
      insert into locations (title, locationurl) select 'Place ' || n, 'place-' || gen_random_uuid()
      from generate_series(1, 1000) n returning id),
    made as (
      insert into boards (user_id, title) select ${userId}, 'Board ' || n from generate_series(1, 20) n returning id),
    numbered as (select id, row_number() over () - 1 as n from made),
    added as (
      insert into board_locations (board_id, location_id, position)
      select board.id, place.id, place.k from numbered board
        join (select id, row_number() over () - 1 as k from places) place on board.n * 1000 + place.k < ${entries})
    select id from numbered order by n`.execute(db);
  return rows.map(({ id }) => id);
}

test('limits the locations of all boards together, also by duplicating at the same time', async () => {
  const scout = await addPerson(db, 'SCOUT');
  const { api } = await signInAs(site, scout);
  const [id = ''] = await addFullBoards(scout.id, ROW_LIMITS.boardEntries.max - 2_500);
  const duplicates = times(5, (n) => api(duplicateBoard, { id, title: `Copy ${n}` }));
  expect(await countFulfilled(duplicates)).toEqual([2, new Set([ROW_LIMITS.boardEntries.message])]);
  const left = await sql<{ entries: number }>`
    select count(*) as entries from board_locations join boards b on b.id = board_id where user_id = ${scout.id}`.execute(
    db,
  );
  expect(left.rows).toEqual([{ entries: ROW_LIMITS.boardEntries.max - 500 }]);
});

test('limits the email addresses that a board is shared with', async () => {
  const scout = await addPerson(db, 'SCOUT');
  const { api } = await signInAs(site, scout);
  const [id = ''] = await addFullBoards(scout.id, 0);
  await sql`
    insert into board_shares (board_id, email)
    select ${id}, 'crew-' || n || '@film.example' from generate_series(1, ${ROW_LIMITS.shares.max - 1}::integer) n`.execute(
    db,
  );
  const shares = times(3, (n) => api(shareBoard, { id, emails: [`late-${n}@film.example`] }));
  expect(await countFulfilled(shares)).toEqual([1, new Set([ROW_LIMITS.shares.message])]);
});

test('limits the locations of an owner, registered or assigned at the same time', async () => {
  const owner = await addPerson(db, 'OWNER');
  const admin = await addPerson(db, 'ADMIN');
  await sql`
    insert into locations (title, locationurl, owner_id)
    select 'Owned ' || n, 'owned-' || n, ${owner.id} from generate_series(1, ${ROW_LIMITS.locations.max - 1}::integer) n`.execute(
    db,
  );
  const other = await addLocation(db, { title: 'Quay' });
  const [asOwner, asTeam] = [await signInAs(site, owner), await signInAs(site, admin)];
  const calls = [
    ...times(3, (n) => asOwner.api(createLocation, { ...COMPLETE_FIELDS.information, title: `Mill ${n}` })),
    asTeam.api(changeOwner, { id: other, userId: owner.id }),
  ];
  expect(await countFulfilled(calls)).toEqual([1, new Set([ROW_LIMITS.locations.message])]);
});

test('limits the bytes of the pictures of an owner, those in progress included', async () => {
  const owner = await addPerson(db, 'OWNER');
  const { api } = await signInAs(site, owner);
  const id = await addLocation(db, { title: 'Mill', owner_id: owner.id });
  const bytes = 20 * 1024 ** 2;
  const full = ROW_LIMITS.ownerBytes.max * 1024 ** 3;
  const pictures = Math.ceil((full - 2 * bytes) / 2 ** 30);
  for (let n = 0; n < pictures; n++) await addImage(db, id, { position: n });
  await sql`
    update pictures set bytes = ${Math.floor((full - 2.5 * bytes) / pictures)}
    where sha256 in (select sha256 from images where location_id = ${id})`.execute(db);
  const uploads = times(5, (n) => api(beginUpload, { id, name: `weir-${n}.jpg`, bytes }));
  expect(await countFulfilled(uploads)).toEqual([2, new Set([ROW_LIMITS.ownerBytes.message])]);
});

test('limits the enquiries of a sender in a day, whatever the spelling of the address', async () => {
  const row = { name: 'Isla Robertson', email: 'isla@northlight.example', comment: 'Two nights.' };
  await db
    .insertInto('enquiries')
    .values(times(ROW_LIMITS.enquiries.max - 1, () => row))
    .execute();
  const deps = { ...readConfig({}), queueMail: async () => randomUUID(), verification: { verify: async () => {} } };
  const form = {
    ...row,
    email: 'Isla@Northlight.example',
    phone: '',
    locationUrl: undefined,
    verification: '' as never,
    locations: [],
  };
  const enquiries = times(3, () =>
    db.transaction().execute((trx) => submitEnquiry({ ...deps, trx, actor: null, at: new Date() } as never, form)),
  );
  expect(await countFulfilled(enquiries)).toEqual([1, new Set([ROW_LIMITS.enquiries.message])]);
});
