import type { SearchDocument } from '../../../src/features/locations/catalogue/schema.ts';
import type { SearchPage, SearchQuery } from '../../../src/features/search/search-engine.ts';
import { readDefaults } from '../../../src/features/search/vocabulary/commands.server.ts';
import { Vocabulary } from '../../../src/features/search/vocabulary/vocabulary.ts';
import { MemoryIndex } from '../../../src/features/search/engine/memory-index.ts';
import type { BenchResult, BenchEngine } from './bench-engine.ts';

const PAGE = { offset: 0, limit: 20 };

/** The in-memory index of the product. */
export class Recce implements BenchEngine {
  index: MemoryIndex | undefined;
  #generation = 1;

  async build(documents: Iterable<SearchDocument>): Promise<void> {
    this.index = await MemoryIndex.build(documents, 1);
    this.index.setVocabulary(new Vocabulary({ ...(await readDefaults()), options: [] }));
  }

  /** Clears the caches with an empty change. */
  reset(): Promise<void> {
    return this.index!.apply({ upserts: [], removals: [] }, ++this.#generation);
  }

  search(query: SearchQuery): Promise<SearchPage> {
    return this.index!.search(query, PAGE);
  }

  read(result: unknown): BenchResult {
    const { total, ids, facets } = result as SearchPage;
    const counts = facets().flatMap(({ field, options }) =>
      options.filter((option) => option.total > 0).map((option) => [`${field}:${option.name}`, option.total] as const),
    );
    return { total, ids, counts: new Map(counts) };
  }
}
