import type { Api } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import { councilMap, overview } from './contract.ts';

/** The queries read whole tables, and a minute makes no difference to them. */
const STALE_TIME_MS = 60_000;

export const overviewQuery = (api: Api) => ({
  ...routeQuery(api, ['overview'], overview, {}),
  staleTime: STALE_TIME_MS,
});

/** The outlines never change while the site runs. */
export const councilMapQuery = (api: Api) => ({
  ...routeQuery(api, ['council-map'], councilMap, {}),
  staleTime: Infinity,
});
