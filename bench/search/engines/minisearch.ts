import type { SearchDocument } from '../../../src/features/locations/catalogue/schema.ts';
import MiniSearch, { type Query } from 'minisearch';
import type { SearchQuery } from '../../../src/features/search/search-engine.ts';
import { analyze } from '../../../src/features/search/text/analysis.ts';
import { getMaxEdits } from '../../../src/features/search/text/relevance.ts';
import { stemWord } from '../../../src/features/search/text/stemming.ts';
import { BitsetFacets, countIntersection } from './bitset-facets.ts';
import type { BenchResult, BenchEngine } from './bench-engine.ts';

/** MiniSearch with stemmed terms, and bit sets for the facets. */
export class MiniSearchEngine implements BenchEngine {
  readonly #words = new MiniSearch<{ n: number; title: string; place: string; description: string }>({
    idField: 'n',
    fields: ['title', 'place', 'description'],
    tokenize: analyze,
    processTerm: stemWord,
    searchOptions: { boost: { title: 12, place: 5 }, combineWith: 'AND' },
  });
  #facets = new BitsetFacets([]);
  #ids: string[] = [];

  async build(documents: Iterable<SearchDocument>): Promise<void> {
    const all = [...documents].sort(
      (a, b) =>
        Number(b.featured) - Number(a.featured) ||
        Number(b.pictured) - Number(a.pictured) ||
        b.publishedAt - a.publishedAt,
    );
    this.#ids = all.map(({ id }) => id);
    this.#facets = new BitsetFacets(all);
    all.forEach(({ title, nearesttown, description, options }, n) => {
      const place = [nearesttown, ...options.category, ...options.localauthority].join(' ');
      this.#words.add({ n, title, place, description });
    });
  }

  search({ words, typing, filters, bbox }: SearchQuery): BenchResult {
    const ranked = analyze(words).length > 0 ? this.#ranked(words, typing === true) : undefined;
    let set = ranked ? this.#facets.empty() : this.#facets.all();
    for (const n of ranked ?? []) set[n >>> 5]! |= 1 << (n & 31);
    if (bbox) {
      const inside = this.#facets.within(bbox);
      set = set.map((word, w) => word & inside[w]!);
    }
    const { matches, counts } = this.#facets.filter(set, filters);
    const has = (n: number) => (matches[n >>> 5]! & (1 << (n & 31))) !== 0;
    const ids: string[] = [];
    for (const n of ranked ?? this.#ids.keys()) {
      if (ids.length === 20) break;
      if (has(n)) ids.push(this.#ids[n]!);
    }
    return { total: countIntersection(matches, matches), ids, counts };
  }

  #ranked(words: string, typing: boolean): number[] {
    const terms = analyze(words);
    const query = (options: Partial<Query> & object): Query => ({
      combineWith: 'AND',
      queries: [terms.join(' ')],
      ...options,
    });
    const prefix = (_: string, i: number, all: string[]) => i === all.length - 1;
    let found = this.#words.search(query({ prefix: typing && prefix }));
    if (found.length === 0 && !typing) found = this.#words.search(query({ prefix }));
    if (found.length === 0) found = this.#words.search(query({ fuzzy: (term: string) => getMaxEdits(term) || false }));
    return found.map(({ id }) => id as number);
  }

  read(result: unknown): BenchResult {
    return result as BenchResult;
  }
}
