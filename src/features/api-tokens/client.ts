import type { Api } from '../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../platform/http/route-query.ts';
import { apiTokens, createApiToken, revokeApiToken } from './contract.ts';

const TOKENS_KEY = ['api-tokens'];

export const apiTokensQuery = (api: Api) => routeQuery(api, TOKENS_KEY, apiTokens, {});
export const createTokenMutation = (api: Api) =>
  routeMutation(api, createApiToken, (client) => client.invalidateQueries({ queryKey: TOKENS_KEY }));
export const revokeTokenMutation = (api: Api) =>
  routeMutation(api, revokeApiToken, (client) => client.invalidateQueries({ queryKey: TOKENS_KEY }));
