import { FEW, type Hits, bestHits } from './top-hits.ts';
import { type Bits, hasBit, listBits } from '../collections/bit-set.ts';
import { Candidates } from './candidates.ts';
import { bestOfSet } from './rank-by-term.ts';
import type { TermRange } from './query-expansion.ts';
import type { SegmentColumns } from '../index/segment.ts';

/**
 * The locations of one segment that match: listed with scores, or as a set that is ranked by one word or not at all. Its
 * memory is used for the next segment.
 */
export class Matches {
  readonly candidates: Candidates;
  total = 0;
  /** The set, unless the candidates list the matches. */
  #set: Bits | undefined;
  /** Locations of the segment. */
  #size = 0;
  /** The word by which the members of the set are ranked, if any. */
  #word: { columns: SegmentColumns; ranges: readonly TermRange[] } | undefined;

  constructor(size: number) {
    this.candidates = new Candidates(size);
  }

  /** Takes what the candidates list, of a segment of some size. */
  useCandidates(size: number): void {
    this.#set = undefined;
    this.#size = size;
    this.total = this.candidates.length;
  }

  useSet(set: Bits, total: number, word?: { columns: SegmentColumns; ranges: readonly TermRange[] }): void {
    this.#set = set;
    this.total = total;
    this.#word = word;
  }

  best(limit: number): Hits {
    if (this.#set === undefined) return bestHits(this.candidates, limit, this.#size);
    const n = Math.min(limit, this.total);
    if (this.#word !== undefined) return this.#bestByWord(this.#set, this.#word, n);
    listBits(this.#set, this.candidates.locations, n);
    const hits: Hits = { locations: new Array<number>(n), scores: new Array<number>(n) };
    for (let i = 0; i < n; i++) {
      hits.locations[i] = this.candidates.locations[i]!;
      hits.scores[i] = 0;
    }
    return hits;
  }

  #bestByWord(
    set: Bits,
    { columns, ranges }: { columns: SegmentColumns; ranges: readonly TermRange[] },
    n: number,
  ): Hits {
    if (n <= FEW) return bestOfSet(set, columns, ranges, n);
    this.candidates.fillScored(columns, set, ranges);
    return bestHits(this.candidates, n, columns.ranks.length);
  }

  /** All matches, ascending; lent until the next segment. */
  locations(): Uint32Array {
    if (this.#set !== undefined) listBits(this.#set, this.candidates.locations, this.total);
    else this.candidates.putInOrder(this.#size);
    return this.candidates.locations.subarray(0, this.total);
  }
}

/** Leaves in the candidates those in a set. */
export function keepIn(set: Bits, candidates: Candidates): void {
  const { locations, scores } = candidates;
  let kept = 0;
  for (let i = 0; i < candidates.length; i++) {
    if (!hasBit(set, locations[i]!)) continue;
    locations[kept] = locations[i]!;
    scores[kept++] = scores[i]!;
  }
  candidates.length = kept;
}
