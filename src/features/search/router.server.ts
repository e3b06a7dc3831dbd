import { ApiError } from '../../platform/http/contract.ts';
import { type Binding, Json, bind, toAscii } from '../../platform/http/server.ts';
import { FACETS, FACET_FIELDS } from '../locations/schema.ts';
import type { Cards, HeldCard } from './cards.server.ts';
import type { Search } from './catalogue.server.ts';
import {
  featuredLocations,
  optionCounts,
  searchLocations,
  searchMarkers,
  similarLocations,
  suggestLocations,
} from './contract.ts';
import type { FacetCount, SearchQuery } from './engine.ts';
import { Kept } from './engine/kept.ts';
import { INSTANT_RESULTS, PAGE_SIZE, type SearchInput } from './schema.ts';

/** Answers every search. Lists of locations are put together from cards that are JSON already. */
export function searchBindings({ search, cards }: { search: Pick<Search, 'engine'>; cards: Cards }): Binding[] {
  const list = async (ids: readonly string[]) => listOf(await cards.get(ids));
  return [
    bind(searchLocations, async (input) => {
      const offset = (input.currentPage - 1) * PAGE_SIZE;
      const found = await search.engine.search(toQuery(input), { offset, limit: PAGE_SIZE });
      const data = listOf(await cards.get(found.ids));
      const page = { current: input.currentPage, size: PAGE_SIZE, total_results: found.total };
      const meta = json({ page, terms: found.terms, generation: found.generation });
      return object({ data, meta, filters: filters(found.facets()) });
    }),
    bind(searchMarkers, async (input) => {
      const { points, clusters } = await search.engine.markers(toQuery(input), { bbox: input.view, zoom: input.zoom });
      const held = await cards.get(points.map((point) => point.id));
      const known = new Map(held.map(({ card }) => [card.id, card]));
      return {
        points: points.flatMap((point) => {
          const card = known.get(point.id);
          return card ? [{ ...card, ...point }] : [];
        }),
        clusters: [...clusters],
      };
    }),
    bind(suggestLocations, async ({ query, size }) => {
      const [suggestions, found] = await Promise.all([
        search.engine.suggest(query, size),
        search.engine.search({ words: query, typing: true, filters: {} }, { offset: 0, limit: INSTANT_RESULTS }),
      ]);
      return object({ suggestions: json(suggestions), locations: await list(found.ids), terms: json(found.terms) });
    }),
    bind(featuredLocations, async ({ n }) => list(await search.engine.featured(n))),
    bind(similarLocations, async ({ id, n }) => {
      const ids = await search.engine.similar(id, n);
      if (ids.length === 0 && (await cards.get([id])).length === 0) throw new ApiError('NOT_FOUND', 'Page not found');
      return list(ids);
    }),
    bind(optionCounts, async () => filters((await search.engine.search(EVERYTHING, { offset: 0, limit: 0 })).facets())),
  ];
}

const EVERYTHING: SearchQuery = { words: '', filters: {} };

function json(value: unknown): Json {
  return new Json(toAscii(JSON.stringify(value)));
}

function listOf(held: readonly HeldCard[]): Json {
  let text = '';
  for (const card of held) text += (text && ',') + card.text;
  return new Json(`[${text}]`);
}

function object(parts: Readonly<Record<string, Json>>): Json {
  let text = '';
  for (const name in parts) text += `${text && ','}"${name}":${parts[name]!.text}`;
  return new Json(`{${text}}`);
}

function toQuery(input: SearchInput): SearchQuery {
  const filters: Record<string, readonly string[]> = {};
  for (const field of FACET_FIELDS) if (input[field].length > 0) filters[field] = input[field];
  return { words: input.query, filters, bbox: input.bbox };
}

/** Names are few and always the same, so each is written once. */
const optionTexts = new Kept<string>(10_000);

/** What stands before the total of an option. */
function optionText(name: string): string {
  return toAscii(`,{"name":${JSON.stringify(name)},"total":`);
}

function filters(facets: readonly FacetCount[]): Json {
  const fields = facets.map(({ field, names, totals }) => {
    let options = '';
    for (let i = 0; i < names.length; i++) options += `${optionTexts.get(names[i]!, optionText)}${totals[i]!}}`;
    return `{"name":"${FACETS[field].label}","field":"${field}","options":[${options.slice(1)}]}`;
  });
  return new Json(`[${fields.join()}]`);
}
