import { type Bits, clearBit, fullBits, hasBit } from '../collections/bit-set.ts';
import type { Segment } from './segment.ts';

/** A segment and which of its locations have not been replaced or taken away since. */
export class LiveSegment {
  readonly segment: Segment;
  readonly living: Bits;
  /** Living locations. */
  alive: number;
  /** Living locations of each option. */
  readonly optionTotals: Uint32Array;
  /** Used for one query after the other. */
  readonly #counts: Uint32Array;

  private constructor(segment: Segment, living: Bits, alive: number, optionTotals: Uint32Array) {
    this.segment = segment;
    this.living = living;
    this.alive = alive;
    this.optionTotals = optionTotals;
    this.#counts = new Uint32Array(optionTotals.length);
  }

  /** A prepared segment of which nothing has been taken away. */
  static of(segment: Segment): LiveSegment {
    return new LiveSegment(segment, fullBits(segment.size), segment.size, segment.optionTotals.slice());
  }

  copy(): LiveSegment {
    return new LiveSegment(this.segment, this.living.slice(), this.alive, this.optionTotals.slice());
  }

  /** Counts of no locations by option, lent until the next query. */
  noCounts(): Uint32Array {
    return this.#counts.fill(0);
  }

  /** Number of the living location with an id, or -1. */
  find(id: string): number {
    const location = this.segment.find(id);
    return location >= 0 && hasBit(this.living, location) ? location : -1;
  }

  /** Takes a living location away. */
  bury(location: number): void {
    clearBit(this.living, location);
    this.alive--;
    for (const option of this.segment.optionsOf(location)) this.optionTotals[option]!--;
  }

  isAlive(location: number): boolean {
    return this.alive === this.segment.size || hasBit(this.living, location);
  }

  /** Whether any living location has one of the terms `from` to `to` (exclusive). */
  hasAny(from: number, to: number): boolean {
    const { postingStarts, postingLocations } = this.segment.columns;
    const end = postingStarts[to]!;
    for (let at = postingStarts[from]!; at < end; at++) if (this.isAlive(postingLocations[at]!)) return true;
    return false;
  }
}
