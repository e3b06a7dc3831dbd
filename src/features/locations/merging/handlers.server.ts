import { LOCATIONS_MERGED } from '../messages.ts';
import { mergeLocations } from './commands.server.ts';
import { mergeLocation } from './contract.ts';
import { type Handler, command } from '../../../platform/http/handlers.ts';

/** Handlers of merging two locations. */
export const mergingHandlers: readonly Handler[] = [
  command(
    mergeLocation,
    (context, { id, other_id, other_version, other_images_version, parts, ...expected }) => {
      const otherExpected = { version: other_version, images_version: other_images_version };
      return mergeLocations(context.trx, context, context, { id, otherId: other_id, parts, expected, otherExpected });
    },
    LOCATIONS_MERGED,
  ),
];
