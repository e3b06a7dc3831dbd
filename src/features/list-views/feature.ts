import type { Feature } from '../../platform/feature/feature.ts';
import { command, query } from '../../platform/http/handlers.ts';
import {
  addView,
  assertCanSeeList,
  deleteView,
  deleteViewsOfUser,
  setDefaultView,
  updateView,
} from './commands.server.ts';
import * as routes from './contract.ts';
import * as messages from './messages.ts';
import { VIEW_DATA } from './personal-data.queries.server.ts';
import { getViews } from './queries.server.ts';
import { listViews } from './schema.ts';

/** Saved views of the lists of the back office. A change returns all views of the list. */
export const listViewFeature: Feature = {
  tag: 'settings',
  handlers: [
    query(routes.viewsOfList, (db, caller, { list }) => {
      assertCanSeeList(caller, list);
      return getViews(db, list, caller.id);
    }),
    command(routes.addView, async (context, view) => {
      const id = await addView(context, view);
      return { id, message: messages.VIEW_SAVED, saved: await getViews(context.trx, view.list, context.actor.id) };
    }),
    command(routes.updateView, async (context, change) => {
      const list = await updateView(context, change);
      return { message: formatUpdated(change), saved: await getViews(context.trx, list, context.actor.id) };
    }),
    command(
      routes.deleteView,
      async (context, reference) => {
        const list = await deleteView(context, reference);
        return { saved: await getViews(context.trx, list, context.actor.id) };
      },
      messages.VIEW_DELETED,
    ),
    command(routes.setDefaultView, async (context, choice) => {
      await setDefaultView(context, choice);
      const message = choice.viewId === null ? messages.DEFAULT_VIEW_REMOVED : messages.DEFAULT_VIEW_SET;
      return { message, saved: await getViews(context.trx, choice.list, context.actor.id) };
    }),
  ],
  personalData: [VIEW_DATA],
  accountData: { delete: (trx, { userId }) => deleteViewsOfUser(trx, userId) },
  schemas: { ListViews: listViews },
};

function formatUpdated({ isTeam, content }: { isTeam?: true | undefined; content?: unknown }): string {
  if (isTeam) return messages.VIEW_SHARED;
  return content === undefined ? messages.VIEW_RENAMED : messages.VIEW_SAVED;
}
