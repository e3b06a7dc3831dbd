import { sql } from 'kysely';
import { MAX_BOARD_LOCATIONS, MAX_SHARES } from '../../src/features/boards/schema.ts';
import { MAX_DOCUMENTS } from '../../src/features/documents/schema.ts';
import { MAX_CONTACTS } from '../../src/features/locations/editing/contacts/schema.ts';
import { MAX_IMAGES } from '../../src/features/locations/editing/images/schema.ts';
import { MAX_OPEN_TASKS } from '../../src/features/locations/owner-tasks/commands.server.ts';
import { publishLocations } from '../../src/features/locations/publishing/commands.server.ts';
import type { Db, Trx } from '../../src/platform/db/transaction.ts';
import { publishEvent } from '../../src/server/event-subscriptions.ts';

/**
 * Number of each kind of row without a limit per location: versions, reviews, boards it is on, enquiries and audit entries about it. Far
 * more than any real location has.
 */
const REFERENCES = 5_000;
/** How many large locations and boards there are, each to be deleted once. */
const COPIES = 5;

export interface Largest {
  readonly locations: readonly string[];
  readonly boards: readonly string[];
  /** The actor of the deletions. */
  readonly team: string;
}

/** Adds locations and boards at their limits, to a database with many other rows. */
export async function addLargest(db: Db): Promise<Largest> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await addPictures(trx);
    const locations: string[] = [];
    for (let n = 0; n < COPIES; n++) locations.push(await addLargeLocation(trx, n));
    const { id: team } = await trx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'ADMIN')
      .where('enabled_at', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    return { locations, boards: await addLargeBoards(trx, team), team };
  });
}

async function addPictures(trx: Trx): Promise<void> {
  await sql`
    insert into pictures (sha256, content_type, bytes, width, height, state)
    select encode(sha256(('large ' || n)::bytea), 'hex'), 'image/jpeg', 1, 2400, 1600, 'READY'
    from generate_series(1, ${sql.lit(MAX_IMAGES)}) n`.execute(trx);
}

async function addLargeLocation(trx: Trx, n: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into locations (title, locationurl, status, location_status) values ('Large', ${`large-${n}`}, 'LIVE', 'PUBLISHED')
    returning id`.execute(trx);
  const { id } = rows[0]!;
  await sql`
    insert into images (location_id, sha256, position, is_primary)
    select ${id}, encode(sha256(('large ' || n)::bytea), 'hex'), n, n = 1 from generate_series(1, ${sql.lit(MAX_IMAGES)}) n`.execute(
    trx,
  );
  await sql`
    insert into documents (id, location_id, name, bytes, uploaded_by)
    select gen_random_uuid(), ${id}, 'Plan', 1, (select id from users limit 1) from generate_series(1, ${sql.lit(MAX_DOCUMENTS)})`.execute(
    trx,
  );
  await sql`
    insert into contacts (location_id, firstname, lastname, email)
    select ${id}, 'Isla', 'Muir', 'isla@bench.example' from generate_series(1, ${sql.lit(MAX_CONTACTS)})`.execute(trx);
  await sql`
    insert into owner_tasks (location_id, step, text, created_at)
    select ${id}, 'images', 'More pictures', now() from generate_series(1, ${sql.lit(MAX_OPEN_TASKS)})`.execute(trx);
  await addReferences(trx, id);
  await publishLocations(trx, { ids: [id], at: new Date() }, publishEvent);
  return id;
}

async function addReferences(trx: Trx, id: string): Promise<void> {
  await sql`
    insert into location_revisions (location_id, number, action, origin, started_at, recorded_at, status, content_number, fields, option_ids, images)
    select ${id}, n, 'CHANGED', 'RECORD', at, at, 'LIVE', n, jsonb_build_object('description', repeat('A mill by the water. ', 50)), '{}', '[]'
    from generate_series(1, ${sql.lit(REFERENCES)}) n cross join lateral (select now() - n * interval '1 hour' as at) t`.execute(
    trx,
  );
  await sql`
    insert into location_reviews (location_id, submitted_at, decided_at, decision)
    select ${id}, now(), now(), 'PUBLISHED' from generate_series(1, ${sql.lit(REFERENCES)})`.execute(trx);
  await sql`
    insert into board_locations (board_id, location_id, position)
    select id, ${id}, 1000 from (select id from boards order by id limit ${sql.lit(REFERENCES)}) b`.execute(trx);
  await sql`
    insert into enquiry_locations (enquiry_id, position, location_id, title)
    select id, 1000 + (select count(*) from enquiry_locations el where el.enquiry_id = e.id), ${id}, 'Large'
    from (select id from enquiries order by id limit ${sql.lit(REFERENCES)}) e`.execute(trx);
  await sql`
    insert into audit_logs (type, location_id) select 4, ${id} from generate_series(1, ${sql.lit(REFERENCES)})`.execute(
    trx,
  );
  await sql`
    insert into notifications (type, location_id)
    select 'LOCATION_REQUESTING_APPROVAL', ${id} from generate_series(1, ${sql.lit(REFERENCES)})`.execute(trx);
}

async function addLargeBoards(trx: Trx, team: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into boards (user_id, title) select ${team}, 'Large ' || n
    from generate_series(1, ${sql.lit(COPIES)}) n returning id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await sql`
    insert into board_locations (board_id, location_id, position, note)
    select b.id, l.id, l.n, repeat('Ask for the lamp room. ', 40) from unnest(${ids}::uuid[]) b (id),
      (select id, row_number() over () as n from locations limit ${sql.lit(MAX_BOARD_LOCATIONS)}) l`.execute(trx);
  await sql`
    insert into board_shares (board_id, email)
    select b.id, 'viewer' || n || '@bench.example' from unnest(${ids}::uuid[]) b (id), generate_series(1, ${sql.lit(MAX_SHARES)}) n`.execute(
    trx,
  );
  return ids;
}
