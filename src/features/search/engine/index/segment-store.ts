import type { CatalogueDocument } from '../../../locations/schema.ts';
import { Catalogue } from './index-snapshot.ts';
import { KnownNames } from './name-index.ts';
import { LiveSegment } from './segment-with-deletes.ts';
import { buildSegment } from './segment-builder.ts';
import { mergeSegments } from './segment-merger.ts';
import type { Segment } from './segment.ts';
import { type Steps, atOnce, inSlices } from '../../../../platform/time-slicing.ts';

/** What an edit of the catalogue changes: ids that go, then documents that are new or replace others. */
export interface CatalogueChanges {
  readonly upserts: readonly CatalogueDocument[];
  readonly removals: readonly string[];
}

/** Largest change that is made in one stretch; larger ones are prepared in slices. */
const MADE_AT_ONCE = 256;
/** Most locations that are merged while a change is made; more are merged in the background. */
const MERGED_AT_ONCE = 128;
/** A segment is worth merging with those after it once they, and what is dead in it, are this share of it. */
const WORTH_MERGING = 1 / 4;

/** A merge in the background: what it merges, and which ids of that have been struck out since it began. */
interface Merge {
  readonly sources: readonly Segment[];
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
  readonly #onError: (error: unknown) => void;
  #merge: Merge | undefined;
  /** Changes that are being prepared or wait for that. */
  #pending = 0;
  #lastChange: Promise<void> = Promise.resolve();

  /**
   * Segments of `largeFrom` locations or more get what large ones are searched with. A merge that fails is told to
   * `onError`; the catalogue stays as it is, and the next change tries again.
   */
  constructor(segments: readonly Segment[], largeFrom: number, onError: (error: unknown) => void) {
    this.#largeFrom = largeFrom;
    this.#onError = onError;
    this.catalogue = new Catalogue(segments.map((segment) => LiveSegment.of(segment)));
    for (const segment of this.catalogue.segments) this.names.addSegment(segment);
  }

  /**
   * Makes a change, all of it visible at once, when `onVisible` is called: at once if it is small and none is pending,
   * otherwise after those before it, in slices.
   */
  apply(changes: CatalogueChanges, onVisible: () => void): Promise<void> {
    const change = this.#change(changes, onVisible);
    if (this.#pending === 0 && changes.upserts.length + changes.removals.length <= MADE_AT_ONCE) {
      atOnce(change);
      return Promise.resolve();
    }
    this.#pending++;
    const made = this.#lastChange.then(() => inSlices(change)).finally(() => this.#pending--);
    this.#lastChange = made.catch(() => undefined);
    return made;
  }

  /** Finishes when no change is pending and no merge is under way. */
  async settled(): Promise<void> {
    while (this.#pending > 0 || this.#merge) {
      await this.#lastChange;
      await this.#merge?.done;
    }
  }

  /** Merges all that there is into one segment, and returns it with what `now` tells when the merge begins. */
  async compact<T>(now: () => T): Promise<{ segment: Segment; generation: T }> {
    await this.settled();
    const generation = now();
    const { segments } = this.catalogue;
    const [only] = segments;
    if (segments.length === 1 && only!.alive === only!.segment.size) return { segment: only!.segment, generation };
    return { segment: await this.#mergeSources(segments), generation };
  }

  *#change({ upserts, removals }: CatalogueChanges, onVisible: () => void): Steps<void> {
    const latest = new Map(upserts.map((document) => [document.id, document]));
    const ids = new Set([...removals, ...latest.keys()]);
    const fresh = latest.size > 0 ? [yield* buildSegment([...latest.values()])] : [];
    for (const segment of fresh) yield* segment.prepare(this.#largeFrom);
    let before: Catalogue;
    let burial: Burial;
    do {
      before = this.catalogue;
      burial = yield* bury(ids, before);
      // A merge that has ended meanwhile has brought another catalogue.
    } while (this.catalogue !== before);
    this.#makeVisible(burial, fresh.map(LiveSegment.of));
    onVisible();
  }

  #makeVisible({ remaining, buried }: Burial, fresh: readonly LiveSegment[]): void {
    for (const { segment, locations } of buried) {
      this.names.removeLocations(segment, locations);
      if (this.#merge?.sources.includes(segment)) {
        for (const location of locations) this.#merge.buried.push(segment.columns.ids.at(location));
      }
    }
    for (const segment of fresh) this.names.addSegment(segment);
    const segments = [...remaining.filter(({ alive }) => alive > 0), ...fresh];
    this.catalogue = new Catalogue(this.#withSmallOnesMerged(segments));
    this.#mergeInBackground();
  }

  #withSmallOnesMerged(segments: readonly LiveSegment[]): readonly LiveSegment[] {
    const busy = this.#merge?.sources ?? [];
    let small = segments.length;
    for (let alive = 0; small > 0 && !busy.includes(segments[small - 1]!.segment); small--) {
      alive += segments[small - 1]!.alive;
      if (alive > MERGED_AT_ONCE) break;
    }
    const first = small + firstToMerge(segments.slice(small));
    const sources = segments.slice(first);
    if (sources.length < 2) return segments;
    return [...segments.slice(0, first), LiveSegment.of(atOnce(mergeLive(sources, this.#largeFrom)))];
  }

  #mergeInBackground(): void {
    const { segments } = this.catalogue;
    const sources = segments.slice(firstToMerge(segments));
    if (!this.#merge && sources.length > 0) this.#mergeSources(sources).catch(this.#onError);
  }

  async #mergeSources(sources: readonly LiveSegment[]): Promise<Segment> {
    const merging = inSlices(mergeLive(sources, this.#largeFrom));
    const segments = sources.map(({ segment }) => segment);
    const buried: string[] = [];
    const merge = { sources: segments, buried, done: merging.then(nothing, nothing) };
    this.#merge = merge;
    try {
      this.#replace(segments, await merging, buried);
    } finally {
      this.#merge = undefined;
    }
    this.#mergeInBackground();
    return merging;
  }

  #replace(sources: readonly Segment[], segment: Segment, buried: readonly string[]): void {
    const merged = LiveSegment.of(segment);
    for (const id of buried) merged.bury(segment.find(id));
    const { segments } = this.catalogue;
    const rest = segments.filter((other) => !sources.includes(other.segment));
    const place = segments.findIndex((other) => sources.includes(other.segment));
    const inOrder = [...rest.slice(0, place), merged, ...rest.slice(place)];
    this.catalogue = new Catalogue(inOrder.filter(({ alive }) => alive > 0));
  }
}

/** What is left of the segments of a catalogue when some ids are taken away, and what these were. */
interface Burial {
  readonly remaining: readonly LiveSegment[];
  readonly buried: readonly { readonly segment: Segment; readonly locations: readonly number[] }[];
}

/** Ids between two possible interruptions. */
const STEP = 256;

function* bury(ids: Iterable<string>, catalogue: Catalogue): Steps<Burial> {
  const remaining = [...catalogue.segments];
  const locations = remaining.map((): number[] => []);
  let n = 0;
  for (const id of ids) {
    const found = catalogue.find(id);
    if (found) {
      if (locations[found.place]!.length === 0) remaining[found.place] = remaining[found.place]!.copy();
      locations[found.place]!.push(found.location);
      remaining[found.place]!.bury(found.location);
    }
    if (++n % STEP === 0) yield;
  }
  const buried = remaining.map(({ segment }, place) => ({ segment, locations: locations[place]! }));
  return { remaining, buried: buried.filter((one) => one.locations.length > 0) };
}

function nothing(): void {}

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
  const merged = yield* mergeSegments(sources.map(({ segment, living }) => ({ columns: segment.columns, living })));
  yield* merged.prepare(largeFrom);
  yield* merged.speedUp();
  return merged;
}
