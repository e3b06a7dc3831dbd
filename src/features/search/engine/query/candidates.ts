import { type BitSet, createBitSet, hasBit, collectBits, setBit } from '../collections/bit-set.ts';
import type { TermRange, ExpandedTerm } from './query-expansion.ts';
import { EXPANSION_WEIGHTS } from '../text/relevance.ts';
import type { SegmentColumns } from '../index/segment-columns.ts';

/** From one candidate in this many locations on, a bit set sorts faster than a comparison sort. */
const SORT_RATIO = 64;
/** A postings list at least this many times longer than the candidates is skipped through rather than scanned. */
const SKIP_RATIO = 16;

const MAX_WORD_SCORE = 255 * EXPANSION_WEIGHTS.exact;

/** The locations of one segment that match the words, with their scores. The memory is reused by every query. */
export class Candidates {
  readonly locations: Uint32Array;
  readonly scores: Uint16Array;
  length = 0;
  /** Upper bound of the scores. */
  maxScore = 0;
  /** By location. */
  #isSorted = true;
  /** By location: the impact of the current word. All zero between two words. */
  readonly #impacts: Uint16Array;
  /** The candidates, while another word is matched. Empty between two words. */
  readonly #marked: Uint32Array;

  constructor(size: number) {
    this.locations = new Uint32Array(size);
    this.scores = new Uint16Array(size);
    this.#impacts = new Uint16Array(size);
    this.#marked = createBitSet(size);
  }

  /** Takes all locations of a segment, with score 0. */
  fillAll(size: number): void {
    for (let i = 0; i < size; i++) this.locations[i] = i;
    this.scores.fill(0, 0, size);
    this.setSorted(size, 0);
  }

  /** Accepts the candidates written to `locations`, in ascending order, and to `scores`. */
  setSorted(length: number, maxScore: number): void {
    this.length = length;
    this.maxScore = maxScore;
    this.#isSorted = true;
  }

  /** Takes the members of a set, scored by a term that all of them match. */
  fillScored(columns: SegmentColumns, set: BitSet, ranges: readonly TermRange[]): void {
    this.length = collectBits(set, this.locations);
    this.scores.fill(0, 0, this.length);
    this.#isSorted = true;
    this.#intersect(columns, ranges);
    this.maxScore = MAX_WORD_SCORE;
  }

  /** Takes the locations that match every term. */
  fill(columns: SegmentColumns, terms: readonly ExpandedTerm[], segmentIndex: number): void {
    const byLength = terms
      .map(({ ranges }) => ranges[segmentIndex]!)
      .toSorted((a, b) => countPostings(columns, a) - countPostings(columns, b));
    this.#startWith(columns, byLength[0]!);
    for (let w = 1; w < byLength.length && this.length > 0; w++) this.#intersect(columns, byLength[w]!);
    this.maxScore = MAX_WORD_SCORE * terms.length;
  }

  #startWith(columns: SegmentColumns, ranges: readonly TermRange[]): void {
    this.length = 0;
    if (ranges.length === 1 && ranges[0]!.to - ranges[0]!.from === 1) this.#copyPostings(columns, ranges[0]!);
    else {
      for (const range of ranges) this.#addPostings(columns, range);
      this.#moveImpactsToScores();
      this.#isSorted = false;
    }
  }

  #copyPostings(columns: SegmentColumns, { from, to, weight }: TermRange): void {
    const { postingStarts, postingLocations, postingImpacts } = columns;
    const start = postingStarts[from]!;
    const n = postingStarts[to]! - start;
    this.locations.set(postingLocations.subarray(start, start + n));
    for (let i = 0; i < n; i++) this.scores[i] = postingImpacts[start + i]! * weight;
    this.length = n;
    this.#isSorted = true;
  }

  /** Adds the locations of a range of terms, unsorted, and their impacts. */
  #addPostings(columns: SegmentColumns, { from, to, weight }: TermRange): void {
    const { postingStarts, postingLocations, postingImpacts } = columns;
    const impacts = this.#impacts;
    const end = postingStarts[to]!;
    let n = this.length;
    for (let at = postingStarts[from]!; at < end; at++) {
      const location = postingLocations[at]!;
      const impact = postingImpacts[at]! * weight;
      const before = impacts[location]!;
      if (before === 0) this.locations[n++] = location;
      if (impact > before) impacts[location] = impact;
    }
    this.length = n;
  }

  /** Sorts by location. */
  sort(size: number): void {
    if (this.#isSorted) return;
    const found = this.locations.subarray(0, this.length);
    for (let i = 0; i < found.length; i++) this.#impacts[found[i]!] = this.scores[i]!;
    if (this.length * SORT_RATIO < size) found.sort();
    else {
      const marked = this.#marked.subarray(0, (size + 31) >>> 5);
      for (let i = 0; i < found.length; i++) setBit(marked, found[i]!);
      collectBits(marked, found);
      marked.fill(0);
    }
    this.#moveImpactsToScores();
    this.#isSorted = true;
  }

  #moveImpactsToScores(): void {
    for (let i = 0; i < this.length; i++) {
      const location = this.locations[i]!;
      this.scores[i] = this.#impacts[location]!;
      this.#impacts[location] = 0;
    }
  }

  /** Keeps the candidates that also match another term. */
  #intersect(columns: SegmentColumns, ranges: readonly TermRange[]): void {
    if (ranges.some((range) => this.#isWorthSkipping(columns, range))) this.sort(columns.ranks.length);
    for (let i = 0; i < this.length; i++) setBit(this.#marked, this.locations[i]!);
    for (const range of ranges) {
      if (range.frequent?.impacts) this.#lookUpImpacts(range.frequent.impacts, range.weight);
      else if (this.#isWorthSkipping(columns, range)) this.#skipPostings(columns, range);
      else this.#scanPostings(columns, range);
    }
    let length = 0;
    for (let i = 0; i < this.length; i++) {
      const location = this.locations[i]!;
      this.#marked[location >>> 5] = 0;
      const gained = this.#impacts[location]!;
      if (gained === 0) continue;
      this.#impacts[location] = 0;
      this.locations[length] = location;
      this.scores[length++] = this.scores[i]! + gained;
    }
    this.length = length;
  }

  #isWorthSkipping(columns: SegmentColumns, range: TermRange): boolean {
    return range.to - range.from === 1 && countPostings(columns, [range]) > SKIP_RATIO * this.length;
  }

  #lookUpImpacts(impacts: Uint8Array, weight: number): void {
    for (let i = 0; i < this.length; i++) this.#raiseImpact(this.locations[i]!, impacts[this.locations[i]!]! * weight);
  }

  /** The candidates must be sorted. */
  #skipPostings(columns: SegmentColumns, { from, to, weight }: TermRange): void {
    const { postingStarts, postingLocations, postingImpacts } = columns;
    const end = postingStarts[to]!;
    for (let i = 0, at = postingStarts[from]!; i < this.length; i++) {
      const location = this.locations[i]!;
      at = advance(postingLocations, location, at, end);
      if (at === end) return;
      if (postingLocations[at] === location) this.#raiseImpact(location, postingImpacts[at]! * weight);
    }
  }

  #scanPostings(columns: SegmentColumns, { from, to, weight }: TermRange): void {
    const { postingStarts, postingLocations, postingImpacts } = columns;
    const marked = this.#marked;
    const end = postingStarts[to]!;
    for (let at = postingStarts[from]!; at < end; at++) {
      const location = postingLocations[at]!;
      if (hasBit(marked, location)) this.#raiseImpact(location, postingImpacts[at]! * weight);
    }
  }

  #raiseImpact(location: number, impact: number): void {
    if (impact > this.#impacts[location]!) this.#impacts[location] = impact;
  }
}

export function countPostings({ postingStarts }: SegmentColumns, ranges: readonly TermRange[]): number {
  let n = 0;
  for (const { from, to } of ranges) n += postingStarts[to]! - postingStarts[from]!;
  return n;
}

/** The first index from `at` on whose location is not less than `location` (galloping search). */
function advance(sorted: Uint32Array, location: number, at: number, end: number): number {
  let step = 1;
  let low = at;
  let high = at;
  while (high < end && sorted[high]! < location) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > end) high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < location) low = middle + 1;
    else high = middle;
  }
  return low;
}
