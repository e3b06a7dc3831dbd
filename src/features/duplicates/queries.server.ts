import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../platform/http/paging.ts';
import { listImages } from '../locations/editing/images/queries.server.ts';
import { postcode as postcodeSchema } from '../locations/catalogue/fields/postcode.ts';
import { toPerson } from '../entry-subjects/queries.server.ts';
import {
  type ComparableLocation,
  type FoundMatch,
  findMatches,
  getVisibleComparables,
  toComparable,
} from './matching/candidates.queries.server.ts';
import type { duplicatePairs, similarLocations } from './contract.ts';
import type { PairIds } from './commands.server.ts';
import { PAIR_NOT_FOUND } from './messages.ts';
import type { DuplicatePair, SimilarLocation } from './schema.ts';

type ListParams = z.output<typeof duplicatePairs.input>;

interface LocationColumns {
  readonly id: string;
  readonly title: string;
  readonly nearesttown: string | null;
  readonly status: DuplicatePair['a']['status'];
}
interface PairRow {
  readonly a: LocationColumns;
  readonly b: LocationColumns;
  readonly score: number;
  readonly reasons: DuplicatePair['reasons'];
  readonly distance: number | null;
  readonly found_at: Date;
  readonly dismissed_at: Date | null;
  readonly user_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly enabled_at: Date | null;
}

/** A page of the likely duplicates, the most likely first by default. */
export async function listPairs(db: Db, params: ListParams): Promise<Paged<DuplicatePair>> {
  const { page, sortBy = 'score', sortOrder = 'desc', state, reason, title = '' } = params;
  const conditions = [
    state === 'open' ? sql`p.dismissed_at is null` : sql`p.dismissed_at is not null`,
    ...(reason === undefined ? [] : [sql`p.reasons ? ${reason}`]),
    ...(title === '' ? [] : [sql`(p.a_id in (select id from titled) or p.b_id in (select id from titled))`]),
  ];
  const matching = sql`from duplicate_pairs p where ${sql.join(conditions, sql` and `)}`;
  const order = sql`order by p.${sql.ref(sortBy)} ${sql.raw(sortOrder)} nulls last, p.a_id, p.b_id`;
  const limit = sql`limit ${TABLE_PAGE_SIZE} offset ${(page - 1) * TABLE_PAGE_SIZE}`;
  const [{ rows: counted }, { rows }] = await Promise.all([
    sql<{ total: number }>`${withTitled(title)} select count(*) as total ${matching}`.execute(db),
    sql<PairRow>`
      ${withTitled(title)} ${selectPairs(sql`(select p.* ${matching} ${order} ${limit})`)} ${order}`.execute(db),
  ]);
  return {
    data: await toPairs(db, rows),
    total: counted[0]?.total ?? 0,
    current_page: page,
    per_page: TABLE_PAGE_SIZE,
  };
}

/** The locations whose titles have these words or parts of them: read from an index of titles, once for both locations of all pairs. */
function withTitled(title: string): RawBuilder<unknown> {
  return sql`
    with titled as (
      select id from location_list
      where title like all (array(select '%' || word || '%' from unnest(split_list_words(${title})) word)))`;
}

/** Returns a pair of likely duplicates. @throws {ApiError} NOT_FOUND */
export async function getPair(db: Db, ids: PairIds): Promise<DuplicatePair> {
  const [a, b] = [ids.a, ids.b].toSorted();
  const { rows } = await selectPairs(sql`(select * from duplicate_pairs where a_id = ${a} and b_id = ${b})`).execute(
    db,
  );
  const [pair] = await toPairs(db, rows);
  if (!pair) throw new ApiError('NOT_FOUND', PAIR_NOT_FOUND);
  return pair;
}

function selectPairs(pairs: RawBuilder<unknown>): RawBuilder<PairRow> {
  const location = (
    name: string,
  ) => sql`jsonb_build_object('id', ${sql.ref(`${name}.id`)}, 'title', ${sql.ref(`${name}.title`)},
    'nearesttown', ${sql.ref(`${name}.nearesttown`)}, 'status', ${sql.ref(`${name}.status`)})`;
  return sql`
    select ${location('a')} as a, ${location('b')} as b, p.score, p.reasons, p.distance, p.found_at, p.dismissed_at,
      p.dismissed_by as user_id, u.first_name, u.last_name, u.enabled_at
    from ${pairs} p join locations a on a.id = p.a_id join locations b on b.id = p.b_id
    left join users u on u.id = p.dismissed_by`;
}

async function toPairs(db: Db, rows: readonly PairRow[]): Promise<DuplicatePair[]> {
  const images = await listImages(db, [...new Set(rows.flatMap(({ a, b }) => [a.id, b.id]))], 'team');
  const toLocation = ({ nearesttown, ...location }: LocationColumns): DuplicatePair['a'] => {
    const [first, ...others] = (images.get(location.id) ?? []).filter(({ state }) => state === 'READY');
    const primary = [first, ...others].find((image) => image?.primary) ?? first;
    return { ...location, nearesttown: nearesttown ?? '', picture: primary ? { ...primary, alt: '' } : null };
  };
  return rows.map(({ a, b, score, reasons, distance, found_at, dismissed_at, user_id, ...person }) => ({
    a: toLocation(a),
    b: toLocation(b),
    score,
    reasons,
    distance,
    found_at: found_at.toISOString(),
    dismissed_at: dismissed_at?.toISOString() ?? null,
    dismissed_by: toPerson({ ...person, id: user_id }),
  }));
}

/** Rows that are looked up together. */
const BATCH_SIZE = 500;

/** A stored location that another one looks like. */
export interface StoredMatch {
  readonly id: string;
  readonly title: string;
  /** In per cent. */
  readonly score: number;
}

/** The most similar stored location of each of these, which are not stored yet and have no pictures. */
export async function findStoredMatches(
  db: Db,
  locations: readonly ComparableLocation[],
): Promise<Map<string, StoredMatch>> {
  const found: FoundMatch[] = [];
  const { rows: stored } = await sql`select from duplicate_keys limit 1`.execute(db);
  for (let from = 0; stored.length > 0 && from < locations.length; from += BATCH_SIZE) {
    const batch = locations.slice(from, from + BATCH_SIZE);
    found.push(...(await findMatches(db, batch)));
  }
  const best = new Map(found.toSorted((one, other) => one.score - other.score).map((match) => [match.id, match]));
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from locations where id = any(${[...best.values()].map(({ otherId }) => otherId)}::uuid[])`.execute(
    db,
  );
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return new Map(
    [...best].map(([id, { otherId, score }]) => [id, { id: otherId, title: titles.get(otherId) ?? '', score }]),
  );
}

/** Hints while somebody is entering a location. */
const MAX_HINTS = 3;
/** Stands for a location that is not saved yet. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Lists published locations, and those of the caller, that look like what they are entering, the most similar first. Owners learn nothing
 * about unpublished locations of others, and no more about published ones than their pages show.
 */
export async function listSimilar(
  db: Db,
  callerId: string,
  { id = NO_ID, title, nearesttown, postcode, latitude, longitude }: z.output<typeof similarLocations.input>,
): Promise<SimilarLocation[]> {
  const valid = postcodeSchema.safeParse(postcode);
  const entered = toComparable({
    id,
    title,
    nearesttown,
    postcode: valid.success ? valid.data : '',
    latitude,
    longitude,
  });
  const found = await findMatches(db, [entered], (ids) => getVisibleComparables(db, ids, callerId));
  const matches = new Map(found.map((match) => [match.otherId, match]));
  const { rows } = await sql<Omit<SimilarLocation, 'score'>>`
    select l.id, case when l.owner_id = ${callerId} then l.title else p.title end as title,
      coalesce(case when l.owner_id = ${callerId} then l.nearesttown else p.nearesttown end, '') as nearesttown,
      p.locationurl, coalesce(l.owner_id = ${callerId}, false) as "isOwn"
    from locations l left join published_locations p on p.id = l.id
    where l.id = any(${[...matches.keys()]}::uuid[]) and (p.id is not null or l.owner_id = ${callerId})`.execute(db);
  return rows
    .map((row) => ({ ...row, score: matches.get(row.id)!.score }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_HINTS);
}
