import type { SearchDocument } from '../engine.ts';
import { Catalogue } from './catalogue.ts';
import { KnownNames } from './known-names.ts';
import { LiveSegment } from './live-segment.ts';
import { buildSegment } from './segment-draft.ts';
import { mergeSegments } from './segment-merger.ts';
import type { Segment } from './segment.ts';
import { type Steps, atOnce, inSlices } from './slices.ts';

/** What an edit of the catalogue changes: ids that go, then documents that are new or replace others. */
export interface CatalogueChanges {
  readonly upserts: readonly SearchDocument[];
  readonly removals: readonly string[];
}

/** Most locations that are merged while a change is applied; more are merged in the background. */
const MERGED_AT_ONCE = 512;
/** A segment is worth merging with those after it once they, and what is dead in it, are this share of it. */
const WORTH_MERGING = 1 / 4;

/** A merge in the background: what it merges, and which ids of that have been struck out since it began. */
interface Merge {
  readonly sources: readonly LiveSegment[];
  readonly buried: string[];
  readonly done: Promise<void>;
}

/**
 * The segments of the catalogue and how they change. Changes go to small segments of their own, what they replace is
 * struck out, and segments are merged in the background, so that there are never many.
 */
export class SegmentStore {
  catalogue: Catalogue;
  readonly names = new KnownNames();
  readonly #largeFrom: number;
  #merge: Merge | undefined;

  /** Segments of `largeFrom` locations or more get what large ones are searched with. */
  constructor(segments: readonly Segment[], largeFrom: number) {
    this.#largeFrom = largeFrom;
    this.catalogue = new Catalogue(segments.map((segment) => new LiveSegment(segment)));
    for (const segment of this.catalogue.segments) this.names.addSegment(segment);
  }

  /** Makes a change visible, all of it at once. */
  apply({ upserts, removals }: CatalogueChanges): void {
    const latest = new Map(upserts.map((document) => [document.id, document]));
    for (const id of new Set([...removals, ...latest.keys()])) this.#bury(id);
    const segments = this.catalogue.segments.filter(({ alive }) => alive > 0);
    if (latest.size > 0) {
      const fresh = new LiveSegment(atOnce(buildSegment([...latest.values()])));
      atOnce(fresh.segment.prepare(this.#largeFrom));
      this.names.addSegment(fresh);
      segments.push(fresh);
    }
    this.catalogue = new Catalogue(this.#withSmallOnesMerged(segments));
    this.#mergeInBackground();
  }

  /** Finishes when no merge is under way. */
  async settled(): Promise<void> {
    while (this.#merge) await this.#merge.done;
  }

  /** Merges all that there is into one segment, and returns it with what `now` tells when the merge begins. */
  async compact<T>(now: () => T): Promise<{ segment: Segment; generation: T }> {
    await this.settled();
    const generation = now();
    const { segments } = this.catalogue;
    const [only] = segments;
    if (segments.length === 1 && only!.alive === only!.segment.size) return { segment: only!.segment, generation };
    return { segment: await this.#startMerge(segments), generation };
  }

  #bury(id: string): void {
    const found = this.catalogue.find(id);
    if (!found) return;
    const segment = this.catalogue.segments[found.place]!;
    segment.bury(found.location);
    this.names.removeLocation(segment.segment, found.location);
    if (this.#merge?.sources.includes(segment)) this.#merge.buried.push(id);
  }

  #withSmallOnesMerged(segments: readonly LiveSegment[]): readonly LiveSegment[] {
    const busy = this.#merge?.sources ?? [];
    const first = firstToMerge(segments);
    const sources = segments.slice(first);
    const alive = sources.reduce((sum, segment) => sum + segment.alive, 0);
    if (sources.length < 2 || alive > MERGED_AT_ONCE || sources.some((segment) => busy.includes(segment)))
      return segments;
    return [...segments.slice(0, first), new LiveSegment(atOnce(mergeLive(sources, this.#largeFrom)))];
  }

  #mergeInBackground(): void {
    const { segments } = this.catalogue;
    const sources = segments.slice(firstToMerge(segments));
    if (!this.#merge && sources.length > 0) void this.#startMerge(sources);
  }

  #startMerge(sources: readonly LiveSegment[]): Promise<Segment> {
    const buried: string[] = [];
    const merged = inSlices(mergeLive(sources, this.#largeFrom)).then((segment) => {
      this.#merge = undefined;
      this.#replace(sources, segment, buried);
      this.#mergeInBackground();
      return segment;
    });
    this.#merge = { sources, buried, done: merged.then(() => undefined) };
    return merged;
  }

  #replace(sources: readonly LiveSegment[], segment: Segment, buried: readonly string[]): void {
    const merged = new LiveSegment(segment);
    for (const id of buried) merged.bury(segment.find(id));
    const { segments } = this.catalogue;
    const rest = segments.filter((other) => !sources.includes(other));
    const larger = rest.filter((other) => segments.indexOf(other) < segments.indexOf(sources[0]!));
    const inOrder = [...larger, merged, ...rest.slice(larger.length)];
    this.catalogue = new Catalogue(inOrder.filter(({ alive }) => alive > 0));
  }
}

/** The first of the segments from which on it is worth merging all; their number if none is. */
function firstToMerge(segments: readonly LiveSegment[]): number {
  let first = segments.length;
  let after = 0;
  for (let i = segments.length - 1; i >= 0; i--) {
    const { alive, segment } = segments[i]!;
    const dead = segment.size - alive;
    if ((i < segments.length - 1 || dead > 0) && after + dead >= segment.size * WORTH_MERGING) first = i;
    after += alive;
  }
  return first;
}

function* mergeLive(sources: readonly LiveSegment[], largeFrom: number): Steps<Segment> {
  const merged = yield* mergeSegments(
    sources.map(({ segment, living }) => ({ columns: segment.columns, living: living.slice() })),
  );
  yield* merged.prepare(largeFrom);
  yield* merged.speedUp();
  return merged;
}
