import path from 'node:path';
import { startDeletionWorker } from '../../features/accounts/account-deletion/jobs.server.ts';
import { startLookBookWorker } from '../../features/boards/look-book/jobs.server.ts';
import { renderStaticMap } from '../../features/geography/basemap/static-map/static-map.server.ts';
import { selectRegion } from '../../features/geography/region/queries.server.ts';
import { startImportWorker } from '../../features/import-export/browser/jobs.server.ts';
import { rowImporter } from '../../features/import-export/browser/row-importer.commands.server.ts';
import { addUploadedImages } from '../../features/locations/editing/images/image-uploads.commands.server.ts';
import { startBulkChangeWorker } from '../../features/locations/bulk-changes/jobs.server.ts';
import { startIngestionWorker } from '../../features/media/uploads/ingestion.jobs.server.ts';
import { startExportWorker } from '../../features/personal-data-export/jobs.server.ts';
import { startRenditionWorker } from '../../features/media/renditions.jobs.server.ts';
import { findMissingSandbox } from '../../features/media/image-processing/sandbox.ts';
import { type Config, readConfig } from '../../platform/settings/config.ts';
import { connect } from '../../platform/db/pool.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { type JobSender, type JobWorker, startJobs } from '../../platform/jobs/job-queue.ts';
import { type Log, createLog } from '../../platform/diagnostics/log.ts';
import { createFolderMailer, createSmtpMailer } from '../../platform/mail/mailer.ts';
import { createOutbox, mailQueue, mailJobHandler } from '../../platform/mail/outbox.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { createBatchDeletion } from '../delete-account-data.ts';
import { publishEvent } from '../event-subscriptions.ts';
import { PERSONAL_DATA } from '../personal-data-sections.ts';
import { linkIssuer } from './issue-link.ts';
import { QUEUES } from './queues.ts';
import type { PeriodicTask } from './periodic-task.ts';
import { startAnswerMails } from './answer-mails.ts';
import { startDuplicateSearch } from './duplicate-search.ts';
import { startScheduledCleanup } from './scheduled-cleanup.ts';
import { startSurveyMails } from './survey-mails.ts';
import type { WorkerMessage, WorkerTask } from './worker-messages.ts';

/** Interval of the heartbeat to the supervisor. */
const HEARTBEAT_MS = 3_000;

/** Runs the background jobs. A separate process from the server, so that they neither slow nor crash the site. */
async function work({ databaseUrl }: WorkerTask): Promise<void> {
  // The parent may send `stop` or exit during startup already.
  const stopRequest = new Promise((resolve) => process.once('disconnect', resolve).once('message', resolve));
  const config = readConfig(process.env);
  selectRegion(config.region);
  const log = createLog(config);
  if (config.metrics) await sendMetrics();
  await using cleanUp = new AsyncDisposableStack();
  if (config.tracing) {
    const { startTracing } = await import('../start-tracing.ts');
    const tracing = startTracing(config);
    cleanUp.defer(() => tracing.stop());
  }
  const { kysely: db, pool } = connect(databaseUrl, log);
  cleanUp.defer(() => pool.end());
  const storage = await openStorage(config);
  const jobs = await startJobs({ url: databaseUrl, queues: QUEUES, log });
  const running: { stop(): Promise<void> }[] = [jobs];
  // At the same time: a job that is still running when the supervisor kills this process counts as failed.
  cleanUp.defer(async () => void (await Promise.all(running.map((each) => each.stop()))));
  // The first jobs run before all queues are processed: a stop requeues them without waiting for the rest of the start.
  running.push(
    ...(await Promise.race([startProcessing(config, { db, storage, jobs, log }), stopRequest.then(() => [])])),
  );
  await stopRequest;
}

/** Starts to process the jobs of all queues, and the periodic tasks, which it returns. */
async function startProcessing(
  config: Config,
  { db, storage, jobs, log }: { db: Db; storage: Storage; jobs: JobWorker; log: Log },
): Promise<PeriodicTask[]> {
  const { site, siteUrl } = config;
  const mailer = config.smtp
    ? createSmtpMailer(config.smtp, config.mailFrom)
    : createFolderMailer(path.join(config.dataDir, 'mail'), config.mailFrom);
  await jobs.work(mailQueue, mailJobHandler(db, mailer, log, linkIssuer(db, siteUrl)));
  const { reason } = await findMissingSandbox();
  if (reason !== undefined) log.warn({ reason }, 'pictures are decoded without a sandbox');
  await startIngestionWorker({ db, storage, jobs, log, addToLocation: addUploadedImages });
  await startRenditionWorker({ db, storage, jobs, log });
  await startBulkChangeWorker({ db, jobs, site, siteUrl, queueMail: createOutbox(jobs), publishEvent, rowImporter });
  await startImportWorker({ db, jobs });
  await startExportWorker({
    db,
    storage,
    jobs,
    site,
    siteUrl,
    queueMail: createOutbox(jobs),
    sections: PERSONAL_DATA,
  });
  await startLookBookWorker({ db, storage, jobs, site, siteUrl, drawMap: renderStaticMap });
  await startDeletionWorker({ db, jobs, deleteBatch: createBatchDeletion(publishEvent) });
  const tasks: PeriodicTask[] = [startScheduledCleanup(db, storage, jobs, log), startDuplicateSearch(db, storage, log)];
  const sender = { db, site, siteUrl, queueMail: createOutbox(jobs) };
  tasks.push(startAnswerMails(sender, log), startSurveyMails(sender, log));
  if (config.inboundMail) tasks.push(await startInbound(config, { db, storage, jobs, log }));
  return tasks;
}

/** Reads replies to emails. The IMAP client is loaded only if a mailbox is set. */
async function startInbound(
  { site, siteUrl, inboundMail }: Config,
  { jobs, ...tools }: { db: Db; storage: Storage; jobs: Pick<JobSender, 'enqueue'>; log: Log },
): Promise<PeriodicTask> {
  const { startInboundMail } = await import('../../features/enquiries/inbound/poll.jobs.server.ts');
  const sender = { site, siteUrl, queueMail: createOutbox(jobs) };
  return startInboundMail({ ...tools, ...sender, now: () => new Date() }, inboundMail!);
}

/** Measures the worker, and sends its metrics to the supervisor with each heartbeat. */
async function sendMetrics(): Promise<void> {
  const { measureWorker } = await import('../metrics/worker-metrics.ts');
  const readMetrics = measureWorker();
  const send = () => void readMetrics().then((metrics) => notifyParent({ metrics }));
  setInterval(send, HEARTBEAT_MS).unref();
  send();
}

/** Sends a message to the supervisor, unless it has gone. */
function notifyParent(message: WorkerMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

// Ctrl-C signals the whole process group; the parent decides when this process stops.
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
setInterval(() => notifyParent('alive'), HEARTBEAT_MS).unref();
process.once('message', async (start: WorkerTask) => {
  try {
    await work(start);
    // Jobs that a stop interrupted may still be running. In Node 24 process.exit() sometimes does not return.
    process.kill(process.pid, 'SIGKILL');
  } catch (error) {
    createLog(readConfig(process.env)).error({ err: error }, 'the worker could not start');
    process.exitCode = 1;
    // Everything is closed, so the process ends without the connection to its parent.
    if (process.connected) process.disconnect();
  }
});
