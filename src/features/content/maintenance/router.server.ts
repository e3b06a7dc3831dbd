import type { Db } from '../../../platform/db/transaction.ts';
import { type RouteHandler, createHandler } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import { isInMaintenance } from '../queries.server.ts';
import { switchMaintenance } from './commands.server.ts';
import * as routes from './contract.ts';

/** Routes of maintenance. They read the database, so this node may apply what they return up to 5 seconds later. */
export function maintenanceHandlers({ db, now }: { db: Db; now: () => Date }): RouteHandler[] {
  return [
    createHandler(routes.maintenance, async () => ({ on: await isInMaintenance(db) })),
    createHandler(routes.switchMaintenance, async ({ on }, call) => {
      const actorId = requireActor(call).id;
      await db.transaction().execute((trx) => switchMaintenance(trx, { on, actorId, at: now() }));
      return { on };
    }),
  ];
}
