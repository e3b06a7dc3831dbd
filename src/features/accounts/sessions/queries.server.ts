import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Caller } from '../../../platform/http/route-handlers.ts';
import { getPermissions } from '../permissions.ts';
import {
  type SecondFactorPolicy,
  hasProviderFactor,
  hasSecondFactor,
  requiresSecondFactor,
} from './second-factor-policy.server.ts';
import type { Session } from '../schema.ts';
import type { OwnSession } from './schema.ts';
import { isRecentlyConfirmed, isSessionActive } from './session-expiry.ts';
import { updateLastUsed } from './commands.server.ts';
import { hashSecret, isWellFormedSecret } from '../../../platform/http/secrets.server.ts';
import { deriveToken } from './secrets.server.ts';

/** The dependencies of finding a caller. */
interface Deps {
  readonly db: Db;
  readonly secondFactor: SecondFactorPolicy;
}

/** Finds the caller of an API request by token. */
export async function findCallerByToken(deps: Deps, token: string | undefined, now: Date): Promise<Caller | null> {
  return isWellFormedSecret(token) ? findCaller(deps, 'token_hash', token, token, now) : null;
}

/** Finds the visitor of a page by the key in the session cookie. */
export async function findCallerByKey(deps: Deps, key: string | undefined, now: Date): Promise<Caller | null> {
  return isWellFormedSecret(key) ? findCaller(deps, 'key_hash', key, deriveToken(key), now) : null;
}

async function findCaller(
  { db, secondFactor }: Deps,
  column: 'key_hash' | 'token_hash',
  secret: string,
  token: string,
  now: Date,
): Promise<Caller | null> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select((eb) => [
      'sessions.id as session',
      'sessions.created_at as createdAt',
      'sessions.last_used_at as usedAt',
      'sessions.confirmed_at as confirmedAt',
      'sessions.single_sign_on as singleSignOn',
      'sessions.provider_second_factor as providerFactor',
      'users.id',
      'role',
      'email_verified_at',
      'office_id',
      secondFactor === 'required' ? hasSecondFactor(eb).as('has_factor') : eb.lit(true).as('has_factor'),
    ])
    .where(column, '=', hashSecret(secret))
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  if (!found || !isSessionActive(found.role, found, now)) return null;
  await updateLastUsed(db, { id: found.session, usedAt: found.usedAt }, now);
  const { id, role, email_verified_at, office_id, has_factor, providerFactor } = found;
  // Such a session can only set up a second factor.
  const lacksFactor = !has_factor && !providerFactor && requiresSecondFactor(role, secondFactor);
  return {
    actor: {
      id,
      permissions: lacksFactor ? {} : getPermissions(role),
      verified: email_verified_at !== null,
      officeId: office_id,
    },
    session: { id: found.session, token },
    isConfirmed: isRecentlyConfirmed(found.confirmedAt, now),
  };
}

/** Returns the session as sent to its own user. */
export async function getSessionView(
  { db, secondFactor }: Deps,
  userId: string,
  { id, token }: NonNullable<Caller['session']>,
): Promise<Session | null> {
  const user = await db
    .selectFrom('users')
    .leftJoin('options as office', 'office.id', 'users.office_id')
    .select(['users.id', 'role', 'first_name', 'last_name', 'email', 'email_verified_at', 'office.name as office'])
    .select((eb) => eb.or([hasSecondFactor(eb), hasProviderFactor(eb, id)]).as('has_factor'))
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!user?.email) return null;
  const { email_verified_at, email, has_factor, ...publicFields } = user;
  const needsSecondFactor = !has_factor && requiresSecondFactor(user.role, secondFactor);
  const permissions = needsSecondFactor ? {} : getPermissions(user.role);
  const verified = email_verified_at !== null;
  return { id, token, user: { ...publicFields, email, verified, needsSecondFactor, permissions } };
}

/** Lists the active sessions of a user, that of the call first, then the last used first. */
export async function listOwnSessions(
  db: Db,
  userId: string,
  current: { id: string } | null,
  now: Date,
): Promise<OwnSession[]> {
  const sessions = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'device', 'network', 'sessions.created_at', 'sessions.last_used_at', 'role'])
    .select('single_sign_on as singleSignOn')
    .where('user_id', '=', userId)
    .orderBy(sql`(sessions.id = ${current?.id ?? null}) is true`, 'desc')
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.id')
    .execute();
  return sessions
    .filter(({ role, created_at, last_used_at, singleSignOn }) =>
      isSessionActive(role, { createdAt: created_at, usedAt: last_used_at, singleSignOn }, now),
    )
    .map(({ id, device, network, created_at, last_used_at }) => ({
      id,
      device,
      network,
      current: id === current?.id,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    }));
}
