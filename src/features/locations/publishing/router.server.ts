import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { type Binding, type Call, actorOf, bind } from '../../../platform/http/server.ts';
import type { LocationDeps } from '../commands.server.ts';
import { deleteLocation } from '../deleting/commands.server.ts';
import { moveBack, publishLocation, takeOffline } from './commands.server.ts';
import * as calls from './contract.ts';

type Deps = LocationDeps & { readonly db: Kysely<Database> };

/** Answers what the Locations Team decides about a location, each in one transaction. */
export function publishingBindings({ db, ...deps }: Deps): Binding[] {
  return [
    bind(calls.publish, async (seen, call) => {
      const published_without = await db
        .transaction()
        .execute((trx) => publishLocation(trx, deps, { ...seen, ...decidedBy(call) }));
      return { message: 'Record published successfully', published_without };
    }),
    bind(calls.unpublish, async ({ id }, call) => {
      await db.transaction().execute((trx) => takeOffline(trx, deps, { id, ...decidedBy(call) }));
      return { message: 'Record is now offline' };
    }),
    bind(calls.updateStatus, async ({ id, submitted_at }) => {
      const submitted = submitted_at === undefined ? undefined : new Date(submitted_at);
      await db.transaction().execute((trx) => moveBack(trx, deps, { id, submitted }));
      return { message: 'Location status updated successfully' };
    }),
    bind(calls.deleteLocation, async (seen, call) => {
      await db.transaction().execute((trx) => deleteLocation(trx, { ...seen, ...decidedBy(call) }, deps.announce));
      return { message: 'Location has been deleted successfully' };
    }),
  ];
}

function decidedBy(call: Call) {
  return { actorId: actorOf(call).id, at: new Date() };
}
