import { deleteLocation } from './commands.server.ts';
import * as routes from './contract.ts';
import { LOCATION_DELETED } from '../messages.ts';
import { type Handler, command } from '../../../platform/http/handlers.ts';

/** Handlers of deleting a location. */
export const deletingHandlers: readonly Handler[] = [
  command(
    routes.deleteLocation,
    ({ trx, actor, at, publishEvent }, location) =>
      deleteLocation(trx, { ...location, actorId: actor.id, at }, publishEvent),
    LOCATION_DELETED,
  ),
];
