import { type BitSet, createBitSet, hasBit, collectBits, setBit } from '../collections/bit-set.ts';
import type { Postings } from './postings.ts';
import type { ExpandedPart } from './query-expansion.ts';
import { EXPANSION_WEIGHTS, MAX_IMPACT } from '../../text/relevance.ts';

/** From one candidate in this many locations on, a bit set sorts faster than a comparison sort. */
const SORT_RATIO = 64;
/** A postings list at least this many times longer than the candidates is skipped through rather than scanned. */
const SKIP_RATIO = 16;

/** The greatest score of one part. */
export const MAX_PART_SCORE = MAX_IMPACT * EXPANSION_WEIGHTS.exact;

/** The locations of one segment that match the words, with their scores. The memory is reused by every query. */
export class ScoreAccumulator {
  readonly locations: Uint32Array;
  readonly scores: Uint32Array;
  length = 0;
  /** Upper bound of the scores. */
  maxScore = 0;
  /** By location. */
  #isSorted = true;
  /** By location: the impact of the current part. All zero between two parts. */
  readonly #impacts: Uint16Array;
  /** The candidates, while another part is matched. Empty between two parts. */
  readonly #marked: Uint32Array;

  constructor(size: number) {
    this.locations = new Uint32Array(size);
    this.scores = new Uint32Array(size);
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

  /** Takes the members of a set, scored by a part that all of them match. */
  fillScored(set: BitSet, postings: readonly Postings[], size: number): void {
    this.length = collectBits(set, this.locations);
    this.scores.fill(0, 0, this.length);
    this.#isSorted = true;
    this.#intersect(postings, size);
    this.maxScore = MAX_PART_SCORE;
  }

  /** Takes the locations that match every part. */
  fill(parts: readonly ExpandedPart[], segmentIndex: number, size: number): void {
    const byLength = parts
      .map(({ postings }) => postings[segmentIndex]!)
      .toSorted((a, b) => countPostings(a) - countPostings(b));
    this.#startWith(byLength[0]!);
    for (let w = 1; w < byLength.length && this.length > 0; w++) this.#intersect(byLength[w]!, size);
    this.maxScore = MAX_PART_SCORE * parts.length;
  }

  #startWith(postings: readonly Postings[]): void {
    this.length = 0;
    if (postings.length === 1 && postings[0]!.isSorted) this.#copyPostings(postings[0]!);
    else {
      for (const list of postings) this.#addPostings(list);
      this.#moveImpactsToScores();
      this.#isSorted = false;
    }
  }

  #copyPostings({ locations, impacts, weight }: Postings): void {
    this.locations.set(locations);
    for (let i = 0; i < impacts.length; i++) this.scores[i] = impacts[i]! * weight;
    this.length = locations.length;
    this.#isSorted = true;
  }

  /** Adds the locations of postings, unsorted, and their impacts. */
  #addPostings({ locations, impacts, weight }: Postings): void {
    const greatest = this.#impacts;
    let n = this.length;
    for (let at = 0; at < locations.length; at++) {
      const location = locations[at]!;
      const impact = impacts[at]! * weight;
      const before = greatest[location]!;
      if (before === 0) this.locations[n++] = location;
      if (impact > before) greatest[location] = impact;
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

  /** Raises the scores of candidates that match a part, which need not match, by its score and another amount. */
  raise({ postings }: ExpandedPart, amount: number, segmentIndex: number, size: number): void {
    this.#findImpacts(postings[segmentIndex]!, size);
    for (let i = 0; i < this.length; i++) {
      const location = this.locations[i]!;
      this.#marked[location >>> 5] = 0;
      const gained = this.#impacts[location]!;
      if (gained === 0) continue;
      this.#impacts[location] = 0;
      this.scores[i]! += amount + gained;
    }
    this.maxScore += amount + MAX_PART_SCORE;
  }

  /** Removes the candidates that match one of some parts. */
  remove(parts: readonly ExpandedPart[], segmentIndex: number, size: number): void {
    if (parts.length === 0) return;
    const removed = createBitSet(size);
    for (const { postings } of parts) {
      for (const { locations } of postings[segmentIndex]!)
        for (let at = 0; at < locations.length; at++) setBit(removed, locations[at]!);
    }
    let length = 0;
    for (let i = 0; i < this.length; i++) {
      if (hasBit(removed, this.locations[i]!)) continue;
      this.locations[length] = this.locations[i]!;
      this.scores[length++] = this.scores[i]!;
    }
    this.length = length;
  }

  /** Keeps the candidates that also match another part. */
  #intersect(postings: readonly Postings[], size: number): void {
    this.#findImpacts(postings, size);
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

  /** Sets the impacts of postings on the candidates, and marks these. */
  #findImpacts(postings: readonly Postings[], size: number): void {
    if (postings.some((list) => this.#isWorthSkipping(list))) this.sort(size);
    for (let i = 0; i < this.length; i++) setBit(this.#marked, this.locations[i]!);
    for (const list of postings) {
      if (list.frequent?.impacts) this.#lookUpImpacts(list.frequent.impacts, list.weight);
      else if (this.#isWorthSkipping(list)) this.#skipPostings(list);
      else this.#scanPostings(list);
    }
  }

  #isWorthSkipping({ isSorted, locations }: Postings): boolean {
    return isSorted && locations.length > SKIP_RATIO * this.length;
  }

  #lookUpImpacts(impacts: Uint8Array, weight: number): void {
    for (let i = 0; i < this.length; i++) this.#raiseImpact(this.locations[i]!, impacts[this.locations[i]!]! * weight);
  }

  /** The candidates must be sorted. */
  #skipPostings({ locations, impacts, weight }: Postings): void {
    for (let i = 0, at = 0; i < this.length; i++) {
      const location = this.locations[i]!;
      at = advance(locations, location, at);
      if (at === locations.length) return;
      if (locations[at] === location) this.#raiseImpact(location, impacts[at]! * weight);
    }
  }

  #scanPostings({ locations, impacts, weight }: Postings): void {
    const marked = this.#marked;
    for (let at = 0; at < locations.length; at++) {
      const location = locations[at]!;
      if (hasBit(marked, location)) this.#raiseImpact(location, impacts[at]! * weight);
    }
  }

  #raiseImpact(location: number, impact: number): void {
    if (impact > this.#impacts[location]!) this.#impacts[location] = impact;
  }
}

export function countPostings(postings: readonly Postings[]): number {
  let n = 0;
  for (const { locations } of postings) n += locations.length;
  return n;
}

/** The first index from `at` on whose location is not less than `location` (galloping search). */
function advance(sorted: Uint32Array, location: number, at: number): number {
  const end = sorted.length;
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
