import type { SearchDocument } from '../../../locations/catalogue/schema.ts';
import { Snapshot } from './index-snapshot.ts';
import { SuggestedNames } from './suggested-names.ts';
import { SegmentWithDeletes } from './segment-with-deletes.ts';
import { buildSegment } from './segment-builder.ts';
import { mergeSegments } from './segment-merger.ts';
import type { Segment } from './segment.ts';
import { type SlicedWork, runToCompletion, runInSlices } from '../../../../platform/runtime/time-slicing.ts';

/** A change of the catalogue: first the removals, then the documents that are new or replace others. */
export interface CatalogueChanges {
  readonly upserts: readonly SearchDocument[];
  readonly removals: readonly string[];
}

/** Largest change, in locations, that is applied synchronously. */
const MAX_SYNC_CHANGES = 256;
/** Most locations that are merged while a change is applied. More are merged in the background. */
const MAX_SYNC_MERGE = 128;
/** A segment is merged with those after it once they and its own deleted locations are this share of its size. */
const MERGE_RATIO = 1 / 4;

/** A merge in the background, and the ids deleted from its sources since it started. */
interface Merge {
  readonly sources: readonly Segment[];
  readonly deletedIds: string[];
  readonly done: Promise<void>;
}

/** The segments of the index. A change adds one and marks replaced locations as deleted; the background merges segments. */
export class SegmentStore {
  snapshot: Snapshot;
  readonly names = new SuggestedNames();
  readonly #minLargeSegment: number;
  readonly #onError: (error: unknown) => void;
  #merge: Merge | undefined;
  /** Changes that are being prepared or are waiting. */
  #pending = 0;
  #lastChange: Promise<void> = Promise.resolve();

  /** @param onError called when a merge fails; the index stays as it is, and the next change tries again */
  constructor(segments: readonly Segment[], minLargeSegment: number, onError: (error: unknown) => void) {
    this.#minLargeSegment = minLargeSegment;
    this.#onError = onError;
    this.snapshot = new Snapshot(segments.map((segment) => SegmentWithDeletes.withoutDeletes(segment)));
    for (const segment of this.snapshot.segments) this.names.addSegment(segment);
  }

  /** Applies a change, visible as a whole when `onVisible` is called: at once if it is small and none is pending, else in time slices. */
  apply(changes: CatalogueChanges, onVisible: () => void): Promise<void> {
    const change = this.#change(changes, onVisible);
    if (this.#pending === 0 && changes.upserts.length + changes.removals.length <= MAX_SYNC_CHANGES) {
      runToCompletion(change);
      return Promise.resolve();
    }
    this.#pending++;
    const made = this.#lastChange.then(() => runInSlices(change)).finally(() => this.#pending--);
    this.#lastChange = made.catch(() => undefined);
    return made;
  }

  /** Resolves when no change is pending and no merge is running. */
  async settled(): Promise<void> {
    while (this.#pending > 0 || this.#merge) {
      await this.#lastChange;
      await this.#merge?.done;
    }
  }

  *#change({ upserts, removals }: CatalogueChanges, onVisible: () => void): SlicedWork<void> {
    const latest = new Map(upserts.map((document) => [document.id, document]));
    const ids = new Set([...removals, ...latest.keys()]);
    const fresh = latest.size > 0 ? [yield* buildSegment([...latest.values()])] : [];
    for (const segment of fresh) yield* segment.prepare(this.#minLargeSegment);
    let before: Snapshot;
    let deletion: Deletion;
    do {
      before = this.snapshot;
      deletion = yield* deleteIds(ids, before);
      // A merge that finished in between has replaced the snapshot.
    } while (this.snapshot !== before);
    this.#publish(deletion, fresh.map(SegmentWithDeletes.withoutDeletes));
    onVisible();
  }

  #publish({ remaining, deleted }: Deletion, fresh: readonly SegmentWithDeletes[]): void {
    for (const { segment, locations } of deleted) {
      this.names.removeLocations(segment, locations);
      if (this.#merge?.sources.includes(segment)) {
        for (const location of locations) this.#merge.deletedIds.push(segment.columns.ids.at(location));
      }
    }
    for (const segment of fresh) this.names.addSegment(segment);
    const segments = [...remaining.filter(({ liveCount }) => liveCount > 0), ...fresh];
    this.snapshot = new Snapshot(this.#mergeSmallSegments(segments));
    this.#mergeInBackground();
  }

  #mergeSmallSegments(segments: readonly SegmentWithDeletes[]): readonly SegmentWithDeletes[] {
    const busy = this.#merge?.sources ?? [];
    let small = segments.length;
    for (let liveCount = 0; small > 0 && !busy.includes(segments[small - 1]!.segment); small--) {
      liveCount += segments[small - 1]!.liveCount;
      if (liveCount > MAX_SYNC_MERGE) break;
    }
    const first = small + findMergeStart(segments.slice(small));
    const sources = segments.slice(first);
    if (sources.length < 2) return segments;
    return [
      ...segments.slice(0, first),
      SegmentWithDeletes.withoutDeletes(runToCompletion(mergeAndPrepare(sources, this.#minLargeSegment))),
    ];
  }

  #mergeInBackground(): void {
    const { segments } = this.snapshot;
    const sources = segments.slice(findMergeStart(segments));
    if (!this.#merge && sources.length > 0) this.#mergeSources(sources).catch(this.#onError);
  }

  async #mergeSources(sources: readonly SegmentWithDeletes[]): Promise<Segment> {
    const merging = runInSlices(mergeAndPrepare(sources, this.#minLargeSegment));
    const segments = sources.map(({ segment }) => segment);
    const deleted: string[] = [];
    const merge = { sources: segments, deletedIds: deleted, done: merging.then(noop, noop) };
    this.#merge = merge;
    try {
      this.#replace(segments, await merging, deleted);
    } finally {
      this.#merge = undefined;
    }
    this.#mergeInBackground();
    return merging;
  }

  #replace(sources: readonly Segment[], segment: Segment, deleted: readonly string[]): void {
    const merged = SegmentWithDeletes.withoutDeletes(segment);
    for (const id of deleted) merged.delete(segment.findLocation(id));
    const { segments } = this.snapshot;
    const rest = segments.filter((other) => !sources.includes(other.segment));
    const place = segments.findIndex((other) => sources.includes(other.segment));
    const inOrder = [...rest.slice(0, place), merged, ...rest.slice(place)];
    this.snapshot = new Snapshot(inOrder.filter(({ liveCount }) => liveCount > 0));
  }
}

/** The segments after deleting ids, and the deleted locations of each. */
interface Deletion {
  readonly remaining: readonly SegmentWithDeletes[];
  readonly deleted: readonly { readonly segment: Segment; readonly locations: readonly number[] }[];
}

/** Ids processed between two yields. */
const STEP = 256;

function* deleteIds(ids: Iterable<string>, catalogue: Snapshot): SlicedWork<Deletion> {
  const remaining = [...catalogue.segments];
  const locations = remaining.map((): number[] => []);
  let n = 0;
  for (const id of ids) {
    const found = catalogue.find(id);
    if (found) {
      if (locations[found.segmentIndex]!.length === 0)
        remaining[found.segmentIndex] = remaining[found.segmentIndex]!.copy();
      locations[found.segmentIndex]!.push(found.location);
      remaining[found.segmentIndex]!.delete(found.location);
    }
    if (++n % STEP === 0) yield;
  }
  const deleted = remaining.map(({ segment }, place) => ({ segment, locations: locations[place]! }));
  return { remaining, deleted: deleted.filter((one) => one.locations.length > 0) };
}

function noop(): void {}

/** Index of the first segment that should be merged with all after it, or the number of segments if none should. */
function findMergeStart(segments: readonly SegmentWithDeletes[]): number {
  let first = segments.length;
  let after = 0;
  for (let i = segments.length - 1; i >= 0; i--) {
    const { liveCount, segment } = segments[i]!;
    const deleted = segment.size - liveCount;
    if ((i < segments.length - 1 || deleted > 0) && after + deleted >= segment.size * MERGE_RATIO) first = i;
    after += liveCount;
  }
  return first;
}

function* mergeAndPrepare(sources: readonly SegmentWithDeletes[], minLargeSegment: number): SlicedWork<Segment> {
  const merged = yield* mergeSegments(sources.map(({ segment, liveDocs }) => ({ columns: segment.columns, liveDocs })));
  yield* merged.prepare(minLargeSegment);
  yield* merged.buildAccelerators();
  return merged;
}
