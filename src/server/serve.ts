import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../platform/settings/config.ts';
import { openJobs } from '../platform/jobs/job-queue.ts';
import { createLog } from '../platform/diagnostics/log.ts';
import { PRODUCT_NAME } from '../platform/settings/product-name.ts';
import { releaseMemory } from '../platform/runtime/release-memory.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { VERSION } from '../platform/settings/version.ts';
import { createApp } from './app.ts';
import { seedContent } from './seed/content-seed.ts';
import { seedOptions } from './seed/option-seed.ts';
import { seedVocabulary } from '../features/search/vocabulary/commands.server.ts';
import { openDatabase } from './database.ts';
import { assertPortsFree } from './port-check.ts';
import { loadDemo } from './seed/demo-catalogue.ts';
import { describeDemoAccounts, lockDemoAccounts } from './seed/demo-accounts.ts';
import { QUEUES } from './worker/queues.ts';
import type { LoadPages } from './rendering/caching-page-renderer.ts';
import { publishEvent } from './event-subscriptions.ts';
import { describeStartupFailure } from './startup-failure-message.ts';
import { startWorker } from './worker/worker-supervisor.ts';

/** For open requests to finish during shutdown. */
const CLOSE_TIMEOUT_MS = 3_000;

/** A stop signal arrived during startup. */
class StartInterrupted extends Error {}

/**
 * Runs a node until SIGINT or SIGTERM: database, seed content, search index, HTTP server, worker. Prints why it could not start.
 * @param getConfig may throw a ConfigError
 * @returns the exit code
 */
export async function serve(getConfig: () => Config, loadPages: LoadPages): Promise<number> {
  try {
    await run(getConfig(), loadPages);
    return 0;
  } catch (error) {
    // The interrupted startup has lost its database; do not wait until it notices.
    if (error instanceof StartInterrupted) process.exit();
    console.error(describeStartupFailure(error) ?? error);
    return 1;
  }
}

async function run(config: Config, loadPages: LoadPages): Promise<void> {
  const log = createLog(config);
  log.info({ version: VERSION, nodeVersion: process.version }, `${PRODUCT_NAME} starts`);
  // A failed write to standard output (disk full, closed pipe) must not end the process.
  process.stdout.on('error', () => {});
  const stopSignal = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  const unlessStopping = <Result>(work: Promise<Result>): Promise<Result> =>
    Promise.race([work, stopSignal.then(() => Promise.reject(new StartInterrupted()))]);
  await using cleanUp = new AsyncDisposableStack();
  if (config.tracing) {
    const { startTracing } = await import('./start-tracing.ts');
    const tracing = startTracing(config);
    cleanUp.defer(() => tracing.stop());
  }

  // Not with DATABASE_URL: a proxy may have other nodes, and a request that arrives during the check would fail instead of
  // going to them.
  if (!config.databaseUrl) await assertPortsFree(config);
  const { db, url: databaseUrl, getPoolUsage, close } = await openDatabase(config, log, 'start');
  cleanUp.defer(close);
  const storage = await openStorage(config);
  const jobs = await openJobs({ url: databaseUrl, queues: QUEUES, log });
  cleanUp.defer(() => jobs.stop());
  await unlessStopping(seedContent({ db, storage, jobs }));
  await unlessStopping(seedOptions(db));
  await unlessStopping(seedVocabulary(db));
  await unlessStopping(config.demo ? loadDemo({ db, storage, jobs, publishEvent }) : lockDemoAccounts(db));
  const app = await unlessStopping(createApp({ config, log, db, databaseUrl, getPoolUsage, storage, jobs, loadPages }));
  const worker = startWorker({ databaseUrl, log });
  cleanUp.defer(() => worker.stop());
  cleanUp.defer(() => {
    // Close what is still open after the timeout.
    setTimeout(() => app.server.server.closeAllConnections(), CLOSE_TIMEOUT_MS).unref();
    return app.close();
  });
  if (config.metrics) {
    // Loaded only if they are used.
    const { startMetrics } = await import('./metrics/start-metrics.ts');
    const { listDisks } = await import('./metrics/disks.ts');
    const folders = await listDisks(config);
    const metrics = await startMetrics(
      config.metrics,
      {
        name: config.nodeName,
        folders,
        db,
        queues: QUEUES,
        mailbox: config.inboundMail?.name,
        getPoolUsage,
        app,
        worker,
      },
      log,
    );
    cleanUp.defer(() => metrics.stop());
  }
  // Building the search index takes several times the memory of the index itself.
  releaseMemory();
  await app.server.listen({ port: config.port, host: config.host });
  const demoAccounts = config.demo ? await describeDemoAccounts(db) : '';
  process.stdout.write(`\n  ${config.site.name} is ready: ${config.siteUrl}\n\n${demoAccounts}`);

  const signal = await stopSignal;
  app.drain();
  // Start stopping the worker now, so that other nodes get its jobs; cleanUp waits for it before the database closes.
  void worker.stop();
  if (signal === 'SIGINT') return;
  await Promise.race([once(process, 'SIGINT'), sleep(config.drainMs, undefined, { ref: false })]);
}
