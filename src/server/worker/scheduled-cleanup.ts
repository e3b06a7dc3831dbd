import type { TaskTools } from '../../platform/feature/feature.ts';
import type { JobSender } from '../../platform/jobs/job-queue.ts';
import type { Db } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import { deleteOldMails } from '../../platform/mail/outbox.ts';
import { publishEvent } from '../event-subscriptions.ts';
import { FEATURES } from '../features.ts';
import { deleteOldCounts } from '../http/shared-counter.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type PeriodicTask, startPeriodicTask } from './periodic-task.ts';

const INTERVAL_MS = 3_600_000;
const TASKS: Readonly<Record<string, (tools: TaskTools) => Promise<void>>> = {
  mails: ({ db }) => deleteOldMails(db),
  'request counts': ({ db, at }) => deleteOldCounts(db, at),
  ...Object.assign({}, ...FEATURES.map(({ cleanup }) => cleanup)),
};

/** Deletes data whose retention period is over, now and then every hour. Safe to run in several workers at the same time. */
export function startScheduledCleanup(db: Db, storage: Storage, jobs: JobSender, log: Pick<Log, 'warn'>): PeriodicTask {
  return startPeriodicTask(INTERVAL_MS, (signal) => cleanUp(db, storage, jobs, log, signal));
}

/** Runs each task once. A failed task runs again an hour later, and so do those left when the signal is aborted. */
export async function cleanUp(
  db: Db,
  storage: Storage,
  jobs: JobSender,
  log: Pick<Log, 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  for (const [task, run] of Object.entries(TASKS)) {
    if (signal?.aborted) return;
    await run({ db, storage, jobs, publishEvent, at: new Date() }).catch((error: unknown) =>
      log.warn({ err: error, task }, 'scheduled cleanup failed'),
    );
  }
}
