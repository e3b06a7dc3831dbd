import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { ownSingleSignOnRoute } from './contract.ts';

export const singleSignOnQuery = (api: Api) => routeQuery(api, ['single-sign-on'], ownSingleSignOnRoute, {});
