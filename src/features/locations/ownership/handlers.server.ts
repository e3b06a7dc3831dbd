import { getAccessibleLocation, throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import { changeOwner } from './commands.server.ts';
import * as routes from './contract.ts';
import { listCandidates, getOwner, listOwners } from './queries.server.ts';
import { OWNERSHIP_CHANGED } from '../messages.ts';
import { type Handler, command, query } from '../../../platform/http/handlers.ts';

/** Handlers of the owner of a location. */
export const ownershipHandlers: readonly Handler[] = [
  query(routes.locationOwners, async (db, caller, { id }) => {
    await getAccessibleLocation(db, caller, id);
    return listOwners(db, id);
  }),
  query(routes.ownerCandidates, async (db, caller, { id, query: words, page }) => {
    const { owner_id } = await getAccessibleLocation(db, caller, id);
    return listCandidates(db, { query: words, page, except: owner_id });
  }),
  command(
    routes.changeOwner,
    async (context, change) => {
      await changeOwner(context, change);
      const owner = (await getOwner(context.trx, change.id)) ?? throwLocationNotFound();
      return { data: owner, owner };
    },
    OWNERSHIP_CHANGED,
  ),
];
