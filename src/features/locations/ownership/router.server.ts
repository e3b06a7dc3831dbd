import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { type Binding, actorOf, bind } from '../../../platform/http/server.ts';
import { heldLocation, noLocation } from '../access/queries.server.ts';
import type { LocationDeps } from '../commands.server.ts';
import { changeOwner } from './commands.server.ts';
import * as calls from './contract.ts';
import { candidatesFor, ownerOf, ownersOf } from './queries.server.ts';

type Deps = LocationDeps & { readonly db: Kysely<Database> };

/** Answers the calls about whose a location is. */
export function ownershipBindings({ db, ...deps }: Deps): Binding[] {
  return [
    bind(calls.locationOwners, async ({ id }, call) => {
      await heldLocation(db, actorOf(call), id);
      return ownersOf(db, id);
    }),
    bind(calls.ownerCandidates, async ({ id, query, page }, call) => {
      const { owner_id } = await heldLocation(db, actorOf(call), id);
      return candidatesFor(db, { query, page, except: owner_id });
    }),
    bind(calls.changeOwner, async (handover, call) => {
      const act = { actor: actorOf(call), at: new Date() };
      const found = await db.transaction().execute(async (trx) => {
        await changeOwner(trx, deps, act, handover);
        return ownerOf(trx, handover.id);
      });
      const owner = found ?? noLocation();
      return { message: 'Location owner changed successfully', data: owner, owner };
    }),
  ];
}
