import { type ScoredLocations, TopK } from '../collections/top-k.ts';
import { type Champions, selectChampions } from '../index/champion-list.ts';
import { type BitSet, hasBit } from '../collections/bit-set.ts';
import type { TermRange } from './query-expansion.ts';
import type { SegmentColumns } from '../index/segment-columns.ts';

/** Iterates over the champions that are in a set, by descending score. */
class Cursor {
  readonly #champions: Champions;
  readonly #weight: number;
  #at = -1;

  constructor(champions: Champions, weight: number) {
    this.#champions = champions;
    this.#weight = weight;
  }

  get location(): number {
    return this.#champions.locations[this.#at]!;
  }

  /** Score of the current location; 0 after the last one. */
  get score(): number {
    const { locations, impacts } = this.#champions;
    return this.#at < locations.length ? impacts[this.#at]! * this.#weight : 0;
  }

  /** Moves to the next location in the set; returns false if that may be one beyond a truncated list. */
  next(set: BitSet): boolean {
    const { locations, truncated } = this.#champions;
    do this.#at++;
    while (this.#at < locations.length && !hasBit(set, locations[this.#at]!));
    return this.#at < locations.length || !truncated;
  }
}

/** The top `limit` members of a set by one term, among those that match it. */
export function selectTopOfSet(
  set: BitSet,
  columns: SegmentColumns,
  ranges: readonly TermRange[],
  limit: number,
): ScoredLocations {
  const hasChampions = ranges.some(({ frequent }) => frequent !== undefined);
  return (
    (hasChampions ? rankByChampions(set, columns, ranges, limit) : undefined) ??
    rankByPostings(set, columns, ranges, limit)
  );
}

function rankByPostings(
  set: BitSet,
  columns: SegmentColumns,
  ranges: readonly TermRange[],
  limit: number,
): ScoredLocations {
  const { postingStarts, postingLocations, postingImpacts } = columns;
  const top = new TopK(limit);
  for (const { from, to, weight } of ranges) {
    const end = postingStarts[to]!;
    for (let at = postingStarts[from]!; at < end; at++) {
      const location = postingLocations[at]!;
      if (hasBit(set, location)) top.addOrRaise(location, postingImpacts[at]! * weight);
    }
  }
  return top.toScoredLocations();
}

function rankByChampions(
  set: BitSet,
  columns: SegmentColumns,
  ranges: readonly TermRange[],
  limit: number,
): ScoredLocations | undefined {
  const champions = ranges.map((range) => range.frequent?.champions ?? toChampions(columns, range));
  return mergeChampions(set, champions, ranges, limit);
}

/** All locations of a range that has no champion list. */
function toChampions(columns: SegmentColumns, { from, to }: TermRange): Champions {
  const { postingStarts, postingLocations, postingImpacts } = columns;
  const locations = postingLocations.subarray(postingStarts[from], postingStarts[to]);
  const impacts = postingImpacts.subarray(postingStarts[from], postingStarts[to]);
  return selectChampions(locations, impacts, locations.length);
}

/** Merges the champion lists of all ranges; undefined if a truncated list may hide better locations. */
function mergeChampions(
  set: BitSet,
  champions: readonly Champions[],
  ranges: readonly TermRange[],
  limit: number,
): ScoredLocations | undefined {
  const cursors = ranges.map(({ weight }, r) => new Cursor(champions[r]!, weight));
  const hits: ScoredLocations = { locations: [], scores: [] };
  for (const cursor of cursors) if (!cursor.next(set)) return undefined;
  while (hits.locations.length < limit) {
    const first = findFirst(cursors);
    const { location, score } = first;
    if (score === 0) break;
    // A location of several terms recurs with a lower score.
    if (!hits.locations.includes(location)) {
      hits.locations.push(location);
      hits.scores.push(score);
    }
    if (!first.next(set) && hits.locations.length < limit) return undefined;
  }
  return hits;
}

function findFirst(cursors: readonly Cursor[]): Cursor {
  return cursors.reduce((first, cursor) =>
    cursor.score > first.score || (cursor.score === first.score && cursor.location < first.location) ? cursor : first,
  );
}
