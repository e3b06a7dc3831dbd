import type { SearchDocument } from '../../../src/features/locations/catalogue/schema.ts';
import type { Vocabulary } from '../../../src/features/search/vocabulary/vocabulary.ts';
import type { SearchPage } from '../../../src/features/search/search-engine.ts';
import { MemoryIndex } from '../../../src/features/search/engine/memory-index.ts';
import { type RelevanceEngine, RESULTS } from './relevance-engine.ts';

/** The in-memory index of the product. */
export class Recce implements RelevanceEngine {
  #index: MemoryIndex | undefined;

  readonly #vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  async build(documents: readonly SearchDocument[]): Promise<void> {
    this.#index = await MemoryIndex.build(documents, 1);
    this.#index.setVocabulary(this.#vocabulary);
  }

  async search(words: string): Promise<readonly string[]> {
    return (await this.find(words)).ids;
  }

  /** The first results, and how their query was understood. */
  find(words: string): Promise<SearchPage> {
    return this.#index!.search({ words, filters: {} }, { offset: 0, limit: RESULTS });
  }
}
