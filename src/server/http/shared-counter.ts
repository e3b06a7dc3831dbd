import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { getSecret } from '../../platform/db/secrets.ts';
import type { Db } from '../../platform/db/transaction.ts';
import type { Count } from './local-counter.ts';

/** Exceeded counters that a node remembers, so that rejected requests do not reach the database. */
const MAX_EXCEEDED = 5_000;

/** Counts requests in fixed windows over all nodes, in the table `request_counts`. */
export class SharedCounter {
  readonly #db: Db;
  /** The end of the window by key. */
  readonly #exceeded = new LRUCache<string, number>({ max: MAX_EXCEEDED });
  #secret: string | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Counts a request for each key. Returns the seconds to wait if any has exceeded its maximum, else 0. */
  async count(counts: readonly Count[], seconds: number, now: Date): Promise<number> {
    const known = Math.max(...counts.map(({ key }) => this.#exceeded.get(key) ?? 0));
    if (known > now.getTime()) return toSeconds(known, now);
    const secret = await this.#getSecret();
    const byHash = new Map(
      counts.map((count) => [createHmac('sha256', secret).update(count.key).digest('hex'), count]),
    );
    const endsAt = new Date(now.getTime() + seconds * 1000);
    // In the order of the keys, which prevents deadlocks between requests that share some of them.
    const { rows } = await sql<{ hash: string; requests: number; ends_at: Date }>`
      insert into request_counts as counts (subject_hash, requests, expires_at)
      select decode(hash, 'hex'), 1, ${endsAt} from unnest(${[...byHash.keys()]}::text[]) as hash order by hash
      on conflict (subject_hash) do update set
        requests = case when counts.expires_at <= ${now} then 1 else counts.requests + 1 end,
        expires_at = case when counts.expires_at <= ${now} then excluded.expires_at else counts.expires_at end
      returning encode(subject_hash, 'hex') as hash, requests, expires_at as ends_at`.execute(this.#db);
    let wait = 0;
    for (const { hash, requests, ends_at } of rows) {
      const { key, max } = byHash.get(hash)!;
      if (requests <= max) continue;
      this.#exceeded.set(key, ends_at.getTime());
      wait = Math.max(wait, toSeconds(ends_at.getTime(), now));
    }
    return wait;
  }

  /** The key of the hashes, so that the table does not reveal IP addresses. */
  async #getSecret(): Promise<string> {
    this.#secret ??= await getSecret(this.#db, 'sign-in');
    return this.#secret;
  }
}

function toSeconds(endsAt: number, now: Date): number {
  return Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
}

/** Deletes counters whose window has ended. */
export async function deleteOldCounts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('request_counts').where('expires_at', '<=', now).execute();
}
