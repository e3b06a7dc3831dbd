import { useMemo } from 'react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Cluster, Pin, View } from '../../../features/geography/ui/markers.ts';
import type { LocationCard } from '../../../features/locations/catalogue/schema.ts';
import { markersQuery } from '../../../features/search/client.ts';
import type { SearchParams } from '../../../features/search/search-params.ts';
import type { Api } from '../../../platform/http/contract.ts';
import { WORLD } from './useMapTarget.ts';

export const LOCATION_PATH_PREFIX = '/find-a-location/';

/** The matches of a search in a map view. */
export function useMarkers(
  api: Api,
  search: SearchParams,
  view: View | undefined,
): { pins: readonly Pin[]; clusters: readonly Cluster[] } {
  const query = markersQuery(api, search, view ?? WORLD);
  const markers = useQuery({
    ...query,
    queryFn: view ? query.queryFn! : skipToken,
    // The markers of the same search stay while the map moves.
    placeholderData: (data, previous) => (previous?.queryKey[2] === query.queryKey[2] ? data : undefined),
  }).data;
  return useMemo(() => {
    const pins = (markers?.points ?? []).map(({ locationurl, map_precision: precision, ...point }) => ({
      ...point,
      href: LOCATION_PATH_PREFIX + locationurl,
      precision,
    }));
    return { pins, clusters: markers?.clusters ?? [] };
  }, [markers]);
}

/** Returns undefined for a location without a position. */
export function toPin(card: LocationCard | undefined): Pin | undefined {
  if (!card || card.latitude === null || card.longitude === null) return undefined;
  const { id, title, locationurl, latitude, longitude, map_precision: precision } = card;
  return { id, title, href: LOCATION_PATH_PREFIX + locationurl, latitude, longitude, precision };
}
