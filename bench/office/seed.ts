import { type RawBuilder, sql } from 'kysely';
import { createSession } from '../../src/features/accounts/sessions/commands.server.ts';
import { AUDIT_TYPES } from '../../src/features/audit-log/entry-types.ts';
import { addOptions } from '../../src/features/locations/catalogue/options/commands.server.ts';
import { FACET_FIELDS } from '../../src/features/locations/catalogue/schema.ts';
import type { Db, Trx } from '../../src/platform/db/transaction.ts';
import { SyntheticData } from '../search/synthetic-catalogue.ts';
import { ROWS, type Rows, type Words } from './rows.ts';
import { addEnquiries } from './seed-enquiries.ts';
import { addHistory } from './seed-history.ts';
import { addProductions } from './seed-productions.ts';
import { addTeamWork } from './seed-team-work.ts';

const PASSWORD_HASH = 'not a valid hash';
const FIRST_NAMES =
  'Isla Mairi Catriona Ailsa Morag Una Eilidh Skye Fraser Iain Callum Hamish Euan Rory Lachlan Angus'.split(' ');

/** The ids and sessions that the requests of the benchmark use. */
export interface SeededData {
  readonly token: string;
  /** Names of places and people in the rows, most frequent first. */
  readonly words: readonly string[];
  readonly options: readonly { readonly field: string; readonly name: string }[];
  /** Locations with many versions, and enquiries with many messages. */
  readonly locationIds: readonly string[];
  readonly enquiryIds: readonly string[];
  /** Those with the longest timelines. */
  readonly productionIds: readonly string[];
  /** The bulk changes with the most locations, the imports, and those who work on enquiries. */
  readonly bulkChangeIds: readonly string[];
  readonly importIds: readonly string[];
  readonly teamIds: readonly string[];
}

/** Fills an empty database in about a minute, always with the same rows. */
export async function seed(db: Db, rows = ROWS): Promise<SeededData> {
  const data = new SyntheticData();
  const options = FACET_FIELDS.flatMap((field) => data.options[field].map((name) => ({ field, name })));
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await addOptions(trx, options);
    // Disables triggers: the list table is refreshed once at the end.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`select setseed(0.5)`.execute(trx);
    await createPickFunction(trx);
    const words = { names: data.names.slice(0, 1_000), towns: data.towns.map(({ name }) => name) };
    await addUsers(trx, words, rows);
    await addLocations(trx, words, rows);
    await addRelatedRows(trx, words, rows);
    await addBoards(trx, rows);
    await addAuditLogAndNotifications(trx, rows);
    await addEnquiries(trx, words, rows);
    await addProductions(trx, words, rows);
    await addHistory(trx, rows);
    await addTeamWork(trx, words, rows);
    await sql`select refresh_location_list(array_agg(id)) from locations`.execute(trx);
  });
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
  const words = data.names.slice(0, 300).concat(FIRST_NAMES, 'castle', 'house', 'mill', 'street', 'road');
  const selectIds = async (query: RawBuilder<{ id: string }>) => (await query.execute(db)).rows.map(({ id }) => id);
  return {
    token: await signIn(db),
    words,
    options,
    locationIds: await selectIds(sql`
      select location_id as id from location_revisions join published_locations p on p.id = location_id
      group by location_id order by count(*) desc, location_id limit 100`),
    enquiryIds: await selectIds(sql`
      select enquiry_id as id from enquiry_messages group by enquiry_id order by count(*) desc, enquiry_id limit 100`),
    productionIds: await selectIds(sql`
      select production_id as id from production_entries group by production_id order by count(*) desc, production_id limit 100`),
    bulkChangeIds: await selectIds(sql`select id from bulk_changes order by created_at desc limit 5`),
    importIds: await selectIds(sql`select id from imports order by id`),
    teamIds: await selectIds(sql`select id from users where role = 'ADMIN' order by id`),
  };
}

/** Creates the SQL function `pick`, which prefers the first words of a list. */
async function createPickFunction(trx: Trx): Promise<void> {
  await sql`
    create function pg_temp.pick(list text[]) returns text language sql volatile as
      'select list[1 + floor(power(random(), 3) * array_length(list, 1))::int]'`.execute(trx);
}

async function addUsers(trx: Trx, { names }: Words, rows: Rows): Promise<void> {
  await sql`
    insert into users (role, first_name, last_name, email, password_hash, telephone1, created_at, email_verified_at, enabled_at)
    select role, first_name, last_name, case when enabled then lower(first_name) || n || '@bench.example' end,
      case when enabled then ${PASSWORD_HASH} end, case when enabled then '0131 496 0142' end, at, at, case when enabled then at end
    from (select n, case when n % 500 = 0 then 'ADMIN' when n % 5 < 2 then 'OWNER' else 'SCOUT' end as role,
        pg_temp.pick(${FIRST_NAMES}::text[]) as first_name, pg_temp.pick(${names}::text[]) as last_name, random() > 0.03 as enabled,
        now() - random() * interval '2000 days' as at
      from generate_series(1, ${sql.lit(rows.users)}) n) u`.execute(trx);
}

async function addLocations(trx: Trx, { names, towns }: Words, rows: Rows): Promise<void> {
  await sql`
    insert into locations (locationidentifier, title, locationurl, status, location_status, address1, address2, address3, postcode,
      nearesttown, ownername, description, latitude, longitude, exporttowebsite, visited, owner_id, creationdate, lastmodificationdate, submitted_at)
    select case when random() < 0.9 then n end, pg_temp.pick(${names}::text[]) || ' ' || pg_temp.pick('{House,Castle,Mill,Farm,Hall,Church,Beach}'),
      'place-' || n, (array['NEW', 'CHANGED', 'LIVE', 'LIVE', 'LIVE'])[1 + n % 5],
      case when n % 5 = 0 then (array['DRAFT', 'AWAITING_APPROVAL'])[1 + n % 2] else 'PUBLISHED' end,
      1 + n % 200 || ' ' || pg_temp.pick(${names}::text[]) || ' ' || pg_temp.pick('{Street,Road,Lane,Terrace}'),
      case when random() < 0.4 then pg_temp.pick(${names}::text[]) end, case when random() < 0.1 then pg_temp.pick(${names}::text[]) end,
      pg_temp.pick('{EH,G,IV,PA,KW,FK,AB,DD}') || 1 + n % 30 || ' ' || n % 10 || 'AB', pg_temp.pick(${towns}::text[]),
      pg_temp.pick(${FIRST_NAMES}::text[]) || ' ' || pg_temp.pick(${names}::text[]), repeat(pg_temp.pick(${names}::text[]) || ' ', 60), 54.7 + 4 * random(), -7 + 5 * random(),
      case when random() < 0.8 then true when random() < 0.6 then false end, case when random() < 0.5 then random() < 0.6 end,
      case when random() < 0.6 then owners.ids[1 + floor(random() * array_length(owners.ids, 1))::int] end,
      now() - random() * interval '2000 days' - interval '1000 days', now() - random() * interval '1000 days',
      case when n % 10 = 5 then now() - random() * interval '60 days' end
    from generate_series(1, ${sql.lit(rows.locations)}) n,
      (select array_agg(id) as ids from users where role = 'OWNER' and enabled_at is not null) owners`.execute(trx);
  await sql`
    create temporary table numbered on commit drop as select id, row_number() over (order by locationurl) as n from locations`.execute(
    trx,
  );
  await sql`create index on numbered (n)`.execute(trx);
}

async function addRelatedRows(trx: Trx, { names }: Words, rows: Rows): Promise<void> {
  await sql`
    insert into location_options (location_id, option_id, field)
    select distinct on (id, field, case when several then nth end, option_id) id, option_id, field from (
      select l.id, f.field, f.several, nth, f.ids[1 + floor(power(random(), 2) * array_length(f.ids, 1))::int] as option_id
      from numbered l cross join (
        select field, array_agg(id) as ids, field in ('category', 'setting', 'century') as several from options group by field) f
        cross join lateral generate_series(1, case when f.several then 1 + (l.n % 3)::int else 1 end) nth) chosen
    on conflict do nothing`.execute(trx);
  await sql`
    insert into pictures (sha256, content_type, bytes, width, height, state)
    select encode(sha256(n::text::bytea), 'hex'), 'image/jpeg', 1, 2400, 1600, 'READY'
    from generate_series(1, ${sql.lit(rows.images)}) n`.execute(trx);
  await sql`
    insert into images (location_id, sha256, position, is_primary)
    select id, encode(sha256(image::text::bytea), 'hex'), image, first from (
      select image, id, row_number() over (partition by id order by image) = 1 as first from (
        select g as image, 1 + (g * 7919::bigint) % ${sql.lit(0.7 * rows.locations)} as place from generate_series(1, ${sql.lit(rows.images)}) g) i
      join numbered on numbered.n = i.place) numbered_images`.execute(trx);
  await sql`
    insert into contacts (location_id, firstname, lastname, telephone, email, is_primary)
    select id, firstname, lastname, '0131 496 0155', lower(firstname) || '.' || lower(lastname) || '@bench.example', first from (
      select id, pg_temp.pick(${FIRST_NAMES}::text[]) as firstname, pg_temp.pick(${names}::text[]) as lastname,
        row_number() over (partition by id) = 1 as first from (
        select 1 + (g * 104729::bigint) % ${sql.lit(rows.locations)} as place from generate_series(1, ${sql.lit(rows.contacts)}) g) c
      join numbered on numbered.n = c.place) named`.execute(trx);
}

async function addBoards(trx: Trx, rows: Rows): Promise<void> {
  await sql`
    insert into boards (user_id, title, private, archived_at, updated_at)
    select owners.ids[1 + floor(power(random(), 2) * array_length(owners.ids, 1))::int], 'Board ' || n, false,
      case when random() < 0.2 then now() end, now() - random() * interval '1000 days'
    from generate_series(1, ${sql.lit(rows.boards)}) n,
      (select array_agg(id) as ids from users where role = 'SCOUT' and enabled_at is not null) owners`.execute(trx);
  await sql`
    insert into board_locations (board_id, location_id, position)
    select b.id, l.id, k from (select id, row_number() over (order by title) as n from boards) b
      cross join lateral generate_series(0, 5 + (b.n % 20)::int) k
      join numbered l on l.n = 1 + (b.n * 37 + k * 7919) % ${sql.lit(rows.locations)}`.execute(trx);
}

async function addAuditLogAndNotifications(trx: Trx, rows: Rows): Promise<void> {
  const types = Object.values(AUDIT_TYPES).map(({ number }) => number);
  await sql`
    insert into audit_logs (user_id, type, location_id, board_id, created_at)
    select case when random() < 0.98 then actors.ids[1 + floor(power(random(), 3) * array_length(actors.ids, 1))::int] end,
      type, case when type between 4 and 19 then places.ids[1 + floor(random() * array_length(places.ids, 1))::int] end,
      case when type between 20 and 26 then lists.ids[1 + floor(random() * array_length(lists.ids, 1))::int] end,
      now() - interval '2000 days' + n * interval '2 minutes 50 seconds'
    from (select n, (${types}::int[])[1 + floor(power(random(), 2) * ${sql.lit(types.length)})::int] as type
        from generate_series(1, ${sql.lit(rows.audit_logs)}) n) entries,
      (select array_agg(id) as ids from users) actors, (select array_agg(id) as ids from locations) places,
      (select array_agg(id) as ids from boards) lists`.execute(trx);
  await sql`
    insert into notifications (type, user_id, board_id, location_id, created_at, read_at)
    select type, people.ids[1 + floor(random() * array_length(people.ids, 1))::int],
      case when type like '%BOARD%' then lists.ids[1 + floor(random() * array_length(lists.ids, 1))::int] end,
      case when type like 'LOCATION%' then places.ids[1 + floor(random() * array_length(places.ids, 1))::int] end,
      now() - interval '2000 days' + n * interval '28 minutes', case when random() < 0.9 then now() end
    from (select n, (array['LOCATION_REQUESTING_APPROVAL', 'LOCATION_REQUESTING_UPDATES_APPROVAL', 'OWNER_REGISTERED', 'SCOUT_REGISTERED',
          'BOARD_CREATED', 'PRIVATE_BOARD_CREATED', 'BOARD_DUPLICATED'])[1 + n % 7] as type
        from generate_series(1, ${sql.lit(rows.notifications)}) n) entries,
      (select array_agg(id) as ids from users) people, (select array_agg(id) as ids from locations) places,
      (select array_agg(id) as ids from boards) lists`.execute(trx);
}

async function signIn(db: Db): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        role: 'ADMIN',
        first_name: 'Catriona',
        last_name: 'Muir',
        email: 'admin@bench.example',
        password_hash: PASSWORD_HASH,
        email_verified_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const secrets = await createSession(trx, { id, passwordHash: PASSWORD_HASH }, new Date());
    if (!secrets) throw new Error('no session for a new account');
    return secrets.token;
  });
}
