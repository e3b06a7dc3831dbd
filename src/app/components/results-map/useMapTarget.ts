import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRegionRules } from '../../../features/geography/region-rules.ts';
import type { BoundingBox } from '../../../features/geography/schema.ts';
import { type MapTarget, MAX_ZOOM_WITH_STREETS, getBoundingBox } from '../../../features/geography/ui/markers.ts';
import { markersQuery, searchQuery } from '../../../features/search/client.ts';
import { type SearchParams, parseBbox, withoutPage } from '../../../features/search/search-params.ts';
import type { Api } from '../../../platform/http/contract.ts';
import type { MapSearch } from './useMapSearch.ts';

/** A view of all matches of a search. */
export const WORLD: { readonly bbox: BoundingBox; readonly zoom: number } = { bbox: [-180, -85, 180, 85], zoom: 0 };
/** Pixels of padding around the results or a place. */
const PADDING_PX = 56;
const OUTLINE_PADDING_PX = 24;

/**
 * Returns where the map opens: at the saved camera, else the drawn area or that of the last map search, else the place of the search,
 * else at all results. Undefined until it is known.
 */
export function useMapTarget(api: Api, params: SearchParams, mapSearch: MapSearch): MapTarget | undefined {
  const { search, outline, camera } = mapSearch;
  const all = useQuery(markersQuery(api, search, WORLD)).data;
  const place = usePlace(api, params, search);
  return useMemo(() => {
    if (camera) return camera;
    if (outline)
      return {
        box: getBoundingBox(outline, []) ?? getRegionRules().view,
        padding: OUTLINE_PADDING_PX,
        maxZoom: MAX_ZOOM_WITH_STREETS,
      };
    const area = parseBbox(search);
    if (area) return { box: area, padding: 0, maxZoom: MAX_ZOOM_WITH_STREETS };
    if (place === undefined) return undefined;
    if (place !== null) return { box: JSON.parse(place) as BoundingBox, padding: PADDING_PX };
    return all && { box: getBoundingBox(all.points, all.clusters) ?? getRegionRules().view, padding: PADDING_PX };
  }, [camera, outline, search, place, all]);
}

/**
 * Returns the bounds of the place of a search; null without one, undefined until they are known. As a text, which stays the same on all
 * pages of the search.
 */
function usePlace(api: Api, params: SearchParams, search: SearchParams): string | null | undefined {
  const conditions = JSON.stringify(search);
  const result = useQuery({
    ...searchQuery(api, params),
    placeholderData: (data, previous) =>
      previous && JSON.stringify(withoutPage(previous.queryKey[2] as SearchParams)) === conditions ? data : undefined,
  }).data;
  return result && (result.meta.place ? JSON.stringify(result.meta.place.bbox) : null);
}
