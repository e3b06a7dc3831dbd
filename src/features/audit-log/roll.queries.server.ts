import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';

type Db = Kysely<Database>;

/** How many entries each user has, in the order of their names; those of nobody are last. */
export interface Roll {
  /** The users, each followed by where their entries end in a list in this order. */
  readonly users: readonly (string | null)[];
  readonly ends: Float64Array;
}

/** Some entries of one user: so many from the one at `from`, by their ids. */
export interface Stretch {
  readonly user: string | null;
  readonly from: number;
  readonly size: number;
}

/** Milliseconds for which the names of users may be older than what is shown of them. */
const LONGEST_KEPT = 60_000;
/** Questions whose rolls are kept: each takes some megabytes at most. */
const MOST_KEPT = 4;

interface Kept {
  readonly roll: Promise<Roll & { total: number }>;
  readonly at: number;
}

/**
 * The rolls that a node keeps. To count a million entries by user takes longer than a page may: so that is done once, for all
 * pages that are asked for while nothing is written.
 */
export class Rolls {
  readonly #kept = new Map<string, Kept>();

  /**
   * The roll of the entries that fulfil a condition.
   * @param question what the condition is known by
   * @param total how many fulfil it now: a roll of another number is not up to date
   */
  async get(db: Db, condition: RawBuilder<boolean>, question: string, total: number): Promise<Roll> {
    const kept = this.#kept.get(question);
    if (kept && Date.now() - kept.at < LONGEST_KEPT) {
      const roll = await kept.roll;
      if (roll.total === total) return roll;
    }
    const roll = makeRoll(db, condition);
    this.#keep(question, { roll, at: Date.now() });
    roll.catch(() => this.#kept.delete(question));
    return roll;
  }

  #keep(question: string, kept: Kept): void {
    this.#kept.delete(question);
    this.#kept.set(question, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

async function makeRoll(db: Db, condition: RawBuilder<boolean>): Promise<Roll & { total: number }> {
  const { rows } = await sql<{ user_id: string | null; entries: number }>`
    select c.user_id, c.entries
    from (select user_id, count(*) as entries from audit_logs where ${condition} group by user_id) c
    left join users u on u.id = c.user_id
    order by u.name_folded, c.user_id`.execute(db);
  const ends = new Float64Array(rows.length);
  let total = 0;
  for (const [place, { entries }] of rows.entries()) {
    total += entries;
    ends[place] = total;
  }
  return { users: rows.map(({ user_id }) => user_id), ends, total };
}

/** Whose entries stand in a part of the list: `size` of them from the one at `from`. */
export function stretchesOf({ users, ends }: Roll, from: number, size: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (let place = placeOf(ends, from); place < users.length; place += 1) {
    const begin = place === 0 ? 0 : ends[place - 1]!;
    if (begin >= from + size) break;
    const first = Math.max(from, begin);
    const last = Math.min(from + size, ends[place]!);
    stretches.push({ user: users[place]!, from: first - begin, size: last - first });
  }
  return stretches;
}

/** The first user whose entries end behind a place. */
function placeOf(ends: Float64Array, position: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The ids of entries, stretch by stretch. */
export async function idsOfStretches(
  db: Db,
  condition: RawBuilder<boolean>,
  stretches: readonly Stretch[],
): Promise<number[]> {
  const named = stretches.filter(({ user }) => user !== null);
  const { rows } = await sql<{ id: number }>`
    select e.id from unnest(${named.map(({ user }) => user)}::uuid[], ${named.map(({ from }) => from)}::bigint[],
      ${named.map(({ size }) => size)}::bigint[]) with ordinality s (user_id, skipped, size, place)
    cross join lateral (
      select id from audit_logs a where a.user_id = s.user_id and ${condition} order by id limit s.size offset s.skipped) e
    order by s.place, e.id`.execute(db);
  const nobody = stretches.find(({ user }) => user === null);
  if (!nobody) return rows.map(({ id }) => id);
  const rest = await sql<{ id: number }>`
    select id from audit_logs where user_id is null and ${condition}
    order by id limit ${nobody.size} offset ${nobody.from}`.execute(db);
  return [...rows, ...rest.rows].map(({ id }) => id);
}
