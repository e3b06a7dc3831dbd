import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { toIpPrefix } from '../../../platform/http/ip-prefix.ts';
import { tooManyAttemptsMessage } from '../messages.ts';

/** After so many tries each one closes the subject: for the first wait, then twice as long each time, never longer than the longest. */
interface ThrottleLimit {
  readonly freeAttempts: number;
  readonly firstWait: number;
  readonly maxWait: number;
}

/**
 * Seconds. Whoever guesses is stopped by the first two; the third is for guesses from many networks, and since it also keeps out
 * the owner of the account, it takes longer to begin and never closes for long.
 */
const LIMITS = {
  network: { freeAttempts: 60, firstWait: 10, maxWait: 900 },
  accountFromNetwork: { freeAttempts: 5, firstWait: 5, maxWait: 300 },
  account: { freeAttempts: 50, firstWait: 1, maxWait: 30 },
} as const satisfies Record<string, ThrottleLimit>;
/** Seconds after the last try until a count is forgotten. */
const RESET_AFTER_SECONDS = 3_600;
const MAX_DOUBLINGS = 20;

type Subjects = Readonly<Record<keyof typeof LIMITS, Buffer>>;

/** A try that was let through. */
export interface LoginAttempt {
  readonly subjects: Subjects;
}

/**
 * Counts a try to sign in before it is looked at, so that of any number at the same time no more get through than the limits say.
 * The same for every address, whether it has an account or not.
 * @throws {ApiError} TOO_MANY_REQUESTS, with the seconds to wait
 */
export async function countAttempt(
  db: Kysely<Database>,
  { email, ip, now }: { email: string; ip: string; now: Date },
): Promise<LoginAttempt> {
  const subjects = await getSubjects(db, email, ip);
  // Most of a flood of guesses ends here, without a lock; only what is counted below is let through.
  const wait = secondsUntil(await getLockedUntil(db, Object.values(subjects)), now);
  if (wait > 0) throw tooManyAttempts(wait);
  // All counted, or none; always in this order, so that no two transactions wait for each other.
  await db.transaction().execute(async (trx) => {
    for (const [name, limit] of Object.entries(LIMITS)) {
      const wait = await countFor(trx, subjects[name as keyof Subjects], limit, now);
      if (wait > 0) throw tooManyAttempts(wait);
    }
  });
  return { subjects };
}

/** Counts a try no more: it was the right password. */
export async function undoAttempt(trx: Trx, { subjects }: LoginAttempt): Promise<void> {
  const { network, ...ofAccount } = subjects;
  await trx
    .updateTable('login_attempts')
    .set({ attempts: sql`greatest(attempts - 1, 0)`, blocked_until: null })
    .where('subject_hash', '=', network)
    .execute();
  await trx.deleteFrom('login_attempts').where('subject_hash', 'in', Object.values(ofAccount)).execute();
}

/** Lets whoever has shown to have the address try again at once, from where they are. */
export async function deleteAttempts(trx: Trx, email: string, ip: string): Promise<void> {
  const { account, accountFromNetwork } = await getSubjects(trx, email, ip);
  await trx.deleteFrom('login_attempts').where('subject_hash', 'in', [account, accountFromNetwork]).execute();
}

/** Seconds to wait; 0 when the try was counted. */
async function countFor(trx: Trx, subject: Buffer, limit: ThrottleLimit, now: Date): Promise<number> {
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
  return rows.length > 0 ? 0 : Math.max(1, secondsUntil(await getLockedUntil(trx, [subject]), now));
}

/** When the last of them is open again; null when all are. */
async function getLockedUntil(db: Kysely<Database>, subjects: readonly Buffer[]): Promise<Date | null> {
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

/** What is counted, unreadable without the secret: the table tells nobody who tried what. */
async function getSubjects(db: Kysely<Database>, email: string, ip: string): Promise<Subjects> {
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'sign-in')
    .executeTakeFirstOrThrow();
  const subject = (...parts: string[]) => createHmac('sha256', value).update(JSON.stringify(parts)).digest();
  const [account, network] = [email.toLowerCase(), toIpPrefix(ip)];
  return {
    network: subject('network', network),
    accountFromNetwork: subject('account from network', account, network),
    account: subject('account', account),
  };
}
