import type { Db } from '../../platform/db/transaction.ts';
import { type RouteHandler, createHandler, toCommandContext } from '../../platform/http/route-handlers.ts';
import { createToken, revokeToken } from './commands.server.ts';
import * as routes from './contract.ts';
import { TOKEN_CREATED, TOKEN_REVOKED } from './messages.ts';
import { listTokens } from './queries.server.ts';

/** Routes of the service tokens. */
export function apiTokenHandlers({ db, now }: { db: Db; now: () => Date }): RouteHandler[] {
  return [
    createHandler(routes.apiTokens, () => listTokens(db, now())),
    createHandler(routes.createApiToken, async (form, call) => {
      const { id, secret } = await db
        .transaction()
        .execute((trx) => createToken(trx, toCommandContext(call, now), form));
      const [token] = await listTokens(db, now(), id);
      return { message: TOKEN_CREATED, secret, token: token! };
    }),
    createHandler(routes.revokeApiToken, async ({ id }, call) => {
      await db.transaction().execute((trx) => revokeToken(trx, toCommandContext(call, now), id));
      return { message: TOKEN_REVOKED };
    }),
  ];
}
