import { getAccessibleLocation } from '../working-copy/access.queries.server.ts';
import { addTask, cancelTask, completeTask } from './commands.server.ts';
import * as routes from './contract.ts';
import { getOpenTasks, listTasks } from './queries.server.ts';
import { type Handler, command, query } from '../../../platform/http/handlers.ts';

/** Handlers of what owners are asked for. A change returns the tasks of the location. */
export const ownerTaskHandlers: readonly Handler[] = [
  query(routes.ownerTasks, async (db, caller, { id }) => {
    await getAccessibleLocation(db, caller, id);
    return listTasks(db, id);
  }),
  command(routes.addOwnerTask, async (context, task) => {
    await addTask(context.trx, context, context, task);
    return listTasks(context.trx, task.id);
  }),
  command(routes.cancelOwnerTask, async (context, task) => {
    await cancelTask(context.trx, context, task);
    return listTasks(context.trx, task.id);
  }),
  command(routes.completeOwnerTask, async (context, task) => {
    await completeTask(context.trx, context, task);
    return (await getOpenTasks(context.trx, [task.id])).get(task.id) ?? [];
  }),
];
