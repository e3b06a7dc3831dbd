import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { isDiskFull } from '../../../platform/db/connection-errors.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { type SessionSecrets, hashSecret, isWellFormedSecret, createSecrets } from './secrets.server.ts';
import { LOG_IN_REQUIRED } from '../../../platform/messages.ts';

/** Use is noted no more often than this (milliseconds). */
const USE_RECORDED_EVERY_MS = 60_000;

/**
 * Begins a session of whoever has shown to know the password. Nothing begins if that is not their password any more: ending all
 * sessions locks the same row, so that none is begun past it.
 */
export async function beginSession(
  trx: Trx,
  user: { id: string; passwordHash: string },
  at: Date,
): Promise<(SessionSecrets & { readonly id: string }) | null> {
  const still = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('password_hash', '=', user.passwordHash)
    .forShare()
    .executeTakeFirst();
  if (!still) return null;
  const secrets = createSecrets();
  const { id } = await trx
    .insertInto('sessions')
    .values({
      user_id: user.id,
      key_hash: hashSecret(secrets.key),
      token_hash: hashSecret(secrets.token),
      created_at: at,
      last_used_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordAudit(trx, { type: 'LOGIN', actorId: user.id, at });
  return { ...secrets, id };
}

/** Ends one session; whoever asks twice is recorded once. */
export async function endSession(trx: Trx, session: { id: string; userId: string }, at: Date): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom('sessions').where('id', '=', session.id).executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await recordAudit(trx, { type: 'LOGOUT', actorId: session.userId, at });
}

/**
 * Ends the session that its own browser says was logged out of, when the site could not be reached.
 * @param key of the session's cookie: whoever has it may end it
 */
export async function endAbandonedSession(
  db: Kysely<Database>,
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

/** Ends every session of an account whose row this transaction has changed, or all but one. */
export async function endSessions(trx: Trx, userId: string, except?: string): Promise<void> {
  let sessions = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (except !== undefined) sessions = sessions.where('id', '<>', except);
  await sessions.execute();
}

/**
 * Locks an account for an act whose effect outlasts the session it is done in, so that whatever ends the session at the same time
 * comes after it or keeps it from happening. Leaves links to be made for the account meanwhile.
 * @throws {ApiError} UNAUTHENTICATED when the session has just ended
 */
export async function assertNotEnded(trx: Trx, userId: string, session: { id: string } | null): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  if (!session) return;
  const lasts = await trx.selectFrom('sessions').select('id').where('id', '=', session.id).executeTakeFirst();
  if (!lasts) throw new ApiError('UNAUTHENTICATED', LOG_IN_REQUIRED);
}

/** Keeps a session from ending for want of use. Who only reads can do so while there is no room to note it. */
export async function recordUse(db: Kysely<Database>, session: { id: string; usedAt: Date }, now: Date): Promise<void> {
  const before = new Date(now.getTime() - USE_RECORDED_EVERY_MS);
  if (session.usedAt > before) return;
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', session.id)
    .where('last_used_at', '<=', before)
    .execute()
    .catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
    });
}
