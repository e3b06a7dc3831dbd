import type { SearchDocument } from '../../../src/features/locations/schema.ts';
import { MemoryIndex } from '../../../src/features/search/engine/memory-index.ts';
import { type RelevanceEngine, RESULTS } from './relevance-engine.ts';

/** The in-memory index of the product. */
export class Recce implements RelevanceEngine {
  #index: MemoryIndex | undefined;

  async build(documents: readonly SearchDocument[]): Promise<void> {
    this.#index = await MemoryIndex.build(documents, 1);
  }

  async search(words: string): Promise<readonly string[]> {
    return (await this.#index!.search({ words, filters: {} }, { offset: 0, limit: RESULTS })).ids;
  }
}
