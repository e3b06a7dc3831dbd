import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import type { BoundingBox } from '../locations/schema.ts';
import { type SearchParams, withoutView, withoutPage, formatBbox } from './search-params.ts';
import {
  featuredLocations,
  optionCounts,
  searchLocations,
  searchMarkers,
  similarLocations,
  suggestLocations,
} from './contract.ts';
import { type Relaxation, listRelaxations } from './relax-query.ts';

/** One page of results, with totals and the counts of all filters. */
export const searchQuery = (api: Api, address: SearchParams) =>
  queryOptions({
    queryKey: ['search', 'page', withoutView(address)],
    queryFn: ({ signal }) => api(searchLocations, withoutView(address), { signal }),
  });

/** A map view in degrees, with its zoom in MapLibre's levels. */
export interface MarkerView {
  readonly bbox: BoundingBox;
  readonly zoom: number;
}

export const markersQuery = (api: Api, address: SearchParams, { bbox, zoom }: MarkerView) => {
  const search = withoutPage(address);
  const view = { view: formatBbox(bbox), zoom: Math.floor(zoom) };
  return queryOptions({
    queryKey: ['search', 'markers', search, view],
    queryFn: ({ signal }) => api(searchMarkers, { ...search, ...view }, { signal }),
  });
};

/** What the typeahead offers for the words typed so far. */
export const suggestionsQuery = (api: Api, words: string) =>
  queryOptions({
    queryKey: ['search', 'suggestions', words],
    queryFn: ({ signal }) => api(suggestLocations, { query: words }, { signal }),
  });

export const featuredQuery = (api: Api, n: number) =>
  queryOptions({
    queryKey: ['search', 'featured', n],
    queryFn: ({ signal }) => api(featuredLocations, { n }, { signal }),
  });

export const similarQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['search', 'similar', id],
    queryFn: ({ signal }) => api(similarLocations, { id }, { signal }),
  });

/** How many locations each option of each filter has in the whole catalogue. */
export const countsQuery = (api: Api) =>
  queryOptions({ queryKey: ['search', 'counts'], queryFn: ({ signal }) => api(optionCounts, {}, { signal }) });

/** Far behind the last one: it answers with the totals and no locations. */
const EMPTY_PAGE = 1_000_000;

/** What can be taken away from a search that found nothing, and how many locations are found then; most first. */
export const relaxationsQuery = (api: Api, address: SearchParams) =>
  queryOptions({
    queryKey: ['search', 'loosenings', withoutView(address)],
    queryFn: async ({ signal }): Promise<readonly (Relaxation & { total: number })[]> => {
      const counted = await Promise.all(
        listRelaxations(address).map(async (loosening) => {
          const search = { ...loosening.address, currentPage: EMPTY_PAGE };
          const { meta } = await api(searchLocations, search, { signal });
          return { ...loosening, total: meta.page.total_results };
        }),
      );
      return counted.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
    },
  });
