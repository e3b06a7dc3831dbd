import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import {
  type ComparableLocation,
  type FoundMatch,
  findMatches,
  getComparables,
} from './matching/candidates.queries.server.ts';
import { getKeys } from './matching/keys.ts';

/** Entries of the queue that are processed in one transaction. */
const BATCH_SIZE = 250;

/**
 * Compares the locations that have changed with the others, until none is left. One process does it at a time; another one returns at once.
 * @returns the number of compared locations
 */
export async function findDuplicates(db: Db, signal?: AbortSignal): Promise<number> {
  for (let total = 0; ;) {
    const compared = signal?.aborted ? null : await db.transaction().execute(compareNextBatch);
    if (compared === null) return total;
    total += compared;
  }
}

/** Returns the number of compared locations; null when none is waiting, or another process compares them. */
async function compareNextBatch(trx: Trx): Promise<number | null> {
  const { rows: lock } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('likely duplicates', 0)) as locked`.execute(trx);
  if (!lock[0]?.locked) return null;
  const { rows: queued } = await sql<{ id: number; location_id: string }>`
    select id, location_id from duplicate_queue order by id limit ${BATCH_SIZE}`.execute(trx);
  if (queued.length === 0) return null;
  const ids = [...new Set(queued.map(({ location_id }) => location_id))];
  const locations = [...(await getComparables(trx, ids)).values()];
  await replaceKeys(trx, ids, locations);
  await replacePairs(trx, ids, await findMatches(trx, locations));
  await sql`delete from duplicate_queue where id = any(${queued.map(({ id }) => id)}::bigint[])`.execute(trx);
  return ids.length;
}

/** Locations that do not exist any more, or were merged into others, have none. */
async function replaceKeys(trx: Trx, ids: readonly string[], locations: readonly ComparableLocation[]): Promise<void> {
  const keys = locations.flatMap((location) =>
    [...new Set(getKeys(location))].map((key) => ({ id: location.id, key })),
  );
  await sql`delete from duplicate_keys where location_id = any(${ids}::uuid[])`.execute(trx);
  await sql`
    insert into duplicate_keys (location_id, key)
    select l.id, k.key from unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map(({ key }) => key)}::text[]) as k (id, key)
    join (${lockLocations(ids)}) l on l.id = k.id`.execute(trx);
}

/** Replaces the pairs of these locations. Those that somebody has dismissed stay as they are. */
async function replacePairs(trx: Trx, ids: readonly string[], matches: readonly FoundMatch[]): Promise<void> {
  const pairs = new Map(matches.map((match) => [getPairKey(match), match]));
  const rows = [...pairs.values()].map(({ id, otherId, score, reasons, distance }) => ({
    ...(id < otherId ? { a_id: id, b_id: otherId } : { a_id: otherId, b_id: id }),
    score,
    reasons,
    distance,
  }));
  await sql`
    delete from duplicate_pairs p
    where (a_id = any(${ids}::uuid[]) or b_id = any(${ids}::uuid[])) and dismissed_at is null
      and not exists (select from unnest(${rows.map(({ a_id }) => a_id)}::uuid[], ${rows.map(({ b_id }) => b_id)}::uuid[]) as found (a, b)
        where (found.a, found.b) = (p.a_id, p.b_id))`.execute(trx);
  if (rows.length === 0) return;
  const involved = rows.flatMap(({ a_id, b_id }) => [a_id, b_id]);
  await sql`
    with l as materialized (${lockLocations(involved)})
    insert into duplicate_pairs as stored (a_id, b_id, score, reasons, distance)
    select a_id, b_id, score, reasons, distance from jsonb_populate_recordset(null::duplicate_pairs, ${JSON.stringify(rows)}) p
    where exists (select from l where l.id = p.a_id) and exists (select from l where l.id = p.b_id)
    on conflict (a_id, b_id) do update set score = excluded.score, reasons = excluded.reasons, distance = excluded.distance
    where stored.dismissed_at is null
      and (stored.score, stored.reasons, stored.distance) is distinct from (excluded.score, excluded.reasons, excluded.distance)`.execute(
    trx,
  );
}

/** Locks the locations that exist by id, as commands do, so that the foreign keys of the new rows cannot deadlock with those. */
function lockLocations(ids: readonly string[]) {
  return sql`select id from locations where id = any(${ids}::uuid[]) order by id for key share`;
}

function getPairKey({ id, otherId }: FoundMatch): string {
  return id < otherId ? `${id} ${otherId}` : `${otherId} ${id}`;
}
