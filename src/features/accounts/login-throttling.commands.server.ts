import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { getSecret } from '../../platform/db/secrets.ts';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { toIpPrefix } from '../../platform/http/ip-prefix.ts';
import { tooManyAttemptsMessage } from './messages.ts';

/** After `freeAttempts`, each attempt blocks the subject: for `firstWait` seconds, then twice as long each time, up to `maxWait`. */
interface ThrottleLimit {
  readonly freeAttempts: number;
  readonly firstWait: number;
  readonly maxWait: number;
}

/**
 * Waits in seconds. The first two limits stop an attacker; the third one is for distributed attacks. As it also blocks the owner of
 * the account, it has more free attempts and short waits.
 */
const LIMITS = {
  network: { freeAttempts: 60, firstWait: 10, maxWait: 900 },
  accountFromNetwork: { freeAttempts: 5, firstWait: 5, maxWait: 300 },
  account: { freeAttempts: 50, firstWait: 1, maxWait: 30 },
} as const satisfies Record<string, ThrottleLimit>;
/** Seconds after the last attempt until a counter is reset. */
const RESET_AFTER_SECONDS = 3_600;
const MAX_DOUBLINGS = 20;

type Subjects = Readonly<Record<keyof typeof LIMITS, Buffer>>;

/** An attempt that was counted and allowed. */
export interface LoginAttempt {
  readonly subjects: Subjects;
}

/**
 * Counts a log-in attempt before its password is checked, so that concurrent attempts cannot exceed the limits. Works the same for email
 * addresses with and without an account.
 * @throws {ApiError} TOO_MANY_REQUESTS, with the seconds to wait
 */
export async function countAttempt(
  db: Db,
  { email, ip, now }: { email: string; ip: string; now: Date },
): Promise<LoginAttempt> {
  const subjects = await getSubjects(db, email, ip);
  // Rejects most attempts of an attack without a lock. The count below decides.
  const wait = secondsUntil(await getBlockedUntil(db, Object.values(subjects)), now);
  if (wait > 0) throw tooManyAttempts(wait);
  // All subjects are counted or none; always in the same order, which prevents deadlocks.
  await db.transaction().execute(async (trx) => {
    for (const [name, limit] of Object.entries(LIMITS)) {
      const wait = await countForSubject(trx, subjects[name as keyof Subjects], limit, now);
      if (wait > 0) throw tooManyAttempts(wait);
    }
  });
  return { subjects };
}

/** Resets the counters of the account and takes back one attempt of the network, after a correct password. */
export async function undoAttempt(trx: Trx, { subjects }: LoginAttempt): Promise<void> {
  const { network, ...ofAccount } = subjects;
  await trx
    .updateTable('login_attempts')
    .set({ attempts: sql`greatest(attempts - 1, 0)`, blocked_until: null })
    .where('subject_hash', '=', network)
    .execute();
  await trx.deleteFrom('login_attempts').where('subject_hash', 'in', Object.values(ofAccount)).execute();
}

/** Resets the counters of an account whose owner has verified the email address, so that they can log in at once. */
export async function deleteAttempts(trx: Trx, email: string, ip: string): Promise<void> {
  const { account, accountFromNetwork } = await getSubjects(trx, email, ip);
  await trx.deleteFrom('login_attempts').where('subject_hash', 'in', [account, accountFromNetwork]).execute();
}

/** Counts an attempt for a subject. @returns seconds to wait; 0 when it was counted */
async function countForSubject(trx: Trx, subject: Buffer, limit: ThrottleLimit, now: Date): Promise<number> {
  const { freeAttempts, firstWait, maxWait } = limit;
  const counted = sql`(case when login_attempts.expires_at <= ${now} then 1 else login_attempts.attempts + 1 end)`;
  const wait = sql`least(${maxWait}, ${firstWait} * power(2, least(${counted} - ${freeAttempts}, ${MAX_DOUBLINGS})))`;
  const { rows } = await sql`
    insert into login_attempts (subject_hash, attempts, expires_at)
    values (${subject}, 1, ${new Date(now.getTime() + RESET_AFTER_SECONDS * 1000)})
    on conflict (subject_hash) do update set
      attempts = ${counted},
      blocked_until = case when ${counted} < ${freeAttempts} then null
        else ${now}::timestamptz + make_interval(secs => ${wait}) end,
      expires_at = excluded.expires_at
    where login_attempts.blocked_until is null or login_attempts.blocked_until <= ${now}
    returning attempts`.execute(trx);
  return rows.length > 0 ? 0 : Math.max(1, secondsUntil(await getBlockedUntil(trx, [subject]), now));
}

/** Returns until when any of the subjects is blocked, or null. */
async function getBlockedUntil(db: Db, subjects: readonly Buffer[]): Promise<Date | null> {
  const { until } = await db
    .selectFrom('login_attempts')
    .select(({ fn }) => fn.max('blocked_until').as('until'))
    .where('subject_hash', 'in', subjects)
    .executeTakeFirstOrThrow();
  return until;
}

function secondsUntil(moment: Date | null, now: Date): number {
  return moment ? Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000)) : 0;
}

function tooManyAttempts(seconds: number): ApiError {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return new ApiError('TOO_MANY_REQUESTS', tooManyAttemptsMessage(wait), undefined, seconds);
}

/** Returns keyed hashes of email address and network, so that the table reveals neither. */
async function getSubjects(db: Db, email: string, ip: string): Promise<Subjects> {
  const secret = await getSecret(db, 'sign-in');
  const subject = (...parts: string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  const [account, network] = [email.toLowerCase(), toIpPrefix(ip)];
  return {
    network: subject('network', network),
    accountFromNetwork: subject('account from network', account, network),
    account: subject('account', account),
  };
}
