import type { AccountEvent } from '../features/accounts/events.ts';
import { forgetUser } from '../features/boards/sharing/commands.server.ts';
import type { LocationEvent } from '../features/locations/events.ts';
import { indexTerms } from '../features/search/sql/commands.server.ts';
import type { Announce } from '../platform/events.ts';

/** What follows from what, across features. */
export const announce: Announce<LocationEvent | AccountEvent> = async (trx, event) => {
  if (event.type === 'account.deleted') await forgetUser(trx, event);
  else if (event.type !== 'locations.taken-offline') await indexTerms(trx, event.ids);
};
