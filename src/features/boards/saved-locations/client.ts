import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { savedLocations } from './contract.ts';

/** Ids of the locations on any board of the caller. */
export const savedLocationsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['saved-locations'],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => new Set(await api(savedLocations, {}, { signal })),
  });
