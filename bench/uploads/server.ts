import { sql } from 'kysely';
import { createSession } from '../../src/features/accounts/sessions/commands.server.ts';
import { MAX_IMAGES } from '../../src/features/locations/editing/images/schema.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import { startWorker } from '../../src/server/worker/worker-supervisor.ts';
import { fillWithDemo, runSite } from '../site.ts';

/** The owner who uploads, and the target locations. */
export interface Ready {
  readonly token: string;
  /** Enough locations for all photographs. */
  readonly locations: readonly string[];
}

export const PHOTOGRAPHS = Number(process.env['PHOTOGRAPHS'] ?? 200);
/** Uploaded before the measurement. */
export const WARM_UP_PHOTOGRAPHS = 20;
const PASSWORD_HASH = 'not a valid hash';

/** Creates an owner with locations for some photographs. */
export async function addOwner(db: Db, photographs: number): Promise<Ready> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        role: 'OWNER',
        first_name: 'Catriona',
        last_name: 'Muir',
        email: 'owner@bench.example',
        password_hash: PASSWORD_HASH,
        email_verified_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: Math.ceil(photographs / MAX_IMAGES) }, (_, n) => ({
      title: `Mill ${n}`,
      locationurl: `mill-${n}`,
      owner_id: id,
    }));
    const locations = await trx.insertInto('locations').values(rows).returning('id').execute();
    const secrets = await createSession(trx, { id, passwordHash: PASSWORD_HASH }, new Date());
    return { token: secrets?.token ?? '', locations: locations.map((location) => location.id) };
  });
}

/** Runs the site with the demo catalogue, its worker, and an owner with some locations. */
if (import.meta.main) {
  await runSite(
    async (site) => {
      await fillWithDemo(site);
      // Deletes the jobs of the demo photographs, so that the worker has nothing else to do.
      await sql`delete from pgboss.job`.execute(site.db);
      return addOwner(site.db, WARM_UP_PHOTOGRAPHS + PHOTOGRAPHS);
    },
    (_app, { databaseUrl, log }) => {
      const worker = startWorker({ databaseUrl, log });
      return () => worker.stop();
    },
  );
}
