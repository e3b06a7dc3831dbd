import type { Db } from '../../../platform/db/transaction.ts';
import { type RouteHandler, createHandler } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import { getAccessibleLocation, throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import { changeOwner } from './commands.server.ts';
import * as routes from './contract.ts';
import { listCandidates, getOwner, listOwners } from './queries.server.ts';
import { OWNERSHIP_CHANGED } from '../messages.ts';

type Deps = LocationDeps & { readonly db: Db };

/** Route handlers for the owner of a location. */
export function ownershipHandlers({ db, ...deps }: Deps): RouteHandler[] {
  return [
    createHandler(routes.locationOwners, async ({ id }, call) => {
      await getAccessibleLocation(db, requireActor(call), id);
      return listOwners(db, id);
    }),
    createHandler(routes.ownerCandidates, async ({ id, query, page }, call) => {
      const { owner_id } = await getAccessibleLocation(db, requireActor(call), id);
      return listCandidates(db, { query, page, except: owner_id });
    }),
    createHandler(routes.changeOwner, async (change, call) => {
      const context = { actor: requireActor(call), at: new Date() };
      const found = await db.transaction().execute(async (trx) => {
        await changeOwner(trx, deps, context, change);
        return getOwner(trx, change.id);
      });
      const owner = found ?? throwLocationNotFound();
      return { message: OWNERSHIP_CHANGED, data: owner, owner };
    }),
  ];
}
