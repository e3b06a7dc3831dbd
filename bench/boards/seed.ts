import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { createSession } from '../../src/features/accounts/sessions/commands.server.ts';
import { addOptions } from '../../src/features/locations/catalogue/options/commands.server.ts';
import { publishLocations } from '../../src/features/locations/publishing/commands.server.ts';
import { FACET_FIELDS } from '../../src/features/locations/catalogue/schema.ts';
import type { Db, Trx } from '../../src/platform/db/transaction.ts';
import { MAX_BOARD_ENTRIES, MAX_BOARDS } from '../../src/features/boards/schema.ts';
import { publishEvent } from '../../src/server/event-subscriptions.ts';
import { SyntheticData, syntheticCatalogue } from '../search/synthetic-catalogue.ts';

const LOCATIONS = 3_000;
export const LARGE = { boards: 200, locations: 300 } as const;
const SMALL = { boards: 9_800, locations: 12, owners: 500 } as const;
const SHARES_PER_BOARD = 3;
const PASSWORD_HASH = 'not a valid hash';

/** The ids and sessions that the requests of the benchmark use. */
export interface SeededData {
  readonly scout: BenchUser;
  readonly admin: BenchUser;
  /** Has the maximum number of boards, and of locations on all of them together. */
  readonly full: BenchUser;
  readonly fullBoard: string;
  /** Large boards of the scout, with their public links and some of their locations. */
  readonly boards: readonly { readonly id: string; readonly link: string; readonly places: readonly string[] }[];
  readonly locations: readonly string[];
}

interface BenchUser {
  readonly id: string;
  readonly token: string;
}

/**
 * Fills an empty database with 3,000 published locations and 10,000 boards. Of the 200 large boards, the scout owns a third, another
 * third is archived or shared with the scout, and the Locations Team owns the rest. The scout also owns small boards.
 */
export async function seed(db: Db): Promise<SeededData> {
  const locations = await db.transaction().execute(addCatalogue);
  const scout = await addBenchUser(db, 'SCOUT');
  const admin = await addBenchUser(db, 'ADMIN');
  const full = await addBenchUser(db, 'SCOUT', 'full@bench.example');
  await db.transaction().execute((trx) => addBoards(trx, scout.id, admin.id));
  await db.transaction().execute((trx) => addFullBoards(trx, full.id));
  await sql`vacuum analyze`.execute(db);
  const { rows: boards } = await sql<SeededData['boards'][number]>`
    select id, link, array(select location_id from board_locations where board_id = b.id and position % 20 = 0) as places
    from boards b where user_id = ${scout.id} and link is not null`.execute(db);
  const { id: fullBoard } = await db
    .selectFrom('boards')
    .select('id')
    .where('user_id', '=', full.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  return { scout, admin, full, fullBoard, boards, locations };
}

async function addCatalogue(trx: Trx): Promise<string[]> {
  await sql`set local statement_timeout = 0`.execute(trx);
  const data = new SyntheticData();
  await addOptions(
    trx,
    FACET_FIELDS.flatMap((field) => data.options[field].map((name) => ({ field, name }))),
  );
  const documents = [...syntheticCatalogue(data, LOCATIONS)];
  const rows = documents.map(({ title, nearesttown, description, options, position }, n) => ({
    n,
    title,
    nearesttown,
    description,
    options,
    ...position,
    sha256: createHash('sha256').update(String(n)).digest('hex'),
  }));
  const recordset = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (n int, title text, nearesttown text, description text,
    latitude float8, longitude float8, options jsonb, sha256 text)`;
  await sql`
    insert into locations (locationidentifier, title, locationurl, nearesttown, description, latitude, longitude)
    select n + 1, title, 'place-' || n, nearesttown, description, latitude, longitude from ${recordset}`.execute(trx);
  await sql`
    insert into location_options (location_id, option_id, field)
    select l.id, o.id, o.field from ${recordset} join locations l on l.locationidentifier = g.n + 1
      cross join lateral jsonb_each(g.options) as f (field, names) cross join lateral jsonb_array_elements_text(f.names) as chosen (name)
      join options o on o.field = f.field and o.name = chosen.name`.execute(trx);
  await sql`
    insert into pictures (sha256, content_type, bytes, width, height, state)
    select sha256, 'image/jpeg', 1, 2400, 1600, 'READY' from ${recordset}`.execute(trx);
  await sql`
    insert into images (location_id, sha256, position, is_primary)
    select l.id, g.sha256, 0, true from ${recordset} join locations l on l.locationidentifier = g.n + 1
      where g.n % 10 < 7`.execute(trx);
  const ids = (await trx.selectFrom('locations').select('id').execute()).map(({ id }) => id);
  await publishLocations(trx, { ids, at: new Date() }, publishEvent);
  return ids;
}

async function addBenchUser(
  db: Db,
  role: 'SCOUT' | 'ADMIN',
  email = `${role.toLowerCase()}@bench.example`,
): Promise<BenchUser> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        role,
        first_name: 'Catriona',
        last_name: 'Muir',
        email,
        password_hash: PASSWORD_HASH,
        email_verified_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const secrets = await createSession(trx, { id, passwordHash: PASSWORD_HASH }, new Date());
    if (!secrets) throw new Error('no session for a new account');
    return { id, token: secrets.token };
  });
}

async function addFullBoards(trx: Trx, full: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`
    with full_boards as (
      insert into boards (user_id, title) select ${full}, 'Full ' || n from generate_series(1, ${sql.lit(MAX_BOARDS)}) n returning id)
    insert into board_locations (board_id, location_id, position)
    select b.id, l.id, k from (select id, row_number() over () as n from full_boards) b
      cross join generate_series(0, ${sql.lit(MAX_BOARD_ENTRIES / MAX_BOARDS - 1)}) k
      join (select id, row_number() over (order by id) - 1 as n from locations) l on l.n = (b.n * 37 + k * 5) % ${sql.lit(LOCATIONS)}
  `.execute(trx);
}

async function addBoards(trx: Trx, scout: string, admin: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`
    insert into users (role, first_name, last_name, email, password_hash, email_verified_at)
    select 'SCOUT', 'Scout', n::text, 'scout' || n || '@bench.example', ${PASSWORD_HASH}, now()
    from generate_series(1, ${sql.lit(SMALL.owners)}) n`.execute(trx);
  // The scout also owns every fiftieth small board. Large boards changed last, so that they fill the first pages.
  await sql`
    insert into boards (user_id, title, private, archived_at, link, updated_at)
    select
      case when n <= ${sql.lit(SMALL.boards)} then case when n % 50 = 0 then ${scout}::uuid else owners.ids[1 + n % ${sql.lit(SMALL.owners)}] end
        when n % 6 < 3 then ${scout}::uuid when n % 6 = 3 then owners.ids[1 + n % ${sql.lit(SMALL.owners)}] else ${admin}::uuid end,
      'Board ' || n, n > ${sql.lit(SMALL.boards)} and n % 6 > 3, case when n > ${sql.lit(SMALL.boards)} and n % 6 = 2 then now() end,
      case when n > ${sql.lit(SMALL.boards)} and n % 6 < 2 then replace(gen_random_uuid()::text, '-', '') end,
      now() - make_interval(mins => ${sql.lit(LARGE.boards + SMALL.boards)} - n)
    from generate_series(1, ${sql.lit(LARGE.boards + SMALL.boards)}) n,
      (select array_agg(id) as ids from users where email like 'scout_%@bench.example') owners`.execute(trx);
  await sql`
    insert into board_locations (board_id, location_id, position, note)
    select b.id, l.id, k, case when k % 3 = 0 then 'Ask for the lamp room; the tide table is in the office.' end
    from (select id, row_number() over (order by updated_at) as n from boards) b
      cross join lateral generate_series(0, case when b.n > ${sql.lit(SMALL.boards)} then ${sql.lit(LARGE.locations)} else ${sql.lit(SMALL.locations)} end - 1) k
      join (select id, row_number() over (order by id) - 1 as n from locations) l on l.n = (b.n * 37 + k * 7) % ${sql.lit(LOCATIONS)}
  `.execute(trx);
  await sql`
    update boards b set primary_location_id = (
      select location_id from board_locations where board_id = b.id and position = 5)`.execute(trx);
  await sql`
    insert into board_shares (board_id, email)
    select b.id, 'viewer' || n || '@bench.example' from boards b cross join generate_series(1, ${sql.lit(SHARES_PER_BOARD)}) n
    union all select b.id, 'scout@bench.example' from boards b where b.user_id not in (${scout}, ${admin})
      and (select count(*) from board_locations where board_id = b.id) = ${sql.lit(LARGE.locations)}`.execute(trx);
}
