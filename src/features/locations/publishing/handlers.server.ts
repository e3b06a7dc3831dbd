import { returnToOwner, publishLocation, unpublishLocation } from './commands.server.ts';
import * as routes from './contract.ts';
import * as messages from '../messages.ts';
import { type Handler, command } from '../../../platform/http/handlers.ts';

/** Handlers of publishing, taking offline and moving back. */
export const publishingHandlers: readonly Handler[] = [
  command(routes.publish, publishLocation, messages.PUBLISHED),
  command(routes.unpublish, unpublishLocation, messages.UNPUBLISHED),
  command(routes.updateStatus, returnToOwner, messages.STATUS_UPDATED),
];
