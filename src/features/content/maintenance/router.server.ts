import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { type Binding, actorOf, bind } from '../../../platform/http/server.ts';
import { isInMaintenance } from '../queries.server.ts';
import { switchMaintenance } from './commands.server.ts';
import * as calls from './contract.ts';

/** Answers the calls about maintenance. What is answered is what the database says, which this node may be about to follow. */
export function maintenanceBindings({ db, now }: { db: Kysely<Database>; now: () => Date }): Binding[] {
  return [
    bind(calls.maintenance, async () => ({ on: await isInMaintenance(db) })),
    bind(calls.switchMaintenance, async ({ on }, call) => {
      const actorId = actorOf(call).id;
      await db.transaction().execute((trx) => switchMaintenance(trx, { on, actorId, at: now() }));
      return { on };
    }),
  ];
}
