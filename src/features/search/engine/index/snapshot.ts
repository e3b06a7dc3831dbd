import { type BitSet, clearBit, createFullBitSet, hasBit } from '../collections/bit-set.ts';
import type { LocationIndex } from './location-index.ts';
import type { OptionNumbers } from './option-numbers.ts';

/** Where a location is: the number of the part of the snapshot, and its number there. */
export interface Address {
  readonly part: number;
  readonly location: number;
}

/** An index and which of its locations are live, that is, not replaced or removed by a later change. */
export class LiveIndex {
  readonly index: LocationIndex;
  readonly #liveDocs: BitSet;
  readonly liveCount: number;

  constructor(index: LocationIndex, liveDocs = createFullBitSet(index.size), liveCount = index.size) {
    this.index = index;
    this.#liveDocs = liveDocs;
    this.liveCount = liveCount;
  }

  /** The same index without some locations. Those that it does not have are ignored. */
  without(ids: Iterable<string>): LiveIndex {
    const liveDocs = this.#liveDocs.slice();
    let liveCount = this.liveCount;
    for (const id of ids) {
      const location = this.find(id);
      if (location < 0) continue;
      clearBit(liveDocs, location);
      liveCount--;
    }
    return new LiveIndex(this.index, liveDocs, liveCount);
  }

  get hasDeletes(): boolean {
    return this.liveCount < this.index.size;
  }

  isLive(location: number): boolean {
    return hasBit(this.#liveDocs, location);
  }

  /** The live location with an id, or -1. */
  find(id: string): number {
    const location = this.index.findLocation(id);
    return location >= 0 && this.isLive(location) ? location : -1;
  }

  /** Whether any live location has one of the terms from `from` to `to` (exclusive). */
  hasLiveLocation(from: number, to: number): boolean {
    return this.index.terms.getPostings(from, to).locations.some((location) => this.isLive(location));
  }
}

/** The catalogue at one moment: a large index, and a small one of the locations that changed since it was built. */
export class Snapshot {
  readonly parts: readonly LiveIndex[];
  readonly options: OptionNumbers;

  constructor(parts: readonly LiveIndex[], options: OptionNumbers) {
    this.parts = parts;
    this.options = options;
  }

  /** Number of locations. */
  get size(): number {
    return this.parts.reduce((sum, { liveCount }) => sum + liveCount, 0);
  }

  find(id: string): Address | undefined {
    for (const [part, live] of this.parts.entries()) {
      const location = live.find(id);
      if (location >= 0) return { part, location };
    }
    return undefined;
  }

  getId({ part, location }: Address): string {
    return this.parts[part]!.index.getId(location);
  }

  getTitle({ part, location }: Address): string {
    return this.parts[part]!.index.columns.titles.at(location);
  }
}
