import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../platform/db/transaction.ts';
import type { BoardList } from '../queries.server.ts';

/** Ids that a node remembers, of all accounts together: about 100 bytes each. */
const MAX_REMEMBERED_IDS = 100_000;

const cache = new LRUCache<string, { readonly version: string; readonly ids: string[] }>({
  maxSize: MAX_REMEMBERED_IDS,
  sizeCalculation: ({ ids }) => ids.length + 1,
});

/**
 * Lists the distinct locations on the boards of an account. Every page requests them, and few requests follow a change: a node remembers
 * them, with the version of the boards that it has read them from.
 */
export async function listSavedLocations(db: Db, userId: string, boards: BoardList): Promise<string[]> {
  // Before the ids: what changes between the two queries is read again by the next request.
  const version = await getVersion(db, boards);
  const cached = cache.get(userId);
  if (cached?.version === version) return cached.ids;
  const ids = await listLocationIds(db, boards);
  cache.set(userId, { version, ids });
  return ids;
}

/** Returns what differs after every change: a transaction that changes the locations of a board updates its row, and so its `xmin`. */
async function getVersion(db: Db, { where }: BoardList): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce(sum(hashtextextended(b.id::text || b.xmin::text, 0)), 0)::text as version from boards b where ${where}`.execute(
    db,
  );
  return rows[0]!.version;
}

/** The array makes PostgreSQL read them in one index scan, not board by board. */
async function listLocationIds(db: Db, { where }: BoardList): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct location_id as id from board_locations
    where board_id = any(array(select b.id from boards b where ${where}))`.execute(db);
  return rows.map(({ id }) => id);
}
