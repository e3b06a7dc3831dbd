import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';

const TIME_TO_LIVE_MS = 60_000;
const MAX_CACHED = 100;

interface CachedCount {
  /** The last entry that was counted. */
  readonly upTo: number;
  readonly count: number;
  readonly countedAt: number;
}

/**
 * How many entries match a filter. Counting a million takes as long as everything else that a page needs, and entries never change:
 * the older ones are counted once a minute, only those since then for every page.
 */
export class EntryCounts {
  readonly #cached = new Map<string, CachedCount>();

  /** @param key identifies the condition */
  async get(db: Db, condition: RawBuilder<boolean>, key: string): Promise<number> {
    const cached = this.#cached.get(key);
    if (cached && Date.now() - cached.countedAt < TIME_TO_LIVE_MS) {
      const { rows } = await sql<{ recent: number }>`
        select count(*) as recent from audit_logs where id > ${cached.upTo} and ${condition}`.execute(db);
      return cached.count + (rows[0]?.recent ?? 0);
    }
    const upTo = await getLastSettledId(db);
    const { rows } = await sql<{ settled: number; total: number }>`
      select count(*) filter (where id <= ${upTo}) as settled, count(*) as total
      from audit_logs where ${condition}`.execute(db);
    this.#cache(key, { upTo, count: rows[0]?.settled ?? 0, countedAt: Date.now() });
    return rows[0]?.total ?? 0;
  }

  #cache(key: string, count: CachedCount): void {
    this.#cached.delete(key);
    this.#cached.set(key, count);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > MAX_CACHED && oldest !== undefined) this.#cached.delete(oldest);
  }
}

/** An entry so old that every transaction that wrote a lower id has ended. */
async function getLastSettledId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from audit_logs where created_at < now() - interval '1 minute'
    order by created_at desc, id desc limit 1`.execute(db);
  return rows[0]?.id ?? 0;
}
