import type { Feature } from '../../platform/feature/feature.ts';
import { deleteOldTokens, deleteTokensOfUser, revokeTokensOfUser } from './commands.server.ts';
import { TOKEN_DATA } from './personal-data.queries.server.ts';
import { apiToken } from './schema.ts';

export const apiTokenFeature: Feature = {
  subscriptions: { 'account.password-replaced': revokeTokensOfUser, 'account.refused': revokeTokensOfUser },
  personalData: [TOKEN_DATA],
  accountData: { delete: (trx, { userId }) => deleteTokensOfUser(trx, userId) },
  cleanup: { 'service tokens': ({ db }) => deleteOldTokens(db) },
  schemas: {
    ApiToken: apiToken,
  },
};
