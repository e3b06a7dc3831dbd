import type { Cell } from '../../platform/text/csv.ts';
import type { Feature } from '../../platform/feature/feature.ts';
import { command, csvExport, query } from '../../platform/http/handlers.ts';
import { type FailedJob, listFailedJobs, readFailedJobs } from '../../platform/jobs/job-queue.ts';
import {
  type DeadLetter,
  listLatestDeadLetters,
  readDeadLetters,
  summariseRetries,
} from '../../platform/mail/dead-letters.ts';
import { mailQueue } from '../../platform/mail/outbox.ts';
import { discardMail, retryJob, retryMail, retryMails } from './commands.server.ts';
import * as routes from './contract.ts';

/** Rows in a list. More failures usually have the same cause. */
const MAX_LISTED = 100;

const MAIL_HEADINGS = ['Id', 'Email', 'Created', 'Failed', 'Attempts', 'Error'];
const JOB_HEADINGS = ['Id', 'Queue', 'Failed', 'Attempts', 'Error'];

/** The last backup, and failed emails and jobs. */
export const operationsFeature: Feature = {
  tag: 'operation',
  handlers: [
    query(routes.lastBackup, async (db) => {
      const last = await db.selectFrom('last_backup').select(['taken_at', 'problems']).executeTakeFirst();
      return { last: last ? { ...last, taken_at: last.taken_at.toISOString() } : null };
    }),
    query(routes.failedMails, async (db) => {
      const { total, letters } = await listLatestDeadLetters(db, MAX_LISTED);
      return { total, data: letters.map(withIsoDates), waiting: await summariseRetries(db) };
    }),
    csvExport(routes.exportFailedMails, 'failed-mails.csv', MAIL_HEADINGS, (db) => readDeadLetters(db, toMailCells)),
    command(routes.retryMail, retryMail),
    command(routes.retryMails, async (context) => ({ count: await retryMails(context) })),
    command(routes.discardMail, discardMail),
    query(routes.failedJobs, async (db) => {
      const { total, jobs: failed } = await listFailedJobs(db, mailQueue.name, MAX_LISTED);
      return { total, data: failed.map(withIsoDates) };
    }),
    csvExport(routes.exportFailedJobs, 'failed-jobs.csv', JOB_HEADINGS, (db) =>
      readFailedJobs(db, mailQueue.name, toJobCells),
    ),
    command(routes.retryJob, retryJob),
  ],
};

function toMailCells({ id, kind, created_at, failed_at, attempts, last_error }: DeadLetter): Cell[] {
  return [id, kind, created_at.toISOString(), failed_at.toISOString(), attempts, last_error];
}

function toJobCells({ id, queue, failed_at, attempts, error }: FailedJob): Cell[] {
  return [id, queue, failed_at.toISOString(), attempts, error];
}

function withIsoDates<Failed extends { created_at: Date; failed_at: Date }>(failed: Failed) {
  return { ...failed, created_at: failed.created_at.toISOString(), failed_at: failed.failed_at.toISOString() };
}
