import path from 'node:path';
import { addUploadedImages } from '../../features/locations/images/upload.commands.server.ts';
import { startIngestionWorker } from '../../features/media/uploads/ingestion.jobs.server.ts';
import { setWatchdog } from '../../features/media/processing-watchdog.server.ts';
import { startRenditionWorker } from '../../features/media/jobs.server.ts';
import { readConfig } from '../../platform/config.ts';
import { connect } from '../../platform/db/pool.ts';
import { startJobs } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { folderMailer, smtpMailer } from '../../platform/mail/mailer.ts';
import { mailQueue, mailJobHandler } from '../../platform/mail/outbox.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { QUEUES } from './queues.ts';
import { startScheduledCleanup } from './scheduled-cleanup.ts';
import { TIMEOUT_EXIT_CODE, type WorkerTask, type WorkerMessage } from './worker-supervisor.ts';

/** How often the worker says that it is alive. */
const HEARTBEAT_MS = 3_000;

/** The process that does background work, apart from the one that serves: pictures may cost it its life, not the site's. */
async function work({ databaseUrl, dangerous }: WorkerTask): Promise<void> {
  // The parent says stop, or is gone, which may be while this still begins.
  const asked = new Promise((resolve) => process.once('disconnect', resolve).once('message', resolve));
  const config = readConfig(process.env);
  const log = createLog(config);
  const { kysely: db, pool } = connect(databaseUrl, log);
  const storage = await openStorage(config);
  const jobs = await startJobs({ url: databaseUrl, queues: QUEUES, log });
  const mailer = config.smtpUrl
    ? smtpMailer(config.smtpUrl, config.mailFrom)
    : folderMailer(path.join(config.dataDir, 'mail'), config.mailFrom);
  await jobs.work(mailQueue, mailJobHandler(db, mailer, log));
  setWatchdog({
    onPicture: (picture) => notifyParent({ picture }),
    onTimeout: () => process.exit(TIMEOUT_EXIT_CODE),
    dangerous: new Set(dangerous),
  });
  await startIngestionWorker({ db, storage, jobs, log, addToLocation: addUploadedImages });
  await startRenditionWorker({ db, storage, jobs, log });
  const cleanup = startScheduledCleanup(db, storage, log);

  await asked;
  await cleanup.stop();
  await jobs.stop();
  await pool.end();
}

/** The parent knows it when this resolves, whatever becomes of this process then. */
function notifyParent(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

// Signals go to the whole group; the parent decides when this process may end.
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
setInterval(() => void notifyParent('alive'), HEARTBEAT_MS).unref();
process.once(
  'message',
  (start: WorkerTask) =>
    void work(start).then(
      () => process.exit(0),
      (error: unknown) => {
        createLog(readConfig(process.env)).error({ err: error }, 'the worker could not start');
        process.exit(1);
      },
    ),
);
