import type { Api } from '../../../../platform/http/contract.ts';
import { routeQuery } from '../../../../platform/http/route-query.ts';
import { type FilmedFilters, filmedLocations, filmedPoints } from './contract.ts';

/** A page of the locations where productions that may be named have filmed. */
export const filmedLocationsQuery = (api: Api, filters: FilmedFilters, page: number) =>
  routeQuery(api, ['filmed-here', filters, page], filmedLocations, { ...filters, page });

/** The positions of these locations. */
export const filmedPointsQuery = (api: Api, filters: FilmedFilters) =>
  routeQuery(api, ['filmed-here', filters, 'points'], filmedPoints, filters);
