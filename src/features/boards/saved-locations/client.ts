import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { savedLocations } from './contract.ts';

/** The locations that are on any board of the caller. */
export const savedLocationsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['boards', 'kept'],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => new Set(await api(savedLocations, {}, { signal })),
  });
