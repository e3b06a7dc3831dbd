import { type Kysely, sql } from 'kysely';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import { lockByName } from '../db/locks.ts';
import type { Database } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { type JobSender, type JobHandler, defineQueue } from '../jobs.ts';
import type { Mailer, QueuedMail } from './mailer.ts';

/** A mail that an act causes. */
export interface Mail {
  /** The template, such as `verify-email`. */
  readonly kind: string;
  readonly recipient: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Puts a mail into the outbox: it is sent if and only if the transaction commits. */
export type QueueMail = (trx: Trx, mail: Mail) => Promise<void>;

/**
 * Attempts over about a day: the pause begins at one to two minutes, doubles, and stays at three hours. The mail is then a
 * dead letter. An attempt cut off by a crash counts as one.
 */
export const mailQueue = defineQueue({
  name: 'mail',
  data: z.object({ id: z.uuid() }),
  retries: { limit: 14, firstDelay: 60, longestDelay: 10_800 },
  expiresAfter: 60,
});

/** Days for which a mail is kept after it was sent, and after it was given up: it holds what a person wrote. */
const SENT_RETENTION_DAYS = 30;
const FAILED_RETENTION_DAYS = 90;

/** Less than the time after which the database ends a transaction that does nothing (milliseconds). */
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
  };
}

function toOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** How many mails of a kind were queued for a recipient since a moment; of two transactions that ask, one waits for the other. */
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
 * Removes what an address was sent and what waits for it: whoever had it is not to be reached any more. One that is being sent at
 * this moment is not waited for, which can take minutes; it goes with the old ones.
 */
export async function deleteMailsTo(trx: Trx, recipient: string): Promise<void> {
  await sql`
    delete from outbox where id in (
      select id from outbox where lower(recipient) = ${recipient.toLowerCase()} for update skip locked
    )`.execute(trx);
}

/** Removes the mails that were sent or given up long enough ago. */
export async function deleteOldMails(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from outbox where sent_at < now() - make_interval(days => ${SENT_RETENTION_DAYS})
      or failed_at < now() - make_interval(days => ${FAILED_RETENTION_DAYS})`.execute(db);
}

/**
 * Sends what waits in the outbox, at least once: whoever dies after the server took a mail and before that is noted sends it
 * again, with the same Message-ID. Recipients' addresses appear neither in the log nor among the errors noted.
 */
export function mailJobHandler(
  db: Kysely<Database>,
  mailer: Mailer,
  log: Pick<BaseLogger, 'error'>,
): JobHandler<{ id: string }> {
  const giveUp = async (id: string) => {
    const dead = await db
      .updateTable('outbox')
      .set({ failed_at: new Date() })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .returning(['kind', 'attempts', 'last_error'])
      .executeTakeFirst();
    if (dead) log.error({ mail: id, ...dead }, 'a mail could not be delivered');
  };
  return {
    run: async ({ id }, signal) => {
      const failure = await db.transaction().execute((trx) => trySend(trx, mailer, id, signal));
      if (failure?.permanent) await giveUp(id);
      else if (failure) throw new Error(failure.reason);
    },
    giveUp: ({ id }) => giveUp(id),
  };
}

/** One attempt, under the lock of its row, so that no two workers send the same mail. */
async function trySend(trx: Trx, mailer: Mailer, id: string, signal: AbortSignal): Promise<Failure | undefined> {
  const mail = await lockUnsent(trx, id);
  if (!mail) return undefined;
  const failure = await mailer
    .send(mail, AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]))
    .then(() => undefined, describeFailure);
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

/** What nodemailer adds to an error; its message and the server's answer are left out, for they name the recipient. */
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
    // A refused sign-in or sender is for the operator to put right within the day; a refused recipient or message stays so.
    permanent: error.permanent === true && (error.command === 'RCPT TO' || error.command === 'DATA'),
    reason: parts.filter((part) => part !== undefined).join(' '),
  };
}
