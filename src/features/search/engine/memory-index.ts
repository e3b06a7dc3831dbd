import type { BoundingBox } from '../../geography/schema.ts';
import type { SearchDocument } from '../../locations/catalogue/schema.ts';
import type { MapMarkers, SearchEngine, SearchPage, SearchQuery, Suggestion } from '../search-engine.ts';
import { buildSegments } from './index/segment-builder.ts';
import { type CatalogueChanges, SegmentStore } from './index/segment-store.ts';
import type { Segment } from './index/segment.ts';
import { MatchSet } from './query/match-set.ts';
import { IndexSearcher } from './query/index-searcher.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { EMPTY_VOCABULARY } from '../vocabulary/vocabulary.ts';

const MIN_LARGE_SEGMENT = 1_024;

interface IndexOptions {
  /** Segments of at least this many locations get bitmaps, a position grid and champion lists. */
  readonly minLargeSegment?: number;
  /** Called when a merge in the background fails. The index stays as it is. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

function rethrow(error: unknown): never {
  throw error;
}

/** The search index in memory. At any moment it answers as an index newly built from the same documents would. */
export class MemoryIndex implements SearchEngine {
  readonly #store: SegmentStore;
  readonly #matches = new MatchSet();
  #searcher: IndexSearcher;
  #vocabulary = EMPTY_VOCABULARY;
  #generation: number;

  private constructor(segments: readonly Segment[], generation: number, options: Required<IndexOptions>) {
    this.#store = new SegmentStore(segments, options.minLargeSegment, options.onError ?? rethrow);
    this.#searcher = new IndexSearcher(this.#store.snapshot, this.#vocabulary, this.#store.names, this.#matches);
    this.#generation = generation;
  }

  /** Indexes documents with distinct ids, in time slices. */
  static async build(
    documents: Iterable<SearchDocument> | AsyncIterable<SearchDocument>,
    generation: number,
    { minLargeSegment = MIN_LARGE_SEGMENT, onError = rethrow }: IndexOptions = {},
  ): Promise<MemoryIndex> {
    const segments = await buildSegments(documents, minLargeSegment);
    return new MemoryIndex(segments, generation, { minLargeSegment, onError });
  }

  /** Generation of the catalogue that the index contains. */
  get generation(): number {
    return this.#generation;
  }

  /** Brings the index to a later generation. All changes become visible together, a small set before this returns, and in order. */
  apply(changes: CatalogueChanges, generation: number): Promise<void> {
    return this.#store.apply(changes, () => (this.#generation = generation));
  }

  /** Understands all later queries by another vocabulary. */
  setVocabulary(vocabulary: Vocabulary): void {
    this.#vocabulary = vocabulary;
  }

  /** Resolves when no change is pending and no merge is running. */
  settled(): Promise<void> {
    return this.#store.settled();
  }

  async search(query: SearchQuery, page: { offset: number; limit: number }): Promise<SearchPage> {
    return { ...this.#current().search(query, page), generation: this.#generation };
  }

  /** Searches for words as if another vocabulary were in use. */
  preview(words: string, vocabulary: Vocabulary): Pick<SearchPage, 'total' | 'understood'> {
    const { snapshot, names } = this.#store;
    const searcher = new IndexSearcher(snapshot, vocabulary, names, this.#matches);
    return searcher.search({ words, filters: {} }, { offset: 0, limit: 0 });
  }

  async markers(query: SearchQuery, view: { bbox: BoundingBox; zoom: number }): Promise<MapMarkers> {
    return this.#current().markers(query, view);
  }

  async suggest(words: string, limit: number): Promise<readonly Suggestion[]> {
    return this.#current().suggest(words, limit);
  }

  async similar(id: string, limit: number): Promise<readonly string[]> {
    return this.#current().similar(id, limit);
  }

  async featured(limit: number): Promise<readonly string[]> {
    return this.#current().featured(limit);
  }

  /** The searcher of the newest snapshot and vocabulary. */
  #current(): IndexSearcher {
    const { snapshot, names } = this.#store;
    if (this.#searcher.snapshot !== snapshot || this.#searcher.vocabulary !== this.#vocabulary)
      this.#searcher = new IndexSearcher(snapshot, this.#vocabulary, names, this.#matches);
    return this.#searcher;
  }
}
