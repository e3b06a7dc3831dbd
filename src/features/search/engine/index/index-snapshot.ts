import type { SegmentWithDeletes } from './segment-with-deletes.ts';

/** Where a location is stored. */
export interface Address {
  readonly segmentIndex: number;
  readonly location: number;
}

/** The segments that made up the index at one moment. */
export class Snapshot {
  readonly segments: readonly SegmentWithDeletes[];

  constructor(segments: readonly SegmentWithDeletes[]) {
    this.segments = segments;
  }

  /** Number of locations. */
  get size(): number {
    return this.segments.reduce((sum, { liveCount }) => sum + liveCount, 0);
  }

  find(id: string): Address | undefined {
    for (let segmentIndex = 0; segmentIndex < this.segments.length; segmentIndex++) {
      const location = this.segments[segmentIndex]!.findLocation(id);
      if (location >= 0) return { segmentIndex, location };
    }
    return undefined;
  }
}
