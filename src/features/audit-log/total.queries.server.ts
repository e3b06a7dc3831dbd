import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';

type Db = Kysely<Database>;

/** Milliseconds for which a number is kept: what it is too small or too large by is put right by then. */
const LONGEST_KEPT = 60_000;
/** Questions whose numbers are kept. */
const MOST_KEPT = 100;

interface Kept {
  /** How many entries there were up to this one, and when they were counted. */
  readonly upTo: number;
  readonly entries: number;
  readonly at: number;
}

/**
 * How many entries questions find. To count a million takes half of the time that a page may take; but entries never change, so those
 * that are older than any act takes are counted once a minute, and only what has been written since with every page.
 */
export class Totals {
  readonly #kept = new Map<string, Kept>();

  /** @param question what the condition is known by */
  async get(db: Db, condition: RawBuilder<boolean>, question: string): Promise<number> {
    const kept = this.#kept.get(question);
    if (kept && Date.now() - kept.at < LONGEST_KEPT) {
      const { rows } = await sql<{ recent: number }>`
        select count(*) as recent from audit_logs where id > ${kept.upTo} and ${condition}`.execute(db);
      return kept.entries + (rows[0]?.recent ?? 0);
    }
    const upTo = await settled(db);
    const { rows } = await sql<{ entries: number; total: number }>`
      select count(*) filter (where id <= ${upTo}) as entries, count(*) as total
      from audit_logs where ${condition}`.execute(db);
    this.#keep(question, { upTo, entries: rows[0]?.entries ?? 0, at: Date.now() });
    return rows[0]?.total ?? 0;
  }

  #keep(question: string, kept: Kept): void {
    this.#kept.delete(question);
    this.#kept.set(question, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** The last entry that is so old that none with a lower id is still on its way. */
async function settled(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from audit_logs where created_at < now() - interval '1 minute'
    order by created_at desc, id desc limit 1`.execute(db);
  return rows[0]?.id ?? 0;
}
