import { publishOperation } from '../../platform/diagnostics/channels.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type RouteHandler, createHandler } from '../../platform/http/route-handlers.ts';
import { FACET_FIELDS, RANGE_FIELDS, getFactLabel } from '../locations/catalogue/schema.ts';
import type { CardCache } from './card-cache.server.ts';
import type { SearchService } from './search-service.server.ts';
import {
  featuredLocations,
  findPlaces,
  optionCounts,
  searchLocations,
  searchMarkers,
  similarLocations,
  suggestLocations,
} from './contract.ts';
import type { FacetCount, SearchEngine, SearchQuery } from './search-engine.ts';
import type { NumberRange } from './schema.ts';
import { MAX_INSTANT_RESULTS, MAX_PLACES, NEAR_KM, PAGE_SIZE, type SearchInput } from './schema.ts';
import type { PlaceFilter } from './query-parsing/area-filters.ts';
import { PAGE_NOT_FOUND } from '../../platform/text/common-messages.ts';

/** The API routes of the search. */
export function searchHandlers(deps: {
  search: Pick<SearchService, 'engine' | 'vocabulary'>;
  cards: CardCache;
  /** Counts a search by words alone that found nothing. */
  recordEmpty: (words: string) => Promise<void>;
}): RouteHandler[] {
  const { search, cards, recordEmpty } = deps;
  const runSearch = <Result>(name: keyof SearchEngine, run: (engine: SearchEngine) => Promise<Result>) =>
    publishOperation('search', name, () => run(search.engine));
  return [
    createHandler(searchLocations, async (input) => {
      const offset = (input.currentPage - 1) * PAGE_SIZE;
      const query = toQuery(input);
      const found = await runSearch('search', (engine) => engine.search(query, { offset, limit: PAGE_SIZE }));
      if (found.total === 0 && isWordsAlone(query)) await recordEmpty(query.words);
      return {
        data: await cards.get(found.ids),
        meta: {
          page: { current: input.currentPage, size: PAGE_SIZE, total_results: found.total },
          terms: [...found.terms],
          understood: found.understood,
          place: found.place,
          relatedCategories: [...found.relatedCategories],
          generation: found.generation,
        },
        filters: toFilters(found.facets()),
        ranges: found.ranges.map((range) => ({ name: getFactLabel(range.field), ...range })),
      };
    }),
    createHandler(searchMarkers, async (input) => {
      const { points, clusters } = await runSearch('markers', (engine) =>
        engine.markers(toQuery(input), { bbox: input.view, zoom: input.zoom }),
      );
      const known = new Map((await cards.get(points.map((point) => point.id))).map((card) => [card.id, card]));
      const found = points.filter(({ id }) => known.has(id));
      return { points: found.map((point) => ({ ...known.get(point.id)!, ...point })), clusters: [...clusters] };
    }),
    createHandler(suggestLocations, async ({ query, size }) => {
      const [suggestions, found] = await runSearch('suggest', (engine) =>
        Promise.all([
          engine.suggest(query, size),
          engine.search({ words: query, typing: true, filters: {} }, { offset: 0, limit: MAX_INSTANT_RESULTS }),
        ]),
      );
      return { suggestions: [...suggestions], locations: await cards.get(found.ids), terms: [...found.terms] };
    }),
    createHandler(findPlaces, async ({ query }) => ({
      names: search.vocabulary.listPlaceNames(query, MAX_PLACES),
      isPlace: search.vocabulary.getPlace(query) !== undefined,
    })),
    createHandler(featuredLocations, async ({ n }) =>
      cards.get(await runSearch('featured', (engine) => engine.featured(n))),
    ),
    createHandler(similarLocations, async ({ id, n }) => {
      const ids = await runSearch('similar', (engine) => engine.similar(id, n));
      if (ids.length === 0 && (await cards.get([id])).length === 0) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
      return cards.get(ids);
    }),
    createHandler(optionCounts, async () =>
      toFilters((await search.engine.search(EVERYTHING, { offset: 0, limit: 0 })).facets()),
    ),
  ];
}

const EVERYTHING: SearchQuery = { words: '', filters: {} };

function toFilters(facets: readonly FacetCount[]) {
  return facets.map(({ field, options }) => ({ name: getFactLabel(field), field, options: [...options] }));
}

function toQuery(input: SearchInput): SearchQuery {
  const filters: Record<string, readonly string[] | NumberRange | undefined> = {};
  for (const field of FACET_FIELDS) if (input[field].length > 0) filters[field] = input[field];
  for (const field of RANGE_FIELDS) filters[field] = input[field];
  const { query: words, photographs, bbox, outline, sort: order } = input;
  return { words, filters, photographs: photographs === 'yes', bbox, outline, place: toPlaceFilter(input), order };
}

function isWordsAlone({ filters, photographs, bbox, outline, place }: SearchQuery): boolean {
  return !photographs && !bbox && !outline && !place && Object.values(filters).every((filter) => filter === undefined);
}

function toPlaceFilter({ place, within }: SearchInput): PlaceFilter | undefined {
  if (place === undefined) return undefined;
  return typeof place === 'string' ? { name: place, within } : { position: place, within: within ?? NEAR_KM };
}
