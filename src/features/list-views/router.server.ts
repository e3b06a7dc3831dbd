import type { Db, Trx } from '../../platform/db/transaction.ts';
import {
  type CallContext,
  type CommandContext,
  type RouteHandler,
  createHandler,
  requireActor,
  toCommandContext,
} from '../../platform/http/route-handlers.ts';
import { addView, assertCanSeeList, deleteView, setDefaultView, updateView } from './commands.server.ts';
import * as routes from './contract.ts';
import * as messages from './messages.ts';
import { getViews } from './queries.server.ts';

/** Routes of the saved views of lists. */
export function listViewHandlers({ db, now }: { readonly db: Db; readonly now: () => Date }): RouteHandler[] {
  /** Runs a command that returns the list of the view. */
  const change = (
    message: string,
    call: CallContext,
    command: (trx: Trx, context: CommandContext) => Promise<string>,
  ) =>
    db.transaction().execute(async (trx) => {
      const context = toCommandContext(call, now);
      const list = await command(trx, context);
      return { message, saved: await getViews(trx, list, context.actor.id) };
    });
  return [
    createHandler(routes.viewsOfList, ({ list }, call) => {
      const actor = requireActor(call);
      assertCanSeeList(actor, list);
      return getViews(db, list, actor.id);
    }),
    createHandler(routes.addView, ({ list, ...view }, call) =>
      db.transaction().execute(async (trx) => {
        const context = toCommandContext(call, now);
        const id = await addView(trx, context, { list, ...view });
        return { id, message: messages.VIEW_SAVED, saved: await getViews(trx, list, context.actor.id) };
      }),
    ),
    createHandler(routes.updateView, ({ id, ...input }, call) =>
      change(formatUpdated(input), call, (trx, context) => updateView(trx, context, { id, ...input })),
    ),
    createHandler(routes.deleteView, (input, call) =>
      change(messages.VIEW_DELETED, call, (trx, context) => deleteView(trx, context, input)),
    ),
    createHandler(routes.setDefaultView, ({ list, viewId }, call) =>
      change(
        viewId === null ? messages.DEFAULT_VIEW_REMOVED : messages.DEFAULT_VIEW_SET,
        call,
        async (trx, context) => {
          await setDefaultView(trx, context, { list, viewId });
          return list;
        },
      ),
    ),
  ];
}

function formatUpdated({
  isTeam,
  content,
}: {
  readonly isTeam?: true | undefined;
  readonly content?: unknown;
}): string {
  if (isTeam) return messages.VIEW_SHARED;
  return content === undefined ? messages.VIEW_RENAMED : messages.VIEW_SAVED;
}
