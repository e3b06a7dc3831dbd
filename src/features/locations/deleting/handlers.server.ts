import { type Handler, command } from '../../../platform/http/handlers.ts';
import { LOCATION_DELETED } from '../messages.ts';
import { deleteLocation } from './commands.server.ts';
import * as routes from './contract.ts';

/** Handlers of deleting a location. */
export const deletingHandlers: readonly Handler[] = [command(routes.deleteLocation, deleteLocation, LOCATION_DELETED)];
