import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Comparable } from './comparable.ts';
import { getKeys, getLookupKeys, isWordKey, toWordKey } from './keys.ts';
import { MIN_SCORE, type Match, compareLocations } from './score.ts';
import { type IsCommon, getTitleWords } from './title-words.ts';

/** A key that more locations have says little, and is not used: the centre of a town as position, or the postcode of an office. */
const MAX_LOCATIONS_PER_KEY = 100;
/** A single word of the title finds others only while it is rare. */
const MAX_LOCATIONS_PER_WORD = 20;
/** A word is common from this number of titles on, and this share of all. */
const MIN_COMMON = 10;
const COMMON_SHARE = 0.003;

export interface ComparableLocation extends Comparable {
  readonly id: string;
  /** The keys that may match; any if undefined. */
  readonly visibleKeys?: ReadonlySet<string>;
}

/** A location and another one that may be the same. */
export interface FoundMatch extends Match {
  readonly id: string;
  readonly otherId: string;
}

/** Reads what these locations are compared by, except those that were merged into others. */
export async function getComparables(db: Db, ids: readonly string[]): Promise<Map<string, ComparableLocation>> {
  const { rows } = await sql<ComparableRow>`
    select l.id, l.title, l.nearesttown, l.postcode, l.latitude, l.longitude, array(
      select p.perceptual_hash from images i join pictures p using (sha256)
      where i.location_id = l.id and p.perceptual_hash is not null) as hashes
    from locations l where l.id = any(${ids}::uuid[]) and l.merged_into is null`.execute(db);
  return new Map(rows.map((row) => [row.id, toComparable(row)]));
}

/**
 * Reads the values to compare, as far as the caller may know them: everything about their own locations, and the public values of published
 * ones. The result says nothing about private addresses, positions and unpublished locations: not even which key matched, since the stored
 * keys are those of the working copy. The cell of an inexact position is not the one that is stored, so it finds nothing.
 */
export async function getVisibleComparables(
  db: Db,
  ids: readonly string[],
  ownerId: string,
): Promise<Map<string, ComparableLocation>> {
  const { rows } = await sql<ComparableRow>`
    select l.id, l.title, l.nearesttown, l.postcode, l.latitude, l.longitude, true as exact
    from locations l where l.id = any(${ids}::uuid[]) and l.merged_into is null and l.owner_id = ${ownerId}
    union all
    select p.id, p.title, p.nearesttown, p.details->'address'->>-1, p.latitude, p.longitude,
      p.details->>'map_precision' = 'exact'
    from published_locations p join locations l on l.id = p.id
    where p.id = any(${ids}::uuid[]) and l.owner_id is distinct from ${ownerId}`.execute(db);
  return new Map(
    rows.map((row) => {
      const comparable = toComparable(row);
      const keys = getKeys({ ...comparable, position: row.exact === true ? comparable.position : null });
      return [row.id, { ...comparable, visibleKeys: new Set(keys) }];
    }),
  );
}

interface ComparableRow {
  readonly id: string;
  readonly title: string;
  readonly nearesttown: string | null;
  readonly postcode: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly hashes?: readonly string[];
  /** Whether the position is not only approximate. */
  readonly exact?: boolean | null;
}

export function toComparable(row: ComparableRow): ComparableLocation {
  const { id, title, nearesttown, postcode, latitude, longitude, hashes = [] } = row;
  return {
    id,
    title,
    nearesttown: nearesttown ?? '',
    hashes,
    postcode: (postcode ?? '').replaceAll(' ', '').toUpperCase(),
    position: latitude === null || longitude === null ? null : { latitude, longitude },
  };
}

/**
 * Finds the locations that may be the same as these, which need not be stored.
 * @param readOthers reads what the stored ones are compared by
 */
export async function findMatches(
  db: Db,
  locations: readonly ComparableLocation[],
  readOthers: (ids: readonly string[]) => Promise<Map<string, ComparableLocation>> = (ids) => getComparables(db, ids),
): Promise<FoundMatch[]> {
  const candidates = await listCandidates(db, locations);
  const others = await readOthers([...new Set([...candidates.values()].flatMap((found) => [...found.keys()]))]);
  const isCommon = await getCommonWords(db, [...locations, ...others.values()]);
  return locations.flatMap((location) =>
    [...(candidates.get(location.id) ?? [])].flatMap(([otherId, keys]): FoundMatch[] => {
      const other = others.get(otherId);
      if (other?.visibleKeys && ![...keys].some((key) => other.visibleKeys!.has(key))) return [];
      const match = other && compareLocations(location, other, isCommon);
      return match && match.score >= MIN_SCORE ? [{ ...match, id: location.id, otherId }] : [];
    }),
  );
}

/** The ids of the locations that share a key with each of these, with the shared keys. */
async function listCandidates(
  db: Db,
  locations: readonly ComparableLocation[],
): Promise<Map<string, Map<string, Set<string>>>> {
  const lookups = locations.map((location) => ({ id: location.id, keys: getLookupKeys(location) }));
  const keys = [...new Set(lookups.flatMap((lookup) => lookup.keys))];
  const limits = keys.map((key) => (isWordKey(key) ? MAX_LOCATIONS_PER_WORD : MAX_LOCATIONS_PER_KEY));
  const { rows } = await sql<{ key: string; ids: string[] }>`
    select wanted.key, found.ids from unnest(${keys}::text[], ${limits}::integer[]) as wanted (key, max)
    cross join lateral (select array_agg(location_id) as ids from (
      select location_id from duplicate_keys k where k.key = wanted.key limit wanted.max + 1) first_ones) found
    where cardinality(found.ids) <= wanted.max`.execute(db);
  const idsByKey = new Map(rows.map(({ key, ids }) => [key, ids]));
  return new Map(
    lookups.map((lookup) => {
      const found = new Map<string, Set<string>>();
      for (const key of lookup.keys) {
        for (const id of idsByKey.get(key) ?? []) {
          const keys = found.get(id);
          if (keys) keys.add(key);
          else found.set(id, new Set([key]));
        }
      }
      found.delete(lookup.id);
      return [lookup.id, found];
    }),
  );
}

/** Finds the words of these titles that are common in the whole catalogue. */
async function getCommonWords(db: Db, locations: readonly Comparable[]): Promise<IsCommon> {
  const words = [...new Set(locations.flatMap(getTitleWords))];
  const { rows: estimated } = await sql<{ total: number }>`
    select greatest(reltuples, 0)::int as total from pg_class where oid = 'locations'::regclass`.execute(db);
  const limit = Math.max(MIN_COMMON, Math.round((estimated[0]?.total ?? 0) * COMMON_SHARE));
  const { rows } = await sql<{ word: string }>`
    select wanted.word from unnest(${words}::text[], ${words.map(toWordKey)}::text[]) as wanted (word, key)
    where (select count(*) from (select from duplicate_keys k where k.key = wanted.key limit ${limit}::integer) first_ones) >= ${limit}`.execute(
    db,
  );
  const common = new Set(rows.map(({ word }) => word));
  return (word) => common.has(word);
}
