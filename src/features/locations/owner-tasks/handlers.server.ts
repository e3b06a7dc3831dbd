import { getAccessibleLocation } from '../working-copy/access.queries.server.ts';
import { addTask, cancelTask, completeTask } from './commands.server.ts';
import * as routes from './contract.ts';
import { getOpenTasks, listTasks } from './queries.server.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { type Handler, command, query } from '../../../platform/http/handlers.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';

/** Handlers of what owners are asked for. A change returns the tasks of the location. */
export const ownerTaskHandlers: readonly Handler[] = [
  query(routes.ownerTasks, async (db, caller, { id }) => {
    await getAccessibleLocation(db, caller, id);
    return listTasks(db, id);
  }),
  command(routes.addOwnerTask, addTask, listAll),
  command(routes.cancelOwnerTask, cancelTask, listAll),
  command(
    routes.completeOwnerTask,
    completeTask,
    async (db, _caller, { id }) => (await getOpenTasks(db, [id])).get(id) ?? [],
  ),
];

function listAll(db: Db, _caller: Actor, { id }: { readonly id: string }) {
  return listTasks(db, id);
}
