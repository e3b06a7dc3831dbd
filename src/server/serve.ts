import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../platform/config.ts';
import { openJobs } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import { releaseMemory } from '../platform/release-memory.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { createApp } from './app.ts';
import { seedContent } from './seed/content-seed.ts';
import { openDatabase } from './database.ts';
import { loadDemo } from './seed/demo-catalogue.ts';
import { describeSignIns, lockSignIns } from './seed/demo-accounts.ts';
import { QUEUES } from './worker/queues.ts';
import type { LoadPages } from './rendering/page-renderer.ts';
import { publishEvent } from './event-subscriptions.ts';
import { describeStartupFailure } from './startup-failure-message.ts';
import { startWorker } from './worker/worker-supervisor.ts';

/** For requests under way when the node is told to stop (milliseconds). */
const CLOSE_TIMEOUT_MS = 3_000;

/** Told to stop before the site was up. */
class StartInterrupted extends Error {}

/** Runs a node until it is told to stop: database, first content, index, host, worker. Sets the exit code; never rejects. */
export async function serve(openPages: LoadPages): Promise<void> {
  try {
    await run(openPages);
  } catch (error) {
    // What was under way has lost its database, and would go on until it notices.
    if (error instanceof StartInterrupted) process.exit();
    console.error(describeStartupFailure(error) ?? error);
    process.exitCode = 1;
  }
}

async function run(openPages: LoadPages): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  // What cannot be said, since the disk is full or nobody reads it, is no reason to end.
  process.stdout.on('error', () => {});
  const asked = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  const unlessStopping = <Result>(work: Promise<Result>): Promise<Result> =>
    Promise.race([work, asked.then(() => Promise.reject(new StartInterrupted()))]);
  await using cleanUp = new AsyncDisposableStack();

  const { db, url: databaseUrl, close } = await openDatabase(config, log, 'host');
  cleanUp.defer(close);
  const storage = await openStorage(config);
  const jobs = await openJobs({ url: databaseUrl, queues: QUEUES, log });
  cleanUp.defer(() => jobs.stop());
  await unlessStopping(seedContent({ db, storage, jobs }));
  await unlessStopping(config.demo ? loadDemo({ db, storage, jobs, publishEvent }) : lockSignIns(db));
  const app = await unlessStopping(createApp({ config, log, db, databaseUrl, storage, jobs, openPages }));
  const worker = startWorker({ databaseUrl, log });
  cleanUp.defer(() => worker.stop());
  cleanUp.defer(() => {
    // Whoever still has not got an answer after this will not wait for one.
    setTimeout(() => app.host.server.closeAllConnections(), CLOSE_TIMEOUT_MS).unref();
    return app.close();
  });
  // Building the index takes several times the memory that the index does.
  releaseMemory();
  await app.host.listen({ port: config.port, host: config.host });
  const signIns = config.demo ? await describeSignIns(db) : '';
  process.stdout.write(`\n  ${config.site.name} is ready: ${config.siteUrl}\n\n${signIns}`);

  const signal = await asked;
  app.drain();
  // Its jobs go to other nodes at once. It is waited for when the host is closed, and the database still there.
  void worker.stop();
  if (signal === 'SIGINT') return;
  await Promise.race([once(process, 'SIGINT'), sleep(config.drainMs, undefined, { ref: false })]);
}
