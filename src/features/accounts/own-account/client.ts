import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { ownDataSummary } from './contract.ts';

/** The data that is deleted with the caller's account. Never cached. */
export const ownDataQuery = (api: Api) => ({
  ...routeQuery(api, ['profile', 'data-summary'], ownDataSummary, {}),
  staleTime: 0,
});
