import { type Kysely, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/db/tables.ts';

type Db = Kysely<Database>;

/** Milliseconds after which a question is counted anew. */
const TTL_MS = 60_000;
const MAX_QUESTIONS = 100;

/** The number of entries up to an id. */
interface Count {
  readonly upTo: number;
  readonly entries: number;
}

/**
 * How many entries questions find. To count a million takes half of the time that a page may take; but entries never change, so those
 * that are older than any act takes are counted once a minute, and only what has been written since with every page.
 */
export class Totals {
  readonly #counts = new LRUCache<string, Count>({ max: MAX_QUESTIONS, ttl: TTL_MS });

  /** @param question what the condition is known by */
  async get(db: Db, condition: RawBuilder<boolean>, question: string): Promise<number> {
    const counted = this.#counts.get(question);
    if (counted) {
      const { rows } = await sql<{ recent: number }>`
        select count(*) as recent from audit_logs where id > ${counted.upTo} and ${condition}`.execute(db);
      return counted.entries + (rows[0]?.recent ?? 0);
    }
    const upTo = await settled(db);
    const { rows } = await sql<{ entries: number; total: number }>`
      select count(*) filter (where id <= ${upTo}) as entries, count(*) as total
      from audit_logs where ${condition}`.execute(db);
    this.#counts.set(question, { upTo, entries: rows[0]?.entries ?? 0 });
    return rows[0]?.total ?? 0;
  }
}

/** The last entry that is so old that none with a lower id is still on its way. */
async function settled(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from audit_logs where created_at < now() - interval '1 minute'
    order by created_at desc, id desc limit 1`.execute(db);
  return rows[0]?.id ?? 0;
}
