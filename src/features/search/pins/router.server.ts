import type { Db, Trx } from '../../../platform/db/transaction.ts';
import {
  type CallContext,
  type CommandContext,
  type RouteHandler,
  createHandler,
  toCommandContext,
} from '../../../platform/http/route-handlers.ts';
import { addPin, deletePin, updatePin } from './commands.server.ts';
import * as routes from './contract.ts';
import { PIN_DELETED, PIN_SAVED } from './messages.ts';
import { findPinOfQuery, listPins } from './queries.server.ts';

/** Routes of the pinned results that the Locations Team edits. */
export function pinHandlers({ db, now }: { readonly db: Db; readonly now: () => Date }): RouteHandler[] {
  const change = <Result>(call: CallContext, command: (trx: Trx, context: CommandContext) => Promise<Result>) =>
    db.transaction().execute((trx) => command(trx, toCommandContext(call, now)));
  return [
    createHandler(routes.pins, () => listPins(db)),
    createHandler(routes.pinnedResults, async ({ query }) => ({ pin: await findPinOfQuery(db, query) })),
    createHandler(routes.addPin, async (input, call) => {
      const id = await change(call, (trx, context) => addPin(trx, context, input));
      return { id, message: PIN_SAVED };
    }),
    createHandler(routes.updatePin, async (input, call) => {
      await change(call, (trx, context) => updatePin(trx, context, input));
      return { message: PIN_SAVED };
    }),
    createHandler(routes.deletePin, async (reference, call) => {
      await change(call, (trx, context) => deletePin(trx, context, reference));
      return { message: PIN_DELETED };
    }),
  ];
}
