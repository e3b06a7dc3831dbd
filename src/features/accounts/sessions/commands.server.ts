import { ignoreDiskFull } from '../../../platform/db/connection-errors.ts';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, QueryContext } from '../../../platform/http/handlers.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { hashSecret, isWellFormedSecret } from '../../../platform/http/secrets.server.ts';
import { type SessionSecrets, createSecrets } from './secrets.server.ts';
import { LOG_OUT_INSTEAD, SESSION_NOT_FOUND } from '../messages.ts';
import { LOG_IN_REQUIRED } from '../../../platform/text/common-messages.ts';

/** The context of commands of signed-in users, which no longer work when the session has ended. */
export type SessionContext = CommandContext & Pick<QueryContext, 'session' | 'isConfirmed'>;

/** Minimum interval between two records of use (milliseconds). */
const LAST_USED_INTERVAL_MS = 60_000;

/** Browser and network of a session, so that users recognise it in the list. */
export interface SessionOrigin {
  /** Browser and system in words, see {@link describeDevice}. */
  readonly device: string | null;
  /** A shortened IP address. */
  readonly network: string | null;
}

/**
 * Whether an account still has the password that was checked. Its row is locked until the transaction ends: another one that changes the
 * password, or ends all sessions, waits.
 */
export async function hasPassword(trx: Trx, user: { id: string; passwordHash: string }): Promise<boolean> {
  const unchanged = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('password_hash', '=', user.passwordHash)
    .forShare()
    .executeTakeFirst();
  return unchanged !== undefined;
}

/** A log-in by single sign-on. */
export interface SignOn {
  /** Whether the provider has checked a second factor. */
  readonly hasSecondFactor: boolean;
}

/**
 * Creates a session after the password was checked. Returns null if the password has changed meanwhile.
 * @param signOn for a session that began by single sign-on
 */
export async function createSession(
  trx: Trx,
  user: { id: string; passwordHash: string },
  at: Date,
  origin: SessionOrigin = { device: null, network: null },
  signOn: SignOn | null = null,
): Promise<(SessionSecrets & { readonly id: string }) | null> {
  if (!(await hasPassword(trx, user))) return null;
  const secrets = createSecrets();
  const { id } = await trx
    .insertInto('sessions')
    .values({
      user_id: user.id,
      key_hash: hashSecret(secrets.key),
      token_hash: hashSecret(secrets.token),
      created_at: at,
      last_used_at: at,
      confirmed_at: at,
      single_sign_on: signOn !== null,
      provider_second_factor: signOn?.hasSecondFactor ?? false,
      ...origin,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await endOldestSessions(trx, user.id);
  await recordAudit(trx, { type: signOn ? 'SINGLE_SIGN_ON_LOGIN' : 'LOGIN', actorId: user.id, at });
  return { ...secrets, id };
}

/** Sessions of one account. A further one ends the one that was unused for the longest time. */
export const MAX_SESSIONS = 100;

/** The account is locked against deletion only: two log-ins at the same time may leave one session more until the next. */
async function endOldestSessions(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('id', 'in', (sessions) =>
      sessions
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .offset(MAX_SESSIONS),
    )
    .execute();
}

/** Ends a session. A second call has no effect. */
export async function endSession(trx: Trx, session: { id: string; userId: string }, at: Date): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom('sessions').where('id', '=', session.id).executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await recordAudit(trx, { type: 'LOGOUT', actorId: session.userId, at });
}

/**
 * Ends a session that was logged out of while the site could not be reached.
 * @param key from the session cookie, which authorises ending the session
 */
export async function endAbandonedSession(
  db: Db,
  { key, sessionId }: { key: string | undefined; sessionId: string },
  at: Date,
): Promise<void> {
  if (!isWellFormedSecret(key)) return;
  const found = await db
    .selectFrom('sessions')
    .select(['id', 'user_id as userId'])
    .where('key_hash', '=', hashSecret(key))
    .executeTakeFirst();
  if (found?.id === sessionId) await db.transaction().execute((trx) => endSession(trx, found, at));
}

/**
 * Stores that the user of a session has confirmed who they are. Every way of confirming ends here: by the password, or by a
 * second factor.
 * @throws {ApiError} UNAUTHENTICATED when the session has ended or the password has changed meanwhile
 */
export async function confirmSession(
  trx: Trx,
  user: { id: string; passwordHash: string },
  session: { id: string },
  at: Date,
): Promise<void> {
  const isUnchanged = await hasPassword(trx, user);
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({ confirmed_at: at })
    .where('id', '=', session.id)
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (!isUnchanged || numUpdatedRows === 0n) throw new ApiError('UNAUTHENTICATED', LOG_IN_REQUIRED);
}

/**
 * Ends another session of a user.
 * @throws {ApiError} CONFLICT for the session of the call; NOT_FOUND for one that has ended or is another user's
 */
export async function endOwnSession(
  { trx, actor, session, at }: SessionContext,
  { id }: { id: string },
): Promise<void> {
  await assertNotEnded(trx, actor.id, session);
  if (id === session?.id) throw new ApiError('CONFLICT', LOG_OUT_INSTEAD);
  const ended = trx.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', actor.id);
  const { numDeletedRows } = await ended.executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new ApiError('NOT_FOUND', SESSION_NOT_FOUND);
  await recordAudit(trx, { type: 'SESSIONS_ENDED', actorId: actor.id, details: { sessions: 1 }, at });
}

/** Ends all sessions of a user except that of the call. Returns how many. @throws {ApiError} UNAUTHENTICATED when it has ended */
export async function endOtherSessions({ trx, actor, session, at }: SessionContext): Promise<number> {
  await assertNotEnded(trx, actor.id, session);
  const sessions = await endSessions(trx, actor.id, session?.id);
  if (sessions > 0) await recordAudit(trx, { type: 'SESSIONS_ENDED', actorId: actor.id, details: { sessions }, at });
  return sessions;
}

/**
 * Ends all sessions of an account, or all except one, and log-ins that have begun. The transaction must have locked the user's row.
 * Returns how many sessions.
 */
export async function endSessions(trx: Trx, userId: string, except?: string): Promise<number> {
  let sessions = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (except !== undefined) sessions = sessions.where('id', '<>', except);
  const { numDeletedRows } = await sessions.executeTakeFirstOrThrow();
  await trx.deleteFrom('second_factor_steps').where('user_id', '=', userId).execute();
  return Number(numDeletedRows);
}

/**
 * Locks an account for a command with lasting effect, so that a concurrent end of the session either waits for the command or
 * prevents it. Does not block the creation of links for the account.
 * @throws {ApiError} UNAUTHENTICATED when the session has ended meanwhile
 */
export async function assertNotEnded(trx: Trx, userId: string, session: { id: string } | null): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  if (!session) return;
  const isActive = await trx.selectFrom('sessions').select('id').where('id', '=', session.id).executeTakeFirst();
  if (!isActive) throw new ApiError('UNAUTHENTICATED', LOG_IN_REQUIRED);
}

/** Records the use of a session for the idle timeout. Ignores a full disk, so that users can still read. */
export async function updateLastUsed(db: Db, session: { id: string; usedAt: Date }, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LAST_USED_INTERVAL_MS);
  if (session.usedAt > before) return;
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', session.id)
    .where('last_used_at', '<=', before)
    .execute()
    .catch(ignoreDiskFull);
}
