import { useSyncExternalStore } from 'react';
import { readItem, writeItem } from '../../ui/browser-storage.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import type { BoundingBox } from '../geography/schema.ts';
import { type SearchParams, withoutView, withoutPage, formatBbox } from './search-params.ts';
import {
  featuredLocations,
  optionCounts,
  searchLocations,
  searchMarkers,
  similarLocations,
  suggestLocations,
} from './contract.ts';
import type { Relaxation } from './query-relaxation.ts';

/** A page of results, with the total and the counts of all filters. */
export const searchQuery = (api: Api, params: SearchParams) =>
  routeQuery(api, ['search', 'page', withoutView(params)], searchLocations, withoutView(params));

/** A map view in degrees and MapLibre's zoom levels. */
export interface MarkerView {
  readonly bbox: BoundingBox;
  readonly zoom: number;
}

export const markersQuery = (api: Api, params: SearchParams, { bbox, zoom }: MarkerView) => {
  const search = withoutPage(params);
  const view = { view: formatBbox(bbox), zoom: Math.floor(zoom) };
  return routeQuery(api, ['search', 'markers', search, view], searchMarkers, { ...search, ...view });
};

/** Suggestions for the words typed so far. */
export const suggestionsQuery = (api: Api, words: string) =>
  routeQuery(api, ['search', 'suggestions', words], suggestLocations, { query: words });

export const featuredQuery = (api: Api, n: number) =>
  routeQuery(api, ['search', 'featured', n], featuredLocations, { n });

export const similarQuery = (api: Api, id: string) =>
  routeQuery(api, ['search', 'similar', id], similarLocations, { id });

/** Number of published locations with each option. */
export const countsQuery = (api: Api) => routeQuery(api, ['search', 'counts'], optionCounts, {});

/** Beyond the last page, so that the response contains the total without locations. */
const EMPTY_PAGE = 1_000_000;

/** The relaxations of an empty result that find something, with the number of locations they find, best first. */
export const relaxationsQuery = (api: Api, params: SearchParams) =>
  queryOptions({
    queryKey: ['search', 'relaxations', withoutView(params)],
    queryFn: async ({ signal, client }): Promise<readonly (Relaxation & { total: number })[]> => {
      const count = async (relaxation: Relaxation) => {
        const search = { ...relaxation.params, currentPage: EMPTY_PAGE };
        const { meta } = await api(searchLocations, search, { signal });
        return { ...relaxation, total: meta.page.total_results };
      };
      // Only an empty result needs it.
      const { listRelaxations, selectRelaxations } = await import('./query-relaxation.ts');
      const { meta } = await client.ensureQueryData(searchQuery(api, params));
      const kinds = listRelaxations(params, meta).map((kind) => Promise.all(kind.map(count)));
      return selectRelaxations(await Promise.all(kinds));
    },
  });

const LAST_SEARCH = 'last-search';

/** Saves the address of the current search, for links back to it. */
export function saveLastSearch(href: string): void {
  writeItem('sessionStorage', LAST_SEARCH, href);
}

/** Returns the address of the last search of this session; without one, and on the server, the search page without filters. */
export function useLastSearch(): string {
  const getLastSearch = () => readItem('sessionStorage', LAST_SEARCH) ?? SEARCH_PAGE;
  return useSyncExternalStore(neverChanges, getLastSearch, () => SEARCH_PAGE);
}

const SEARCH_PAGE = '/find-a-location';
const neverChanges = () => () => {};
