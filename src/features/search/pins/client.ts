import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { addPin, deletePin, pinnedResults, pins, updatePin } from './contract.ts';

const PINS_KEY = ['search-pins'];
/** Results of searches, which the pins decide. */
const SEARCH_KEY = ['search'];

export const pinsQuery = (api: Api) => routeQuery(api, [...PINS_KEY, 'list'], pins, {});

export const pinnedResultsQuery = (api: Api, query: string) =>
  routeQuery(api, [...PINS_KEY, 'of-query', query], pinnedResults, { query });

const invalidate = async (client: QueryClient) => {
  await Promise.all([PINS_KEY, SEARCH_KEY].map((queryKey) => client.invalidateQueries({ queryKey })));
};

export const addPinMutation = (api: Api) => routeMutation(api, addPin, invalidate);
export const updatePinMutation = (api: Api) => routeMutation(api, updatePin, invalidate, invalidate);
export const deletePinMutation = (api: Api) => routeMutation(api, deletePin, invalidate, invalidate);
