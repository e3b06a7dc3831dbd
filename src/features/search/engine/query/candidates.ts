import { type Bits, bitsFor, hasBit, listBits, setBit } from '../collections/bit-set.ts';
import type { TermRange, WordReading } from './query-expansion.ts';
import { READING_WEIGHTS } from '../text/relevance.ts';
import type { SegmentColumns } from '../index/segment.ts';

/** One in this many locations: from here on a set of bits puts locations in order sooner than sorting does. */
const SORTED_BELOW = 64;
/** How many times longer a list must be for skipping through it to be faster than walking through it. */
const SKIPPING_FROM = 16;

/** Greatest score of a word. */
const GREATEST_OF_A_WORD = 255 * READING_WEIGHTS.exact;

/** The locations of one segment that match the words, with their scores. Its memory is used again and again. */
export class Candidates {
  readonly locations: Uint32Array;
  readonly scores: Uint16Array;
  length = 0;
  /** Greatest score so far possible. */
  greatestScore = 0;
  /** Whether the locations are ascending. */
  #inOrder = true;
  /** By location: impact of the current word. Zero between two words. */
  readonly #impacts: Uint16Array;
  /** The candidates, while they are met by another word. Empty between two words. */
  readonly #marked: Uint32Array;

  constructor(size: number) {
    this.locations = new Uint32Array(size);
    this.scores = new Uint16Array(size);
    this.#impacts = new Uint16Array(size);
    this.#marked = bitsFor(size);
  }

  /** Every location of a segment, all with the same score. */
  fillAll(size: number): void {
    for (let i = 0; i < size; i++) this.locations[i] = i;
    this.scores.fill(0, 0, size);
    this.take(size, 0);
  }

  /** What was written into locations and scores, ascending. */
  take(length: number, greatestScore: number): void {
    this.length = length;
    this.greatestScore = greatestScore;
    this.#inOrder = true;
  }

  /** The members of a set, scored by a word that all of them match. */
  fillScored(columns: SegmentColumns, set: Bits, ranges: readonly TermRange[]): void {
    this.length = listBits(set, this.locations);
    this.scores.fill(0, 0, this.length);
    this.#inOrder = true;
    this.#restrict(columns, ranges);
    this.greatestScore = GREATEST_OF_A_WORD;
  }

  /** The locations that match every word. */
  fill(columns: SegmentColumns, words: readonly WordReading[], segment: number): void {
    const byLength = words
      .map((word) => word.ranges[segment]!)
      .toSorted((a, b) => postings(columns, a) - postings(columns, b));
    this.#start(columns, byLength[0]!);
    for (let w = 1; w < byLength.length && this.length > 0; w++) this.#restrict(columns, byLength[w]!);
    this.greatestScore = GREATEST_OF_A_WORD * words.length;
  }

  #start(columns: SegmentColumns, ranges: readonly TermRange[]): void {
    this.length = 0;
    if (ranges.length === 1 && ranges[0]!.to - ranges[0]!.from === 1) this.#copy(columns, ranges[0]!);
    else {
      for (const range of ranges) this.#scatter(columns, range);
      this.#takeImpacts();
      this.#inOrder = false;
    }
  }

  #copy(columns: SegmentColumns, { from, to, weight }: TermRange): void {
    const { postingStarts, postingLocations, postingImpacts } = columns;
    const start = postingStarts[from]!;
    const n = postingStarts[to]! - start;
    this.locations.set(postingLocations.subarray(start, start + n));
    for (let i = 0; i < n; i++) this.scores[i] = postingImpacts[start + i]! * weight;
    this.length = n;
    this.#inOrder = true;
  }

  /** Adds the locations of some terms, in no order, and notes their impacts. */
  #scatter(columns: SegmentColumns, { from, to, weight }: TermRange): void {
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

  /** Puts the locations of a segment of some size in ascending order. */
  putInOrder(size: number): void {
    if (this.#inOrder) return;
    const found = this.locations.subarray(0, this.length);
    for (let i = 0; i < found.length; i++) this.#impacts[found[i]!] = this.scores[i]!;
    if (this.length * SORTED_BELOW < size) found.sort();
    else {
      const marked = this.#marked.subarray(0, (size + 31) >>> 5);
      for (let i = 0; i < found.length; i++) setBit(marked, found[i]!);
      listBits(marked, found);
      marked.fill(0);
    }
    this.#takeImpacts();
    this.#inOrder = true;
  }

  #takeImpacts(): void {
    for (let i = 0; i < this.length; i++) {
      const location = this.locations[i]!;
      this.scores[i] = this.#impacts[location]!;
      this.#impacts[location] = 0;
    }
  }

  /** Keeps those that match another word too. */
  #restrict(columns: SegmentColumns, ranges: readonly TermRange[]): void {
    if (ranges.some((range) => this.#isWorthSkipping(columns, range))) this.putInOrder(columns.ranks.length);
    for (let i = 0; i < this.length; i++) setBit(this.#marked, this.locations[i]!);
    for (const range of ranges) {
      if (range.frequent?.impacts) this.#lookUp(range.frequent.impacts, range.weight);
      else if (this.#isWorthSkipping(columns, range)) this.#skipThrough(columns, range);
      else this.#walkThrough(columns, range);
    }
    let kept = 0;
    for (let i = 0; i < this.length; i++) {
      const location = this.locations[i]!;
      this.#marked[location >>> 5] = 0;
      const gained = this.#impacts[location]!;
      if (gained === 0) continue;
      this.#impacts[location] = 0;
      this.locations[kept] = location;
      this.scores[kept++] = this.scores[i]! + gained;
    }
    this.length = kept;
  }

  #isWorthSkipping(columns: SegmentColumns, range: TermRange): boolean {
    return range.to - range.from === 1 && postings(columns, [range]) > SKIPPING_FROM * this.length;
  }

  #lookUp(impacts: Uint8Array, weight: number): void {
    for (let i = 0; i < this.length; i++) this.#gain(this.locations[i]!, impacts[this.locations[i]!]! * weight);
  }

  /** For candidates that are in order. */
  #skipThrough(columns: SegmentColumns, { from, to, weight }: TermRange): void {
    const { postingStarts, postingLocations, postingImpacts } = columns;
    const end = postingStarts[to]!;
    for (let i = 0, at = postingStarts[from]!; i < this.length; i++) {
      const location = this.locations[i]!;
      at = skipTo(postingLocations, location, at, end);
      if (at === end) return;
      if (postingLocations[at] === location) this.#gain(location, postingImpacts[at]! * weight);
    }
  }

  #walkThrough(columns: SegmentColumns, { from, to, weight }: TermRange): void {
    const { postingStarts, postingLocations, postingImpacts } = columns;
    const marked = this.#marked;
    const end = postingStarts[to]!;
    for (let at = postingStarts[from]!; at < end; at++) {
      const location = postingLocations[at]!;
      if (hasBit(marked, location)) this.#gain(location, postingImpacts[at]! * weight);
    }
  }

  #gain(location: number, impact: number): void {
    if (impact > this.#impacts[location]!) this.#impacts[location] = impact;
  }
}

/** Postings of some terms. */
export function postings({ postingStarts }: SegmentColumns, ranges: readonly TermRange[]): number {
  let n = 0;
  for (const { from, to } of ranges) n += postingStarts[to]! - postingStarts[from]!;
  return n;
}

/** First place from `at` on whose location is `location` or greater, found in steps that double. */
function skipTo(sorted: Uint32Array, location: number, at: number, end: number): number {
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
