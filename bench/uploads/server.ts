import { sql } from 'kysely';
import { beginSession } from '../../src/features/accounts/sessions/commands.server.ts';
import { IMAGES } from '../../src/features/locations/images/schema.ts';
import { createApp } from '../../src/server/app.ts';
import { seedContent } from '../../src/server/seed/content-seed.ts';
import { openDatabase } from '../../src/server/database.ts';
import { loadDemo } from '../../src/server/seed/demo-catalogue.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import { builtPages } from '../../src/server/rendering/render-pool.ts';
import { announce } from '../../src/server/event-subscriptions.ts';
import { startWorker } from '../../src/server/worker/worker-supervisor.ts';
import { readConfig } from '../../src/platform/config.ts';
import { openJobs } from '../../src/platform/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { openStorage } from '../../src/platform/storage/storage.ts';

/** Who sends photographs, and where to. */
export interface Ready {
  readonly token: string;
  /** Enough of them for all photographs. */
  readonly locations: readonly string[];
  readonly pid: number;
}

export const PHOTOGRAPHS = Number(process.env['PHOTOGRAPHS'] ?? 200);
/** Sent before it counts. */
export const WARM_UP_PHOTOGRAPHS = 20;
const PASSWORD_HASH = 'nobody logs in with it';

/** The site on the demo catalogue with its worker, and an owner with some locations. */
async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  const { db, url: databaseUrl, close } = await openDatabase(config, log, 'host');
  const storage = await openStorage(config);
  const jobs = await openJobs({ url: databaseUrl, queues: QUEUES, log });
  await seedContent({ db, storage, jobs });
  await loadDemo({ db, storage, jobs, announce });
  // The photographs of the demo are not what is measured: the worker is to have nothing else to do.
  await sql`delete from pgboss.job`.execute(db);
  const ready = await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        ...{ role: 'OWNER', first_name: 'Catriona', last_name: 'Muir', email: 'owner@bench.example' },
        ...{ password_hash: PASSWORD_HASH, email_verified_at: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: Math.ceil((WARM_UP_PHOTOGRAPHS + PHOTOGRAPHS) / IMAGES) }, (_, n) => ({
      ...{ title: `Mill ${n}`, locationurl: `mill-${n}`, owner_id: id },
    }));
    const locations = await trx.insertInto('locations').values(rows).returning('id').execute();
    const secrets = await beginSession(trx, { id, passwordHash: PASSWORD_HASH }, new Date());
    return { token: secrets?.token ?? '', locations: locations.map((location) => location.id) };
  });
  const app = await createApp({ config, log, db, databaseUrl, storage, jobs, openPages: builtPages() });
  await app.host.listen({ port: config.port, host: config.host });
  const worker = startWorker({ databaseUrl, log });
  process.on('message', () => {
    void worker
      .stop()
      .then(() => app.close())
      .then(() => jobs.stop())
      .then(close)
      .then(() => process.exit(0));
  });
  process.send?.({ ...ready, pid: process.pid } satisfies Ready);
}

if (import.meta.main) await serve();
