import type { BoundingBox } from '../../geography/schema.ts';
import type { SearchDocument } from '../../locations/catalogue/schema.ts';
import type { MapMarkers, SearchEngine, SearchPage, SearchQuery, Suggestion } from '../search-engine.ts';
import { EMPTY_VOCABULARY, type Vocabulary } from '../vocabulary/vocabulary.ts';
import { buildIndex } from './index/index-builder.ts';
import type { LocationIndex } from './index/location-index.ts';
import { OptionNumbers } from './index/option-numbers.ts';
import { LiveIndex, Snapshot } from './index/snapshot.ts';
import { Candidates } from './matching/candidates.ts';
import { IndexSearcher } from './query/index-searcher.ts';

/** A change of the catalogue: first the removals, then the documents that are new or replace others. */
export interface CatalogueChanges {
  readonly upserts: readonly SearchDocument[];
  readonly removals: readonly string[];
}

/**
 * The search index in memory: a large index that never changes, and a small one of the locations that changed since it was built, which
 * each change builds again. At any moment it answers as an index newly built from the same documents would.
 */
export class MemoryIndex implements SearchEngine {
  readonly #base: LocationIndex;
  readonly #options: OptionNumbers;
  /** By id, the documents that changed since the large index was built; undefined if removed. */
  readonly #recent = new Map<string, SearchDocument | undefined>();
  readonly #candidates = new Candidates();
  #searcher: IndexSearcher;
  #vocabulary = EMPTY_VOCABULARY;
  #generation: number;
  #lastChange: Promise<void> = Promise.resolve();

  private constructor(base: LocationIndex, options: OptionNumbers, generation: number) {
    this.#base = base;
    this.#options = options;
    this.#generation = generation;
    this.#searcher = this.#createSearcher(new Snapshot([new LiveIndex(base)], options));
  }

  /** Indexes documents with distinct ids, in time slices. */
  static async build(
    documents: Iterable<SearchDocument> | AsyncIterable<SearchDocument>,
    generation: number,
  ): Promise<MemoryIndex> {
    const options = new OptionNumbers();
    return new MemoryIndex(await buildIndex(documents, options), options, generation);
  }

  /** Generation of the catalogue that the index contains. */
  get generation(): number {
    return this.#generation;
  }

  /** Number of locations that changed since the large index was built. */
  get recentSize(): number {
    return this.#recent.size;
  }

  /** Brings the index to a later generation, in time slices. All changes become visible together, before this resolves, and in order. */
  apply(changes: CatalogueChanges, generation: number): Promise<void> {
    const change = this.#lastChange.then(() => this.#apply(changes, generation));
    this.#lastChange = change.catch(() => undefined);
    return change;
  }

  async #apply({ upserts, removals }: CatalogueChanges, generation: number): Promise<void> {
    // Concurrent readers of the changes may bring them out of order.
    if (generation <= this.#generation) return;
    const recent = new Map(this.#recent);
    for (const id of removals) recent.set(id, undefined);
    for (const document of upserts) recent.set(document.id, document);
    const documents = [...recent.values()].filter((document) => document !== undefined);
    const parts = [new LiveIndex(this.#base).without(recent.keys())];
    if (documents.length > 0) parts.push(new LiveIndex(await buildIndex(documents, this.#options)));
    for (const [id, document] of recent) this.#recent.set(id, document);
    this.#generation = generation;
    this.#searcher = this.#createSearcher(new Snapshot(parts, this.#options));
  }

  /** Understands all later queries by another vocabulary. */
  setVocabulary(vocabulary: Vocabulary): void {
    this.#vocabulary = vocabulary;
    this.#searcher = this.#createSearcher(this.#searcher.snapshot);
  }

  #createSearcher(snapshot: Snapshot): IndexSearcher {
    return new IndexSearcher(snapshot, this.#vocabulary, this.#candidates);
  }

  async search(query: SearchQuery, page: { offset: number; limit: number }): Promise<SearchPage> {
    return { ...this.#searcher.search(query, page), generation: this.#generation };
  }

  /** Searches for words as if another vocabulary were in use. */
  preview(words: string, vocabulary: Vocabulary): Pick<SearchPage, 'total' | 'understood'> {
    const searcher = new IndexSearcher(this.#searcher.snapshot, vocabulary, this.#candidates);
    return searcher.search({ words, filters: {} }, { offset: 0, limit: 0 });
  }

  async markers(query: SearchQuery, view: { bbox: BoundingBox; zoom: number }): Promise<MapMarkers> {
    return this.#searcher.markers(query, view);
  }

  async suggest(words: string, limit: number): Promise<readonly Suggestion[]> {
    return this.#searcher.suggest(words, limit);
  }

  async similar(id: string, limit: number): Promise<readonly string[]> {
    return this.#searcher.similar(id, limit);
  }

  async featured(limit: number): Promise<readonly string[]> {
    return this.#searcher.featured(limit);
  }
}
