import type { Db } from '../../../platform/db/transaction.ts';
import type { Caller } from '../../../platform/http/route-handlers.ts';
import { getPermissions } from '../permissions.ts';
import type { Session } from '../schema.ts';
import { isSessionActive } from './session-expiry.ts';
import { updateLastUsed } from './commands.server.ts';
import { hashSecret, isWellFormedSecret, deriveToken } from './secrets.server.ts';

/** Finds the caller of an API request by token. */
export async function findCallerByToken(db: Db, token: string | undefined, now: Date): Promise<Caller | null> {
  return isWellFormedSecret(token) ? findCaller(db, 'token_hash', token, token, now) : null;
}

/** Finds the visitor of a page by the key in the session cookie. */
export async function findCallerByKey(db: Db, key: string | undefined, now: Date): Promise<Caller | null> {
  return isWellFormedSecret(key) ? findCaller(db, 'key_hash', key, deriveToken(key), now) : null;
}

async function findCaller(
  db: Db,
  column: 'key_hash' | 'token_hash',
  secret: string,
  token: string,
  now: Date,
): Promise<Caller | null> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as session',
      'sessions.created_at as createdAt',
      'sessions.last_used_at as usedAt',
      'users.id',
      'role',
      'email_verified_at',
      'office_id',
    ])
    .where(column, '=', hashSecret(secret))
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  if (!found || !isSessionActive(found.role, found, now)) return null;
  await updateLastUsed(db, { id: found.session, usedAt: found.usedAt }, now);
  const { id, role, email_verified_at, office_id } = found;
  return {
    actor: { id, permissions: getPermissions(role), verified: email_verified_at !== null, officeId: office_id },
    session: { id: found.session, token },
  };
}

/** Returns the session as sent to its own user. */
export async function getSessionView(
  db: Db,
  userId: string,
  { id, token }: NonNullable<Caller['session']>,
): Promise<Session | null> {
  const user = await db
    .selectFrom('users')
    .leftJoin('options as office', 'office.id', 'users.office_id')
    .select(['users.id', 'role', 'first_name', 'last_name', 'email', 'email_verified_at', 'office.name as office'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!user?.email) return null;
  const { email_verified_at, email, ...publicFields } = user;
  const permissions = getPermissions(user.role);
  return { id, token, user: { ...publicFields, email, verified: email_verified_at !== null, permissions } };
}
