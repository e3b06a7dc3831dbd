import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { ownSecondFactors } from './contract.ts';

/** The second factors of the signed-in user. */
export const secondFactorsQuery = (api: Api) => routeQuery(api, ['second-factors'], ownSecondFactors, {});
