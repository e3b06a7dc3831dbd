import type { Db } from '../../../platform/db/transaction.ts';
import { type RouteHandler, createHandler, toCommandContext } from '../../../platform/http/route-handlers.ts';
import { restoreContentRevision } from './commands.server.ts';
import { RESTORED } from '../messages.ts';
import * as routes from './contract.ts';
import { getContentRevision, listContentRevisions } from './queries.server.ts';

interface Deps {
  readonly db: Db;
  readonly now: () => Date;
}

/** Route handlers for the history of pages, the menu and the footer. */
export function contentHistoryHandlers({ db, now }: Deps): RouteHandler[] {
  return [
    createHandler(routes.listContentRevisions, (params) => listContentRevisions(db, params)),
    createHandler(routes.getContentRevision, (params) => getContentRevision(db, params)),
    createHandler(routes.restoreContentRevision, async (params, call) => {
      const restored = await db
        .transaction()
        .execute((trx) => restoreContentRevision(trx, toCommandContext(call, now), params));
      return { message: RESTORED, ...restored };
    }),
  ];
}
