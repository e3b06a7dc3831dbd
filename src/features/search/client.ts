import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import type { BoundingBox } from '../locations/schema.ts';
import { type SearchAddress, asList, conditionsOf, writeBox } from './search-params.ts';
import {
  featuredLocations,
  optionCounts,
  searchLocations,
  searchMarkers,
  similarLocations,
  suggestLocations,
} from './contract.ts';
import { type Loosening, loosenings } from './relax-query.ts';

/** One page of results, with totals and the counts of all filters. */
export const searchQuery = (api: Api, address: SearchAddress) =>
  queryOptions({
    queryKey: ['search', 'page', asList(address)],
    queryFn: ({ signal }) => api(searchLocations, asList(address), { signal }),
  });

/** A map view in degrees, with its zoom in MapLibre's levels. */
export interface MarkerView {
  readonly bbox: BoundingBox;
  readonly zoom: number;
}

export const markersQuery = (api: Api, address: SearchAddress, { bbox, zoom }: MarkerView) => {
  const search = conditionsOf(address);
  const view = { view: writeBox(bbox), zoom: Math.floor(zoom) };
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
const PAGE_OF_NOTHING = 1_000_000;

/** What can be taken away from a search that found nothing, and how many locations are found then; most first. */
export const looseningsQuery = (api: Api, address: SearchAddress) =>
  queryOptions({
    queryKey: ['search', 'loosenings', asList(address)],
    queryFn: async ({ signal }): Promise<readonly (Loosening & { total: number })[]> => {
      const counted = await Promise.all(
        loosenings(address).map(async (loosening) => {
          const search = { ...loosening.address, currentPage: PAGE_OF_NOTHING };
          const { meta } = await api(searchLocations, search, { signal });
          return { ...loosening, total: meta.page.total_results };
        }),
      );
      return counted.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
    },
  });
