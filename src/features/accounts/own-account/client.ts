import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { ownDataSummary } from './contract.ts';

/** What is deleted with the own account. Never taken from the cache. */
export const ownDataQuery = (api: Api) => ({
  ...routeQuery(api, ['profile', 'data-summary'], ownDataSummary, {}),
  staleTime: 0,
});
