import { useSyncExternalStore } from 'react';
import { queryOptions } from '@tanstack/react-query';
import { readItem, writeItem } from '../../ui/browser-storage.ts';
import type { Api } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import type { BoundingBox } from '../geography/schema.ts';
import { type SearchParams, withoutView, withoutPage, formatBbox } from './search-params.ts';
import {
  featuredLocations,
  findPlaces,
  optionCounts,
  searchLocations,
  searchMarkers,
  similarLocations,
  suggestLocations,
} from './contract.ts';
import type { SimilarSearch } from './relaxed-searches.ts';

/** A page of results, with the total and the counts of all filters. */
export const searchQuery = (api: Api, params: SearchParams) => ({
  ...routeQuery(api, ['search', 'page', withoutView(params)], searchLocations, withoutView(params)),
  ...staleTimeOf(params),
});

/** Unavailable days count at once; yet a page asks for the same days several times while it loads. */
const staleTimeOf = ({ dates }: SearchParams) => dates !== undefined && { staleTime: 5_000 };

/** A map view in degrees and MapLibre's zoom levels. */
interface MarkerView {
  readonly bbox: BoundingBox;
  readonly zoom: number;
}

export const markersQuery = (api: Api, params: SearchParams, { bbox, zoom }: MarkerView) => {
  const search = withoutPage(params);
  const view = { view: formatBbox(bbox), zoom: Math.floor(zoom) };
  return {
    ...routeQuery(api, ['search', 'markers', search, view], searchMarkers, { ...search, ...view }),
    ...staleTimeOf(params),
  };
};

/** Suggestions for the words typed so far. */
export const suggestionsQuery = (api: Api, words: string) =>
  routeQuery(api, ['search', 'suggestions', words], suggestLocations, { query: words });

/** Names of places that start with a text, and whether it is one. */
export const placesQuery = (api: Api, text: string) =>
  routeQuery(api, ['search', 'places', text], findPlaces, { query: text });

export const featuredQuery = (api: Api, n: number) =>
  routeQuery(api, ['search', 'featured', n], featuredLocations, { n });

export const similarQuery = (api: Api, id: string) =>
  routeQuery(api, ['search', 'similar', id], similarLocations, { id });

/** Number of published locations with each option. */
export const countsQuery = (api: Api) => routeQuery(api, ['search', 'counts'], optionCounts, {});

/** Whether the site has no published locations yet: each one has options. */
export const isCatalogueEmpty = (
  counts: readonly { readonly options: readonly { readonly total: number }[] }[],
): boolean => counts.every(({ options }) => options.every(({ total }) => total === 0));

/** Beyond the last page, so that the response contains the total without locations. */
const EMPTY_PAGE = 1_000_000;

/** Searches similar to an empty one that find something, with the number of locations they find, best first. */
export const similarSearchesQuery = (api: Api, params: SearchParams) =>
  queryOptions({
    queryKey: ['search', 'similar', withoutView(params)],
    queryFn: async ({ signal, client }): Promise<readonly (SimilarSearch & { total: number })[]> => {
      const count = async (similar: SimilarSearch) => {
        const search = { ...similar.params, currentPage: EMPTY_PAGE };
        const { meta } = await api(searchLocations, search, { signal });
        return { ...similar, total: meta.page.total_results };
      };
      // Only an empty result needs it.
      const { listSimilarSearches, selectSimilarSearches } = await import('./relaxed-searches.ts');
      const { meta } = await client.ensureQueryData(searchQuery(api, params));
      const kinds = listSimilarSearches(params, meta).map((kind) => Promise.all(kind.map(count)));
      return selectSimilarSearches(await Promise.all(kinds));
    },
  });

const LAST_SEARCH = 'last-search';

/** Saves the URL of the current search, for links back to it. */
export function saveLastSearch(href: string): void {
  writeItem('sessionStorage', LAST_SEARCH, href);
}

/** Returns the URL of the last search of this session; without one, and on the server, the search page without filters. */
export function useLastSearch(): string {
  const getLastSearch = () => readItem('sessionStorage', LAST_SEARCH) ?? SEARCH_PAGE;
  return useSyncExternalStore(neverChanges, getLastSearch, () => SEARCH_PAGE);
}

const SEARCH_PAGE = '/find-a-location';
const neverChanges = () => () => {};
