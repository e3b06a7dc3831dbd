import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { searchLocations } from './contract.ts';

/** The query key prefix of the list. */
const LOCATION_LIST = 'location-list';

export type ListRequest = z.input<typeof searchLocations.input>;

/** A page of the list of all locations. */
export const locationListQuery = (api: Api, request: ListRequest) =>
  routeQuery(api, [LOCATION_LIST, request], searchLocations, request);
