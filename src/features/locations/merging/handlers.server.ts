import { type Handler, command } from '../../../platform/http/handlers.ts';
import { LOCATIONS_MERGED } from '../messages.ts';
import { mergeLocations } from './commands.server.ts';
import { mergeLocation } from './contract.ts';

/** Handlers of merging two locations. */
export const mergingHandlers: readonly Handler[] = [command(mergeLocation, mergeLocations, LOCATIONS_MERGED)];
