import type { BoundingBox, CatalogueDocument } from '../../locations/schema.ts';
import type { MapMarkers, SearchEngine, SearchPage, SearchQuery, Suggestion } from '../search-engine.ts';
import { FEW } from './query/top-hits.ts';
import { type Hit, toHits } from './index/index-snapshot.ts';
import { MarkerGrid } from './query/marker-clusters.ts';
import { Matches } from './query/matches.ts';
import { match } from './query/segment-search.ts';
import type { CatalogueChoice } from './facets/option-ordinals.ts';
import { bestOfSet } from './query/rank-by-term.ts';
import type { WordReading } from './query/query-expansion.ts';
import { TITLES_PER_SUGGESTION } from './text/relevance.ts';
import { buildSegments } from './index/bulk-build.ts';
import { type CatalogueChanges, SegmentStore } from './index/segment-store.ts';
import { loadSegment, saveSegment } from './index/segment-file.ts';
import { findSharing, traitsOf } from './query/similar.ts';
import { inSlices } from '../../../platform/time-slicing.ts';
import { suggestions } from './query/suggestions.ts';

const LARGE_FROM = 1_024;

interface IndexOptions {
  /** Locations from which a segment pays for what speeds up large ones. */
  readonly largeFrom?: number;
  /** Told what went wrong in the background. The index stays as it is. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

function fail(error: unknown): never {
  throw error;
}

/** What a search asks, in the terms of the catalogue as it is now. */
interface Plan {
  readonly words: readonly WordReading[];
  readonly choice: CatalogueChoice;
  readonly bbox: BoundingBox | undefined;
}

/**
 * The search index in memory. It answers at any time as an index built anew from the same documents would.
 */
export class MemoryIndex implements SearchEngine {
  readonly #store: SegmentStore;
  #generation: number;
  #matches = new Matches(0);

  private constructor(store: SegmentStore, generation: number) {
    this.#store = store;
    this.#generation = generation;
  }

  /** Indexes documents, each id once, in slices that let others be served. */
  static async build(
    documents: Iterable<CatalogueDocument> | AsyncIterable<CatalogueDocument>,
    generation: number,
    { largeFrom = LARGE_FROM, onError = fail }: IndexOptions = {},
  ): Promise<MemoryIndex> {
    return new MemoryIndex(new SegmentStore(await buildSegments(documents, largeFrom), largeFrom, onError), generation);
  }

  /** Takes up an index where it was saved; undefined if the file cannot be used. Its generation tells what is newer. */
  static async load(path: string, { onError = fail }: IndexOptions = {}): Promise<MemoryIndex | undefined> {
    const saved = await loadSegment(path);
    if (!saved) return undefined;
    await inSlices(saved.segment.prepare(LARGE_FROM));
    inSlices(saved.segment.speedUp()).catch(onError);
    return new MemoryIndex(new SegmentStore([saved.segment], LARGE_FROM, onError), saved.generation);
  }

  /** Writes the index as it is now, in one file. Others are served meanwhile. */
  async save(path: string): Promise<void> {
    const { segment, generation } = await this.#store.compact(() => this.#generation);
    await saveSegment(path, segment, generation);
  }

  /** Generation of the catalogue that is searched. */
  get generation(): number {
    return this.#generation;
  }

  /** Number of locations. */
  get size(): number {
    return this.#store.catalogue.alive;
  }

  /**
   * Brings the index to a later generation, for every reader at once: a small change before this returns, a large one
   * before it resolves, after any that were begun earlier. Until then readers see, and are told, the generation before.
   */
  apply(changes: CatalogueChanges, generation: number): Promise<void> {
    return this.#store.apply(changes, () => (this.#generation = generation));
  }

  /** Finishes when no change is pending and no merge is under way. */
  settled(): Promise<void> {
    return this.#store.settled();
  }

  async search(query: SearchQuery, { offset, limit }: { offset: number; limit: number }): Promise<SearchPage> {
    const { catalogue } = this.#store;
    const plan = this.#plan(query);
    const totals = catalogue.options.noTotals();
    const hits: Hit[] = [];
    // Past the last location there is nothing to rank.
    const wanted = offset < this.size ? offset + limit : 0;
    let total = 0;
    this.#eachMatching(plan, true, (matches, place, own) => {
      total += matches.total;
      catalogue.options.addTotals(place, own, totals);
      for (const hit of toHits(matches.best(wanted), place)) hits.push(hit);
    });
    return {
      ids: catalogue
        .merge(hits)
        .slice(offset, offset + limit)
        .map((hit) => catalogue.idOf(hit)),
      total,
      facets: () => catalogue.options.facets(totals, plan.choice),
      terms: plan.words.flatMap(({ terms }) => terms),
      generation: this.#generation,
    };
  }

  async markers(query: SearchQuery, view: { bbox: BoundingBox; zoom: number }): Promise<MapMarkers> {
    const { segments } = this.#store.catalogue;
    const grid = new MarkerGrid(view.bbox, view.zoom);
    const bbox = query.bbox ? overlap(query.bbox, view.bbox) : view.bbox;
    this.#eachMatching(this.#plan({ ...query, bbox }), false, (matches, place) => {
      const { segment } = segments[place]!;
      for (const location of matches.locations()) grid.add(segment, location);
    });
    return grid.markers();
  }

  async suggest(words: string, limit: number): Promise<readonly Suggestion[]> {
    return this.#store.catalogue.suggested.get(`${limit} ${words}`, () => this.#suggest(words, limit));
  }

  async similar(id: string, limit: number): Promise<readonly string[]> {
    const { catalogue } = this.#store;
    const found = catalogue.find(id);
    if (!found) return [];
    const traits = traitsOf(catalogue, found);
    const hits = catalogue.segments.flatMap((live, place) => {
      const matches = this.#matchesFor(live.segment.size);
      findSharing(live, traits, matches);
      return toHits(matches.best(limit + 1), place);
    });
    const ids = catalogue.merge(hits).map((hit) => catalogue.idOf(hit));
    return ids.filter((other) => other !== id).slice(0, limit);
  }

  async featured(limit: number): Promise<readonly string[]> {
    const { catalogue } = this.#store;
    const hits = catalogue.segments.flatMap((live, place) => {
      const first: Hit[] = [];
      for (let location = 0; first.length < limit && live.segment.isFeatured(location); location++) {
        if (live.isAlive(location)) first.push({ place, location, score: 0 });
      }
      return first;
    });
    return catalogue
      .merge(hits)
      .slice(0, limit)
      .map((hit) => catalogue.idOf(hit));
  }

  #suggest(words: string, limit: number): readonly Suggestion[] {
    const { catalogue, names } = this.#store;
    const plan = this.#plan({ words, typing: true, filters: {} });
    if (plan.words.length === 0) return [];
    const most = limit * TITLES_PER_SUGGESTION;
    const titles = catalogue
      .merge(this.#bestByWords(plan, most))
      .values()
      .take(most)
      .map((hit) => catalogue.titleOf(hit));
    return suggestions(plan.words, names, titles, limit);
  }

  /** The best of each segment, where only words are asked for. */
  #bestByWords(plan: Plan, limit: number): Hit[] {
    const hits: Hit[] = [];
    const [word, ...others] = plan.words;
    if (others.length === 0 && limit <= FEW) {
      this.#store.catalogue.segments.forEach(({ segment, living }, place) => {
        hits.push(...toHits(bestOfSet(living, segment.columns, word!.ranges[place]!, limit), place));
      });
    } else this.#eachMatching(plan, false, (matches, place) => hits.push(...toHits(matches.best(limit), place)));
    return hits;
  }

  #plan({ words, typing = false, filters, bbox }: SearchQuery): Plan {
    const { reader, options } = this.#store.catalogue;
    return { words: reader.read(words, typing), choice: options.choose(filters), bbox };
  }

  /** Calls back with the matches of each segment and their option totals, both of which are only lent. */
  #eachMatching(
    { words, choice, bbox }: Plan,
    counting: boolean,
    use: (matches: Matches, place: number, totals: Uint32Array) => void,
  ): void {
    const { segments, options } = this.#store.catalogue;
    segments.forEach((live, place) => {
      const matches = this.#matchesFor(live.segment.size);
      const totals = live.noCounts();
      match(live, { words, place, choice: options.choiceIn(place, choice), bbox, counting }, matches, totals);
      use(matches, place, totals);
    });
  }

  /** Working memory for a segment of some size. */
  #matchesFor(size: number): Matches {
    if (this.#matches.candidates.locations.length < size) this.#matches = new Matches(size);
    return this.#matches;
  }
}

function overlap(a: BoundingBox, b: BoundingBox): BoundingBox {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
