import { MAX_TOP_K, type ScoredLocations } from '../collections/top-k.ts';
import { selectTopHits } from './top-hits.ts';
import { type BitSet, hasBit, collectBits } from '../collections/bit-set.ts';
import { ScoreAccumulator } from './score-accumulator.ts';
import { selectTopOfSet } from './top-of-set.ts';
import type { Postings } from './postings.ts';

/** The matches in one segment: a list with scores, or a set ranked by one part or not at all. The next segment reuses the memory. */
export class MatchSet {
  candidates = new ScoreAccumulator(0);
  total = 0;
  /** Undefined if the candidates are the matches. */
  #set: BitSet | undefined;
  /** Of the segment, in locations. */
  #size = 0;
  /** Of the part that ranks the members of the set. */
  #postings: readonly Postings[] | undefined;

  /** Makes room for a segment of `size` locations. To be called before the segment is searched. */
  reserve(size: number): void {
    if (this.candidates.locations.length < size) this.candidates = new ScoreAccumulator(size);
  }

  /** Takes the candidates, of a segment of `size` locations. */
  useCandidates(size: number): void {
    this.#set = undefined;
    this.#size = size;
    this.total = this.candidates.length;
  }

  /** @param postings of the part that ranks the set */
  useSet(set: BitSet, total: number, size: number, postings?: readonly Postings[]): void {
    this.#set = set;
    this.#size = size;
    this.total = total;
    this.#postings = postings;
  }

  top(limit: number): ScoredLocations {
    if (this.#set === undefined) return selectTopHits(this.candidates, limit, this.#size);
    const n = Math.min(limit, this.total);
    if (this.#postings !== undefined) return this.#topByPart(this.#set, this.#postings, n);
    collectBits(this.#set, this.candidates.locations, n);
    const top: ScoredLocations = { locations: [], scores: [] };
    for (let i = 0; i < n; i++) {
      top.locations.push(this.candidates.locations[i]!);
      top.scores.push(0);
    }
    return top;
  }

  #topByPart(set: BitSet, postings: readonly Postings[], n: number): ScoredLocations {
    if (n <= MAX_TOP_K) return selectTopOfSet(set, postings, n);
    this.candidates.fillScored(set, postings, this.#size);
    return selectTopHits(this.candidates, n, this.#size);
  }

  has(location: number): boolean {
    if (this.#set !== undefined) return hasBit(this.#set, location);
    return this.candidates.locations.subarray(0, this.total).includes(location);
  }

  /** All matches in ascending order. The array is reused for the next segment. */
  locations(): Uint32Array {
    if (this.#set !== undefined) collectBits(this.#set, this.candidates.locations, this.total);
    else this.candidates.sort(this.#size);
    return this.candidates.locations.subarray(0, this.total);
  }
}

/** Keeps the candidates in a set. */
export function retain(set: BitSet, candidates: ScoreAccumulator): void {
  const { locations, scores } = candidates;
  let length = 0;
  for (let i = 0; i < candidates.length; i++) {
    if (!hasBit(set, locations[i]!)) continue;
    locations[length] = locations[i]!;
    scores[length++] = scores[i]!;
  }
  candidates.length = length;
}
