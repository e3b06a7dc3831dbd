import type { Kysely } from 'kysely';
import { readConfig } from '../src/platform/settings/config.ts';
import { type PoolUsage, connectAsOwner } from '../src/platform/db/pool.ts';
import type { Database } from '../src/platform/db/tables.ts';
import { type JobRetrier, openJobs } from '../src/platform/jobs/job-queue.ts';
import { type Log, createLog } from '../src/platform/diagnostics/log.ts';
import { openStorage } from '../src/platform/storage/open-storage.ts';
import type { Storage } from '../src/platform/storage/storage.ts';
import { type App, createApp } from '../src/server/app.ts';
import { startMetrics } from '../src/server/metrics/start-metrics.ts';
import { seedContent } from '../src/server/seed/content-seed.ts';
import { openDatabase } from '../src/server/database.ts';
import { loadDemo } from '../src/server/seed/demo-catalogue.ts';
import { QUEUES } from '../src/server/worker/queues.ts';
import { createRenderPool } from '../src/server/rendering/render-pool.ts';
import { publishEvent } from '../src/server/event-subscriptions.ts';

interface Site {
  readonly log: Log;
  readonly db: Kysely<Database>;
  readonly databaseUrl: string;
  readonly getPoolUsage: () => PoolUsage;
  readonly storage: Storage;
  readonly jobs: JobRetrier;
}

/**
 * Runs the site in this process like `npm start`, without the worker, until the parent process sends 'stop'.
 * @param prepare fills the database; its result is sent to the parent when the site listens
 * @param extend called before the site listens; the function it returns is called before the site closes
 */
export async function runSite(
  prepare: (site: Site) => Promise<string | object>,
  extend: (app: App, site: Site) => () => Promise<void> = () => async () => {},
): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  const { db, url: databaseUrl, getPoolUsage, close } = await openDatabase(config, log, 'start');
  const storage = await openStorage(config);
  const jobs = await openJobs({ url: databaseUrl, queues: QUEUES, log });
  const site = { log, db, databaseUrl, getPoolUsage, storage, jobs };
  const ready = await prepare(site);
  const app = await createApp({ config, ...site, loadPages: createRenderPool() });
  if (config.metrics) {
    const worker = { getMetrics: () => undefined, getRestarts: () => 0 };
    const { nodeName: name, dataDir } = config;
    const node = {
      name,
      folders: { data: dataDir },
      db,
      queues: QUEUES,
      mailbox: undefined,
      getPoolUsage,
      app,
      worker,
    };
    await startMetrics(config.metrics, node, log);
  }
  const closeExtension = extend(app, site);
  process.on('message', (message) => {
    if (message !== 'stop') return;
    void closeExtension()
      .then(() => app.close())
      .then(() => jobs.stop())
      .then(close)
      .then(() => process.disconnect());
  });
  await app.server.listen({ port: config.port, host: config.host });
  process.send?.(ready);
}

/** Loads content and catalogue of the demo. */
export async function fillWithDemo({ db, storage, jobs }: Site): Promise<void> {
  await seedContent({ db, storage, jobs });
  await loadDemo({ db, storage, jobs, publishEvent });
}

/** Calls `fill` with a connection as the database owner. */
export async function fillAsOwner<Result>(
  { databaseUrl, log }: Site,
  fill: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const owner = connectAsOwner(databaseUrl, log);
  try {
    return await fill(owner.kysely);
  } finally {
    await owner.pool.end();
  }
}
