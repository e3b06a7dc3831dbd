import { indexTerms } from '../features/search/sql/commands.server.ts';
import type { LocationEvent } from '../features/locations/events.ts';
import type { Announce } from '../platform/events.ts';

/** What follows from what, across features. */
export const announce: Announce<LocationEvent> = async (trx, event) => {
  if (event.type !== 'locations.taken-offline') await indexTerms(trx, event.ids);
};
