import { sql } from 'kysely';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import { lockByName } from '../db/locks.ts';
import type { Db, Trx } from '../db/transaction.ts';
import { publishOperation } from '../diagnostics.ts';
import { type JobSender, type JobHandler, defineQueue } from '../jobs.ts';
import type { Mailer, QueuedMail } from './mailer.ts';

/** A mail to be queued. */
export interface Mail {
  /** The template, such as `verify-email`. */
  readonly kind: string;
  readonly recipient: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Puts a mail into the outbox: it is sent if and only if the transaction commits. Returns its id, with which its Message-ID begins. */
export type QueueMail = (trx: Trx, mail: Mail) => Promise<string>;

/**
 * Retries for about a day: the delay starts at one to two minutes, doubles, and is at most three hours. After that the mail is a dead
 * letter. An attempt interrupted by a crash counts.
 */
export const mailQueue = defineQueue({
  name: 'mail',
  data: z.object({ id: z.uuid() }),
  retries: { limit: 14, initialDelay: 60, maxDelay: 10_800 },
  expiresAfter: 60,
});

/** Retention of sent and failed mails, which contain personal data. */
const SENT_RETENTION_DAYS = 30;
const FAILED_RETENTION_DAYS = 90;

/** Less than the idle-in-transaction timeout of the database. */
const SEND_TIMEOUT_MS = 40_000;
const MAX_SUBJECT_LENGTH = 300;

export function createOutbox(jobs: Pick<JobSender, 'enqueue'>): QueueMail {
  return async (trx, { replyTo = null, subject, ...mail }) => {
    const { id } = await trx
      .insertInto('outbox')
      .values({ ...mail, reply_to: replyTo, subject: toOneLine(subject).slice(0, MAX_SUBJECT_LENGTH) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await jobs.enqueue(trx, mailQueue, { id });
    return id;
  };
}

function toOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Counts the mails of a kind queued for a recipient since a time. Locks, so that concurrent transactions count one after the other. */
export async function countMails(trx: Trx, kind: string, recipient: string, since: Date): Promise<number> {
  await lockByName(trx, `mails ${kind} to ${recipient.toLowerCase()}`);
  const { count } = await trx
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where(sql`lower(recipient)`, '=', recipient.toLowerCase())
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Deletes all mails to an address, sent or waiting. Does not wait for one that is being sent, which can take minutes; it is deleted
 * when its retention ends.
 */
export async function deleteMailsTo(trx: Trx, recipient: string): Promise<void> {
  await sql`
    delete from outbox where id in (
      select id from outbox where lower(recipient) = ${recipient.toLowerCase()} for update skip locked
    )`.execute(trx);
}

/** Deletes mails whose retention has ended. */
export async function deleteOldMails(db: Db): Promise<void> {
  await sql`
    delete from outbox where sent_at < now() - make_interval(days => ${SENT_RETENTION_DAYS})
      or failed_at < now() - make_interval(days => ${FAILED_RETENTION_DAYS})`.execute(db);
}

/**
 * Creates the job handler that sends queued mails, at least once: after a crash between sending and marking as sent, the mail is sent
 * again with the same Message-ID. Neither log nor stored errors contain addresses.
 */
export function mailJobHandler(db: Db, mailer: Mailer, log: Pick<BaseLogger, 'error'>): JobHandler<{ id: string }> {
  const recordFailure = async (id: string) => {
    const failed = await db
      .updateTable('outbox')
      .set({ failed_at: new Date() })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .returning(['kind', 'attempts', 'last_error'])
      .executeTakeFirst();
    if (failed) log.error({ mail: id, ...failed }, 'a mail could not be delivered');
  };
  return {
    run: async ({ id }, signal) => {
      const failure = await db.transaction().execute((trx) => trySend(trx, mailer, id, signal));
      if (failure?.permanent) await recordFailure(id);
      else if (failure) throw new Error(failure.reason);
    },
    onRetriesExhausted: ({ id }) => recordFailure(id),
  };
}

/** Makes one attempt under a row lock, so that no two workers send the same mail. */
async function trySend(trx: Trx, mailer: Mailer, id: string, signal: AbortSignal): Promise<Failure | undefined> {
  const mail = await lockUnsent(trx, id);
  if (!mail) return undefined;
  const send = () => mailer.send(mail, AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]));
  const failure = await publishOperation('mail', 'send', send).then(() => undefined, describeFailure);
  await trx
    .updateTable('outbox')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      ...(failure ? { last_error: failure.reason } : { last_error: null, sent_at: new Date() }),
    }))
    .where('id', '=', id)
    .execute();
  return failure;
}

function lockUnsent(trx: Trx, id: string): Promise<QueuedMail | undefined> {
  return trx
    .selectFrom('outbox')
    .select(['id', 'recipient', 'reply_to as replyTo', 'subject', 'text', 'html', 'created_at as createdAt'])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

interface Failure {
  readonly permanent: boolean;
  readonly reason: string;
}

/** The fields that nodemailer adds to errors. `message` and `response` contain the recipient, so they are neither stored nor logged. */
interface MailError extends NodeJS.ErrnoException {
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
  readonly originalCode?: string;
}

function describeFailure(error: MailError): Failure {
  const [enhancedStatus] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(error.response ?? '') ?? [];
  const parts = [error.originalCode ?? error.code ?? error.name, error.responseCode, enhancedStatus, error.command];
  return {
    // The operator can fix a rejected login or sender within the day; a rejected recipient or message is final.
    permanent: error.permanent === true && (error.command === 'RCPT TO' || error.command === 'DATA'),
    reason: parts.filter((part) => part !== undefined).join(' '),
  };
}
