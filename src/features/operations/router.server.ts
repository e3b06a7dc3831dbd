import type { Kysely } from 'kysely';
import { type Cell, toCsv } from '../../platform/text/csv.ts';
import type { Database } from '../../platform/db/tables.ts';
import {
  type RouteHandler,
  FileResponse,
  createHandler,
  toCommandContext,
} from '../../platform/http/route-handlers.ts';
import { type FailedJob, type JobRetrier, listFailedJobs, readFailedJobs } from '../../platform/jobs/job-queue.ts';
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

interface Deps {
  readonly db: Kysely<Database>;
  readonly jobs: JobRetrier;
  readonly now: () => Date;
}

/** Routes of the last backup, and of failed emails and jobs. Each change is one transaction. */
export function operationsHandlers({ db, jobs, now }: Deps): RouteHandler[] {
  return [
    createHandler(routes.lastBackup, async () => {
      const last = await db.selectFrom('last_backup').select(['taken_at', 'problems']).executeTakeFirst();
      return { last: last ? { ...last, taken_at: last.taken_at.toISOString() } : null };
    }),
    createHandler(routes.failedMails, async () => {
      const { total, letters } = await listLatestDeadLetters(db, MAX_LISTED);
      return { total, data: letters.map(withIsoDates), waiting: await summariseRetries(db) };
    }),
    createHandler(
      routes.exportFailedMails,
      () => new FileResponse('failed-mails.csv', toCsv(MAIL_HEADINGS, readDeadLetters(db, toMailCells))),
    ),
    createHandler(routes.retryMail, ({ id }, call) =>
      db.transaction().execute((trx) => retryMail(trx, jobs, toCommandContext(call, now), id)),
    ),
    createHandler(routes.retryMails, async (_input, call) => ({
      count: await db.transaction().execute((trx) => retryMails(trx, jobs, toCommandContext(call, now))),
    })),
    createHandler(routes.discardMail, ({ id }, call) =>
      db.transaction().execute((trx) => discardMail(trx, toCommandContext(call, now), id)),
    ),
    createHandler(routes.failedJobs, async () => {
      const { total, jobs: failed } = await listFailedJobs(db, mailQueue.name, MAX_LISTED);
      return { total, data: failed.map(withIsoDates) };
    }),
    createHandler(routes.exportFailedJobs, () => {
      const batches = readFailedJobs(db, mailQueue.name, toJobCells);
      return new FileResponse('failed-jobs.csv', toCsv(JOB_HEADINGS, batches));
    }),
    createHandler(routes.retryJob, (job, call) =>
      db.transaction().execute((trx) => retryJob(trx, jobs, toCommandContext(call, now), job)),
    ),
  ];
}

const MAIL_HEADINGS = ['Id', 'Email', 'Created', 'Failed', 'Attempts', 'Error'];
const JOB_HEADINGS = ['Id', 'Queue', 'Failed', 'Attempts', 'Error'];

function toMailCells({ id, kind, created_at, failed_at, attempts, last_error }: DeadLetter): Cell[] {
  return [id, kind, created_at.toISOString(), failed_at.toISOString(), attempts, last_error];
}

function toJobCells({ id, queue, failed_at, attempts, error }: FailedJob): Cell[] {
  return [id, queue, failed_at.toISOString(), attempts, error];
}

function withIsoDates<Failed extends { created_at: Date; failed_at: Date }>(failed: Failed) {
  return { ...failed, created_at: failed.created_at.toISOString(), failed_at: failed.failed_at.toISOString() };
}
