import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { type FilmedFilters, filmedHere, filmedLocations, filmedPoints } from './contract.ts';

/** The productions that have filmed at a published location. */
export const filmedHereQuery = (api: Api, id: string) =>
  routeQuery(api, ['locations', id, 'filmed-here'], filmedHere, { id });

/** A page of the locations where productions that may be named have filmed. */
export const filmedLocationsQuery = (api: Api, filters: FilmedFilters, page: number) =>
  routeQuery(api, ['filmed-here', filters, page], filmedLocations, { ...filters, page });

/** The positions of these locations. */
export const filmedPointsQuery = (api: Api, filters: FilmedFilters) =>
  routeQuery(api, ['filmed-here', filters, 'points'], filmedPoints, filters);
