import type { Db } from '../../../platform/db/transaction.ts';
import { type RouteHandler, createHandler, toCommandContext } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import type { JobSender } from '../../../platform/jobs/job-queue.ts';
import { RESTORED } from '../messages.ts';
import { getAccessibleLocation } from '../working-copy/access.queries.server.ts';
import { restoreRevision } from './commands.server.ts';
import * as routes from './contract.ts';
import { getRevision, listRevisions } from './queries.server.ts';

interface Deps {
  readonly db: Db;
  readonly jobs: JobSender;
  readonly now: () => Date;
}

/** Route handlers for the history of a location. */
export function historyHandlers({ db, jobs, now }: Deps): RouteHandler[] {
  return [
    createHandler(routes.listRevisions, async (params, call) => {
      await getAccessibleLocation(db, requireActor(call), params.id);
      return listRevisions(db, params);
    }),
    createHandler(routes.getRevision, async (params, call) => {
      await getAccessibleLocation(db, requireActor(call), params.id);
      return getRevision(db, params);
    }),
    createHandler(routes.restoreRevision, async (params, call) => {
      const restored = await db
        .transaction()
        .execute((trx) => restoreRevision(trx, jobs, toCommandContext(call, now), params));
      return { message: RESTORED, number: restored.number, notes: [...restored.notes] };
    }),
  ];
}
