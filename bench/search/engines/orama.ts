import { type AnyOrama, create, insert, search } from '@orama/orama';
import {
  type SearchDocument,
  FACET_FIELDS,
  type FacetField,
} from '../../../src/features/locations/catalogue/schema.ts';
import type { SearchQuery } from '../../../src/features/search/search-engine.ts';
import { analyze } from '../../../src/features/search/text/analysis.ts';
import { getMaxEdits } from '../../../src/features/search/text/relevance.ts';
import { stemWord } from '../../../src/features/search/text/stemming.ts';
import type { BenchResult, BenchEngine } from './bench-engine.ts';

type Found = Awaited<ReturnType<typeof search>>;

/**
 * Orama with stemmed terms. It treats every word as a prefix. Its facet counts apply all filters, so each filtered field needs
 * another search.
 */
export class OramaEngine implements BenchEngine {
  #orama: AnyOrama | undefined;

  async build(documents: Iterable<SearchDocument>): Promise<void> {
    const fields = Object.fromEntries(FACET_FIELDS.map((field) => [field, 'enum[]' as const]));
    this.#orama = create({
      schema: { title: 'string', place: 'string', description: 'string', position: 'geopoint', ...fields } as never,
      components: {
        tokenizer: {
          language: 'english',
          normalizationCache: new Map(),
          tokenize: (text: string) => [...new Set(analyze(text).map(stemWord))],
        },
      },
    });
    for (const { id, title, nearesttown, description, options, position } of documents) {
      const place = [nearesttown, ...options.category, ...options.localauthority].join(' ');
      const where = position ? { position: { lat: position.latitude, lon: position.longitude } } : {};
      await insert(this.#orama, { id, title, place, description, ...options, ...where });
    }
  }

  async search(query: SearchQuery): Promise<{ page: Found; without: Map<FacetField, Found> }> {
    const page = await this.#find(query, undefined);
    const without = new Map<FacetField, Found>();
    for (const field of FACET_FIELDS)
      if (query.filters[field]?.length) without.set(field, await this.#find(query, field));
    return { page, without };
  }

  async #find({ words, filters, bbox }: SearchQuery, ignored: FacetField | undefined): Promise<Found> {
    const where = Object.fromEntries(
      FACET_FIELDS.filter((field) => field !== ignored && filters[field]?.length).map((field) => [
        field,
        { containsAny: filters[field] },
      ]),
    );
    const terms = analyze(words);
    const run = (options: object) =>
      search(this.#orama!, {
        term: terms.join(' '),
        limit: ignored ? 0 : 20,
        threshold: 0,
        boost: { title: 12, place: 5 },
        facets: Object.fromEntries(FACET_FIELDS.map((field) => [field, { limit: 1_000 }])),
        where: { ...where, ...(bbox && { position: { polygon: { coordinates: corners(bbox), inside: true } } }) },
        ...options,
      } as never) as Promise<Found>;
    const found = await run({});
    if (found.count > 0 || terms.length === 0) return found;
    return run({ tolerance: getMaxEdits(terms.at(-1)!) });
  }

  read(result: unknown): BenchResult {
    const { page, without } = result as Awaited<ReturnType<OramaEngine['search']>>;
    const counts = FACET_FIELDS.flatMap((field) => {
      const { values } = (without.get(field) ?? page).facets![field] as { values: Record<string, number> };
      return Object.entries(values)
        .filter(([, total]) => total > 0)
        .map(([name, total]) => [`${field}:${name}`, total] as const);
    });
    return { total: page.count, ids: page.hits.map(({ id }) => id), counts: new Map(counts) };
  }
}

function corners([west, south, east, north]: NonNullable<SearchQuery['bbox']>) {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ].map(([lon, lat]) => ({ lon, lat }));
}
