import { type AnyOrama, create, insertMultiple, search } from '@orama/orama';
import type { SearchDocument } from '../../../src/features/locations/catalogue/schema.ts';
import { type RelevanceEngine, RESULTS, toTexts } from './relevance-engine.ts';

/** Orama with its English stemmer, any word, and one typing mistake. */
export class OramaEngine implements RelevanceEngine {
  readonly #orama: AnyOrama = create({
    schema: { title: 'string', place: 'string', description: 'string' },
    components: { tokenizer: { language: 'english', stemming: true } },
  });

  async build(documents: readonly SearchDocument[]): Promise<void> {
    await insertMultiple(this.#orama, documents.map(toTexts));
  }

  async search(words: string): Promise<readonly string[]> {
    const found = await search(this.#orama, {
      term: words,
      limit: RESULTS,
      tolerance: 1,
      boost: { title: 4, place: 2 },
    } as never);
    return found.hits.map(({ id }) => id);
  }
}
