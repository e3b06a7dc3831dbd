import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import { lockByName } from '../db/locks.ts';
import type { Db, Trx } from '../db/transaction.ts';
import { publishOperation } from '../diagnostics/channels.ts';
import { type JobSender, type JobHandler, defineQueue } from '../jobs/job-queue.ts';
import { SECRET_PLACEHOLDER, withoutLinkSecrets } from './link-secrets.ts';
import type { Mailer, QueuedMail } from './mailer.ts';

/** An email to be queued. */
export interface Mail {
  /** The template, such as `verify-email`. */
  readonly kind: string;
  readonly recipient: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Whether the text contains SECRET_PLACEHOLDER in place of the secret of a link. */
  readonly hasLink?: boolean;
  /** A calendar file with METHOD (RFC 5546), which mail programs show as an invitation. Without links. */
  readonly calendar?: string;
}

/** What an email with a link gets when it is sent. */
interface IssuedLink {
  readonly secret: string;
  /** Called by the mail program of a reader who wants no more such emails. */
  readonly unsubscribeUrl?: string | undefined;
}

/** Issues the secret of an email's link, and commits it before the email is sent; null if the link was withdrawn. */
export type IssueLink = (mailId: string) => Promise<IssuedLink | null>;

/**
 * Puts an email into the outbox: it is sent if and only if the transaction commits. Returns its id, the beginning of its Message-ID. Secrets
 * of earlier links, which people quote, are removed.
 */
export type QueueMail = (trx: Trx, mail: Mail) => Promise<string>;

/**
 * Retries for about a day: the delay starts at one to two minutes, doubles, and is at most three hours. After that the email is a dead
 * letter. An attempt interrupted by a crash counts.
 */
export const mailQueue = defineQueue({
  name: 'mail',
  data: z.object({ id: z.uuid() }),
  retries: { limit: 14, initialDelay: 60, maxDelay: 10_800 },
  expiresAfter: 60,
});

/** Retention of sent and failed emails, which contain personal data. */
const SENT_RETENTION_DAYS = 30;
const FAILED_RETENTION_DAYS = 90;

/** Less than the idle-in-transaction timeout of the database. */
const SEND_TIMEOUT_MS = 40_000;
const MAX_SUBJECT_LENGTH = 300;

export function createOutbox(jobs: Pick<JobSender, 'enqueue'>): QueueMail {
  return async (trx, { replyTo = null, hasLink = false, subject, text, html, ...mail }) => {
    const { id } = await trx
      .insertInto('outbox')
      .values({
        ...mail,
        text: withoutLinkSecrets(text),
        html: withoutLinkSecrets(html),
        reply_to: replyTo,
        has_link: hasLink,
        subject: toOneLine(subject).slice(0, MAX_SUBJECT_LENGTH),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await jobs.enqueue(trx, mailQueue, { id });
    return id;
  };
}

function toOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Counts the emails of a kind queued for a recipient since a time. Locks, so that concurrent transactions count one after the other. */
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
 * Deletes all emails to an email address, sent or waiting. Does not wait for one that is being sent, which can take minutes; it is deleted
 * when its retention ends.
 */
export async function deleteMailsTo(trx: Trx, recipient: string): Promise<void> {
  await sql`
    delete from outbox where id in (
      select id from outbox where lower(recipient) = ${recipient.toLowerCase()} for update skip locked
    )`.execute(trx);
}

/** Deletes emails whose retention has ended. */
export async function deleteOldMails(db: Db): Promise<void> {
  await sql`
    delete from outbox where sent_at < now() - make_interval(days => ${SENT_RETENTION_DAYS})
      or failed_at < now() - make_interval(days => ${FAILED_RETENTION_DAYS})`.execute(db);
}

/**
 * Creates the job handler that sends queued emails, at least once: after a crash between sending and marking as sent, the email is sent
 * again with the same Message-ID, or with another secret and Message-ID if it has a link. Neither log nor stored errors contain email
 * addresses.
 */
export function mailJobHandler(
  db: Db,
  mailer: Mailer,
  log: Pick<BaseLogger, 'error'>,
  issueLink: IssueLink = async () => null,
): JobHandler<{ id: string }> {
  const recordFailure = async (id: string) => {
    const failed = await db
      .updateTable('outbox')
      .set({ failed_at: new Date() })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .returning(['kind', 'attempts', 'last_error'])
      .executeTakeFirst();
    if (failed) log.error({ mail: id, ...failed }, 'an email could not be delivered');
  };
  return {
    run: async ({ id }, signal) => {
      const failure = await db.transaction().execute((trx) => trySend(trx, { mailer, issueLink }, id, signal));
      if (failure?.permanent) await recordFailure(id);
      else if (failure) throw new Error(failure.reason);
    },
    onRetriesExhausted: ({ id }) => recordFailure(id),
  };
}

/**
 * Makes one attempt under a row lock, so that no two workers send the same email. An email whose link was withdrawn is of no use: it is
 * deleted.
 */
async function trySend(
  trx: Trx,
  { mailer, issueLink }: { mailer: Mailer; issueLink: IssueLink },
  id: string,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const found = await lockUnsent(trx, id);
  if (!found) return undefined;
  const link = found.hasLink ? await issueLink(id) : undefined;
  if (link === null) {
    await trx.deleteFrom('outbox').where('id', '=', id).execute();
    return undefined;
  }
  const mail = link === undefined ? found : insertLink(found, link);
  const send = () => mailer.send(mail, AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]));
  const failure = await publishOperation('mail', 'send', send).then(
    () => undefined,
    (error: MailError) => describeFailure(error, mailer.server),
  );
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

/** Mail programs recognise a repeated Message-ID and show only the first email, whose link no longer works: so each attempt has its own. */
function insertLink(mail: QueuedMail, { secret, unsubscribeUrl }: IssuedLink): QueuedMail {
  const [text, html] = [mail.text, mail.html].map((part) =>
    part.replaceAll(`token=${SECRET_PLACEHOLDER}`, `token=${secret}`),
  ) as [string, string];
  return { ...mail, text, html, unsubscribeUrl, attemptId: randomUUID() };
}

function lockUnsent(trx: Trx, id: string): Promise<(QueuedMail & { hasLink: boolean }) | undefined> {
  return trx
    .selectFrom('outbox')
    .select([
      'id',
      'recipient',
      'reply_to as replyTo',
      'subject',
      'text',
      'html',
      'calendar',
      'created_at as createdAt',
    ])
    .select('has_link as hasLink')
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

/** Explanations for the operator, by error code. */
const SERVER_PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'does not accept connections',
  ENOTFOUND: 'has a name that is not known',
  ETIMEDOUT: 'does not answer',
  EAUTH: 'does not accept user or password',
};

function describeFailure(error: MailError, server = 'of the site'): Failure {
  const code = error.originalCode ?? error.code ?? error.name;
  const problem = SERVER_PROBLEMS[code];
  const [enhancedStatus] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(error.response ?? '') ?? [];
  const parts = [code, error.responseCode, enhancedStatus, error.command]
    .filter((part) => part !== undefined)
    .join(' ');
  return {
    // The operator can fix a rejected login or sender within the day; a rejected recipient or message is final.
    permanent: error.permanent === true && (error.command === 'RCPT TO' || error.command === 'DATA'),
    reason: problem ? `the mail server ${server} ${problem} (${parts})` : `${parts} from ${server}`,
  };
}
