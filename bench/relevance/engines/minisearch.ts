import MiniSearch from 'minisearch';
import type { SearchDocument } from '../../../src/features/locations/catalogue/schema.ts';
import { type RelevanceEngine, RESULTS, toTexts } from './relevance-engine.ts';

/** MiniSearch as its documentation sets it up: any word, with prefixes and typing mistakes. */
export class MiniSearchEngine implements RelevanceEngine {
  readonly #index = new MiniSearch({ fields: ['title', 'place', 'description'] });

  async build(documents: readonly SearchDocument[]): Promise<void> {
    this.#index.addAll(documents.map(toTexts));
  }

  async search(words: string): Promise<readonly string[]> {
    const found = this.#index.search(words, { boost: { title: 4, place: 2 }, prefix: true, fuzzy: 0.2 });
    return found.slice(0, RESULTS).map(({ id }) => id as string);
  }
}
