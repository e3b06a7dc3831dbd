import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../platform/http/route-query.ts';
import * as routes from './contract.ts';

const KEY = 'duplicates';

/** A page of the likely duplicates. */
export const pairsQuery = (api: Api, params: z.input<typeof routes.duplicatePairs.input>) => ({
  ...routeQuery(api, [KEY, 'list', params], routes.duplicatePairs, params),
  staleTime: 0,
});

/** Two likely duplicates. */
export const pairQuery = (api: Api, a: string, b: string) => ({
  ...routeQuery(api, [KEY, 'pair', a, b], routes.duplicatePairById, { a, b }),
  staleTime: 0,
});

/** Refetches the list and the open pair. */
export function refreshPairs(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [KEY] });
}

export const dismissMutation = (api: Api) => routeMutation(api, routes.dismissPair, refreshPairs);
export const restoreMutation = (api: Api) => routeMutation(api, routes.restorePair, refreshPairs);

/** Locations that look like the one that is being entered. */
export const similarLocationsQuery = (api: Api, entered: z.input<typeof routes.similarLocations.input>) =>
  routeQuery(api, [KEY, 'similar', entered], routes.similarLocations, entered);
