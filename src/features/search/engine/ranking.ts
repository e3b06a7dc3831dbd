import type { Hits } from './best-hits.ts';
import { type Bits, bitsFor, hasBit, listBits, setBit } from './bits.ts';
import type { TermRange } from './reading.ts';
import type { SegmentColumns } from './segment.ts';

/** Locations of a term or prefix by impact, the greatest first, then in browse order. */
export interface Champions {
  readonly locations: Uint32Array;
  readonly impacts: Uint8Array;
  /** Whether there are others with less impact. */
  readonly more: boolean;
}

/** Pages that reach further than this are not selected by champions. */
const FAR = 200;

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

/** The best `limit` members of a set by a word that all of them match; undefined if so many are not worth selecting. */
export function bestOfSet(
  set: Bits,
  columns: SegmentColumns,
  ranges: readonly TermRange[],
  limit: number,
): Hits | undefined {
  if (limit > FAR) return undefined;
  const known = ranges.every(({ heavy }) => heavy !== undefined);
  const found = known
    ? mergeChampions(
        set,
        ranges.map(({ heavy }) => heavy!.champions),
        ranges,
        limit,
      )
    : undefined;
  return (
    found ??
    mergeChampions(
      set,
      ranges.map((range) => championsIn(set, columns, range, limit)),
      ranges,
      limit,
    )
  );
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

/** The champions of some terms among the members of a set, as many as can be among its best `limit`. */
function championsIn(set: Bits, columns: SegmentColumns, range: TermRange, limit: number): Champions {
  const counts = countImpacts(set, columns, range);
  for (let wanted = limit; ; wanted *= 2) {
    let least = 255;
    for (let n = counts[255]!; n < wanted && least > 0; n += counts[least]!) least--;
    const champions = championsFrom(least, set, columns, range, wanted);
    // Postings of one location under several terms may have been counted for more.
    if (champions.locations.length >= limit || least === 0) return champions;
  }
}

function countImpacts(set: Bits, columns: SegmentColumns, { from, to }: TermRange): Uint32Array {
  const { postingStarts, postingLocations, postingImpacts } = columns;
  const counts = new Uint32Array(256);
  const end = postingStarts[to]!;
  for (let at = postingStarts[from]!; at < end; at++) {
    if (hasBit(set, postingLocations[at]!)) counts[postingImpacts[at]!]!++;
  }
  return counts;
}

/** Those with more than the least impact, then the first `wanted` with just that. */
function championsFrom(
  least: number,
  set: Bits,
  columns: SegmentColumns,
  { from, to }: TermRange,
  wanted: number,
): Champions {
  const { postingStarts, postingLocations, postingImpacts } = columns;
  const above = new Map<number, number>();
  const just = bitsFor(columns.ranks.length);
  const end = postingStarts[to]!;
  for (let at = postingStarts[from]!; at < end; at++) {
    const impact = postingImpacts[at]!;
    const location = postingLocations[at]!;
    if (impact < least || !hasBit(set, location)) continue;
    if (impact === least) setBit(just, location);
    else if (impact > (above.get(location) ?? 0)) above.set(location, impact);
  }
  const sorted = [...above].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const others = new Uint32Array(wanted + above.size);
  const rest = others.subarray(0, listBits(just, others, others.length)).filter((location) => !above.has(location));
  const locations = [...sorted.map(([location]) => location), ...rest];
  const impacts = Uint8Array.from(locations, (_, i) => sorted[i]?.[1] ?? least);
  return { locations: Uint32Array.from(locations), impacts, more: false };
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
