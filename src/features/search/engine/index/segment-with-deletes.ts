import { type BitSet, clearBit, createFullBitSet, hasBit } from '../collections/bit-set.ts';
import type { Segment } from './segment.ts';

/** A segment and which of its locations are live, that is, neither replaced nor removed since it was built. */
export class SegmentWithDeletes {
  readonly segment: Segment;
  readonly liveDocs: BitSet;
  liveCount: number;
  /** By option: the number of live locations with it. */
  readonly optionTotals: Uint32Array;
  /** Working memory of `zeroTotals`. */
  readonly #totals: Uint32Array;

  private constructor(segment: Segment, liveDocs: BitSet, liveCount: number, optionTotals: Uint32Array) {
    this.segment = segment;
    this.liveDocs = liveDocs;
    this.liveCount = liveCount;
    this.optionTotals = optionTotals;
    this.#totals = new Uint32Array(optionTotals.length);
  }

  /** A prepared segment with all locations live. */
  static withoutDeletes(segment: Segment): SegmentWithDeletes {
    return new SegmentWithDeletes(segment, createFullBitSet(segment.size), segment.size, segment.optionTotals.slice());
  }

  copy(): SegmentWithDeletes {
    return new SegmentWithDeletes(this.segment, this.liveDocs.slice(), this.liveCount, this.optionTotals.slice());
  }

  /** By option: zero. The array is reused by the next query. */
  zeroTotals(): Uint32Array {
    return this.#totals.fill(0);
  }

  /** The live location with an id, or -1. */
  findLocation(id: string): number {
    const location = this.segment.findLocation(id);
    return location >= 0 && hasBit(this.liveDocs, location) ? location : -1;
  }

  /** Marks a live location as deleted. */
  delete(location: number): void {
    clearBit(this.liveDocs, location);
    this.liveCount--;
    for (const option of this.segment.getOptions(location)) this.optionTotals[option]!--;
  }

  isLive(location: number): boolean {
    return this.liveCount === this.segment.size || hasBit(this.liveDocs, location);
  }

  /** Whether any live location has one of the terms from `from` to `to` (exclusive). */
  hasLiveLocation(from: number, to: number): boolean {
    const { postingStarts, postingLocations } = this.segment.columns;
    const end = postingStarts[to]!;
    for (let at = postingStarts[from]!; at < end; at++) if (this.isLive(postingLocations[at]!)) return true;
    return false;
  }
}
