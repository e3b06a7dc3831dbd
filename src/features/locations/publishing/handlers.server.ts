import { returnToOwner, publishLocation, unpublishLocation } from './commands.server.ts';
import * as routes from './contract.ts';
import * as messages from '../messages.ts';
import { type Handler, command } from '../../../platform/http/handlers.ts';

/** Handlers of publishing, taking offline and moving back. */
export const publishingHandlers: readonly Handler[] = [
  command(
    routes.publish,
    async (context, expected) => {
      const { trx, actor, at } = context;
      return { published_without: await publishLocation(trx, context, { ...expected, actor, at }) };
    },
    messages.PUBLISHED,
  ),
  command(
    routes.unpublish,
    (context, { id }) => unpublishLocation(context.trx, context, { id, actor: context.actor, at: context.at }),
    messages.UNPUBLISHED,
  ),
  command(
    routes.updateStatus,
    (context, { submitted_at, ...returned }) => {
      const { trx, actor, at } = context;
      const submitted = submitted_at === undefined ? undefined : new Date(submitted_at);
      return returnToOwner(trx, context, { ...returned, submitted, actor, at });
    },
    messages.STATUS_UPDATED,
  ),
];
