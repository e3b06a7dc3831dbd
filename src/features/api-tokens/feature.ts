import type { Feature } from '../../platform/feature/feature.ts';
import { command, query } from '../../platform/http/handlers.ts';
import {
  createToken,
  deleteOldTokens,
  deleteTokensOfUser,
  revokeToken,
  revokeTokensOfUser,
} from './commands.server.ts';
import { TOKEN_CREATED, TOKEN_REVOKED } from './messages.ts';
import { TOKEN_DATA } from './personal-data.queries.server.ts';
import { listTokens } from './queries.server.ts';
import { apiToken } from './schema.ts';
import * as routes from './contract.ts';

/** Service tokens, with which programs call the API. */
export const apiTokenFeature: Feature = {
  tag: 'service-tokens',
  handlers: [
    query(routes.apiTokens, (db, _caller, _input, { at }) => listTokens(db, at)),
    command(routes.createApiToken, createToken, async (db, _caller, _form, { result: { id, secret }, at }) => {
      const [token] = await listTokens(db, at, id);
      return { message: TOKEN_CREATED, secret, token: token! };
    }),
    command(routes.revokeApiToken, revokeToken, TOKEN_REVOKED),
  ],
  subscriptions: { 'account.password-replaced': revokeTokensOfUser, 'account.refused': revokeTokensOfUser },
  personalData: [TOKEN_DATA],
  accountData: { delete: (trx, { userId }) => deleteTokensOfUser(trx, userId) },
  cleanup: { 'service tokens': ({ db, at }) => deleteOldTokens(db, at) },
  schemas: {
    ApiToken: apiToken,
  },
};
