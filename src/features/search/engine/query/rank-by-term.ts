import { BestFew, type Hits } from './top-hits.ts';
import { type Bits, hasBit } from '../collections/bit-set.ts';
import type { TermRange } from './query-expansion.ts';
import type { SegmentColumns } from '../index/segment.ts';

/** Locations of a term or prefix by impact, the greatest first, then in browse order. */
export interface Champions {
  readonly locations: Uint32Array;
  readonly impacts: Uint8Array;
  /** Whether there are others with less impact. */
  readonly more: boolean;
}

/** Walks down champions that are in a set, by score. */
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

  /** Score of the current location; 0 past the last one. */
  get score(): number {
    const { locations, impacts } = this.#champions;
    return this.#at < locations.length ? impacts[this.#at]! * this.#weight : 0;
  }

  /** Goes to the next location in the set; returns false if it may be one that is not among the champions. */
  next(set: Bits): boolean {
    const { locations, more } = this.#champions;
    do this.#at++;
    while (this.#at < locations.length && !hasBit(set, locations[this.#at]!));
    return this.#at < locations.length || !more;
  }
}

/** The best members of a set by a word, at most `limit` (up to FEW) of those that match it. */
export function bestOfSet(set: Bits, columns: SegmentColumns, ranges: readonly TermRange[], limit: number): Hits {
  const some = ranges.some(({ frequent }) => frequent !== undefined);
  return (some ? byChampions(set, columns, ranges, limit) : undefined) ?? byPostings(set, columns, ranges, limit);
}

function byPostings(set: Bits, columns: SegmentColumns, ranges: readonly TermRange[], limit: number): Hits {
  const { postingStarts, postingLocations, postingImpacts } = columns;
  const best = new BestFew(limit);
  for (const { from, to, weight } of ranges) {
    const end = postingStarts[to]!;
    for (let at = postingStarts[from]!; at < end; at++) {
      const location = postingLocations[at]!;
      if (hasBit(set, location)) best.offerAgain(location, postingImpacts[at]! * weight);
    }
  }
  return best.hits();
}

function byChampions(
  set: Bits,
  columns: SegmentColumns,
  ranges: readonly TermRange[],
  limit: number,
): Hits | undefined {
  const champions = ranges.map((range) => range.frequent?.champions ?? championsOf(columns, range));
  return mergeChampions(set, champions, ranges, limit);
}

/** All locations of terms that are not frequent. */
function championsOf(columns: SegmentColumns, { from, to }: TermRange): Champions {
  const { postingStarts, postingLocations, postingImpacts } = columns;
  const locations = postingLocations.subarray(postingStarts[from], postingStarts[to]);
  const impacts = postingImpacts.subarray(postingStarts[from], postingStarts[to]);
  return mostImpact(locations, impacts, locations.length);
}

/** The best members of a set among the champions of each range; undefined if there may be better ones. */
function mergeChampions(
  set: Bits,
  champions: readonly Champions[],
  ranges: readonly TermRange[],
  limit: number,
): Hits | undefined {
  const cursors = ranges.map(({ weight }, r) => new Cursor(champions[r]!, weight));
  const hits: Hits = { locations: [], scores: [] };
  for (const cursor of cursors) if (!cursor.next(set)) return undefined;
  while (hits.locations.length < limit) {
    const first = firstOf(cursors);
    const { location, score } = first;
    if (score === 0) break;
    // A location of several terms comes again with a lower score.
    if (!hits.locations.includes(location)) {
      hits.locations.push(location);
      hits.scores.push(score);
    }
    if (!first.next(set) && hits.locations.length < limit) return undefined;
  }
  return hits;
}

function firstOf(cursors: readonly Cursor[]): Cursor {
  return cursors.reduce((first, cursor) =>
    cursor.score > first.score || (cursor.score === first.score && cursor.location < first.location) ? cursor : first,
  );
}

/** Selects those with the greatest impact by counting, in the order of champions. The locations are given ascending. */
export function mostImpact(locations: Uint32Array, impacts: Uint8Array, limit: number): Champions {
  const places = new Uint32Array(256);
  for (const impact of impacts) places[impact]!++;
  for (let impact = 255, before = 0; impact >= 0; impact--) {
    const here = places[impact]!;
    places[impact] = before;
    before += here;
  }
  const n = Math.min(limit, locations.length);
  const best = { locations: new Uint32Array(n), impacts: new Uint8Array(n), more: n < locations.length };
  for (let i = 0; i < locations.length; i++) {
    const place = places[impacts[i]!]!++;
    if (place >= n) continue;
    best.locations[place] = locations[i]!;
    best.impacts[place] = impacts[i]!;
  }
  return best;
}
