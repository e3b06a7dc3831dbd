import type { Db } from '../../../platform/db/transaction.ts';
import { type RouteHandler, createHandler, toCommandContext } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import { getAccessibleLocation } from '../working-copy/access.queries.server.ts';
import { addTask, cancelTask, completeTask } from './commands.server.ts';
import * as routes from './contract.ts';
import { getOpenTasks, listTasks } from './queries.server.ts';

interface Deps extends LocationDeps {
  readonly db: Db;
  readonly now: () => Date;
}

/** Route handlers for what owners are asked for. Each change is one transaction and returns the tasks of the location. */
export function ownerTaskHandlers({ db, now, ...deps }: Deps): RouteHandler[] {
  return [
    createHandler(routes.ownerTasks, async ({ id }, call) => {
      await getAccessibleLocation(db, requireActor(call), id);
      return listTasks(db, id);
    }),
    createHandler(routes.addOwnerTask, (task, call) =>
      db.transaction().execute(async (trx) => {
        await addTask(trx, deps, toCommandContext(call, now), task);
        return listTasks(trx, task.id);
      }),
    ),
    createHandler(routes.cancelOwnerTask, (task, call) =>
      db.transaction().execute(async (trx) => {
        await cancelTask(trx, toCommandContext(call, now), task);
        return listTasks(trx, task.id);
      }),
    ),
    createHandler(routes.completeOwnerTask, (task, call) =>
      db.transaction().execute(async (trx) => {
        await completeTask(trx, toCommandContext(call, now), task);
        return (await getOpenTasks(trx, [task.id])).get(task.id) ?? [];
      }),
    ),
  ];
}
