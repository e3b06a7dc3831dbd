import { publishOperation } from '../../platform/diagnostics/channels.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type Handler, type Services, action, query } from '../../platform/http/handlers.ts';
import { listLikely } from '../availability/queries.server.ts';
import { getFactLabel } from '../locations/catalogue/schema.ts';
import { recordEmptySearch } from './empty-searches.commands.server.ts';
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
import { MAX_INSTANT_RESULTS, MAX_PLACES, PAGE_SIZE } from './schema.ts';
import { getQuery } from './queries.server.ts';
import { PAGE_NOT_FOUND } from '../../platform/text/common-messages.ts';

/** Handlers of the search. */
export const searchHandlers: readonly Handler[] = [
  action(searchLocations, async ({ db, at, search, cards }, input) => {
    const offset = (input.currentPage - 1) * PAGE_SIZE;
    const parsed = await getQuery(db, input, at);
    const found = await runSearch(search, 'search', (engine) => engine.search(parsed, { offset, limit: PAGE_SIZE }));
    // A search that cannot be counted, as when the disk is full, still gets its response.
    if (found.total === 0 && !input.dates && isWordsAlone(parsed))
      await recordEmptySearch(db, parsed.words, at).catch(() => {});
    return {
      data: await cards.get(found.ids),
      meta: {
        page: { current: input.currentPage, size: PAGE_SIZE, total_results: found.total },
        terms: [...found.terms],
        understood: found.understood,
        fitting: found.fitting,
        place: found.place,
        relatedCategories: [...found.relatedCategories],
        likely: input.dates ? await listLikely(db, found.ids, input.dates, at) : [],
        generation: found.generation,
      },
      filters: toFilters(found.facets()),
      ranges: found.ranges.map((range) => ({ name: getFactLabel(range.field), ...range })),
    };
  }),
  query(searchMarkers, async (db, _caller, input, { search, cards, at }) => {
    const parsed = await getQuery(db, input, at);
    const { points, clusters } = await runSearch(search, 'markers', (engine) =>
      engine.markers(parsed, { bbox: input.view, zoom: input.zoom }),
    );
    const known = new Map((await cards.get(points.map((point) => point.id))).map((card) => [card.id, card]));
    const found = points.filter(({ id }) => known.has(id));
    return { points: found.map((point) => ({ ...known.get(point.id)!, ...point })), clusters: [...clusters] };
  }),
  query(suggestLocations, async (_db, _caller, { query: words, size }, { search, cards }) => {
    const [suggestions, found] = await runSearch(search, 'suggest', (engine) =>
      Promise.all([
        // Those among them that are locations below would be repetitions.
        engine.suggest(words, size + MAX_INSTANT_RESULTS),
        engine.search({ words, typing: true, filters: {} }, { offset: 0, limit: MAX_INSTANT_RESULTS }),
      ]),
    );
    const locations = await cards.get(found.ids);
    const titles = new Set(locations.map(({ title }) => title));
    return {
      suggestions: suggestions.filter(({ kind, text }) => kind !== 'title' || !titles.has(text)).slice(0, size),
      locations,
      terms: [...found.terms],
    };
  }),
  query(findPlaces, (_db, _caller, { query: words }, { search }) => ({
    names: search.vocabulary.listPlaceNames(words, MAX_PLACES),
    isPlace: search.vocabulary.getPlace(words) !== undefined,
  })),
  query(featuredLocations, async (_db, _caller, { n }, { search, cards }) =>
    cards.get(await runSearch(search, 'featured', (engine) => engine.featured(n))),
  ),
  query(similarLocations, async (_db, _caller, { id, n }, { search, cards }) => {
    const ids = await runSearch(search, 'similar', (engine) => engine.similar(id, n));
    if (ids.length === 0 && (await cards.get([id])).length === 0) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
    return cards.get(ids);
  }),
  query(optionCounts, async (_db, _caller, _input, { search }) =>
    toFilters((await search.engine.search(EVERYTHING, { offset: 0, limit: 0 })).facets()),
  ),
];

function runSearch<Result>(
  search: Services['search'],
  name: keyof SearchEngine,
  run: (engine: SearchEngine) => Promise<Result>,
): Promise<Result> {
  return publishOperation('search', name, () => run(search.engine));
}

const EVERYTHING: SearchQuery = { words: '', filters: {} };

function toFilters(facets: readonly FacetCount[]) {
  return facets.map(({ field, options }) => ({ name: getFactLabel(field), field, options: [...options] }));
}

function isWordsAlone({ filters, photographs, bbox, outline, place }: SearchQuery): boolean {
  return !photographs && !bbox && !outline && !place && Object.values(filters).every((filter) => filter === undefined);
}
