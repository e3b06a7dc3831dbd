import type { Db } from '../../platform/db/transaction.ts';
import type { Grants, Permission } from '../../platform/http/contract.ts';
import type { Caller } from '../../platform/http/route-handlers.ts';
import { getPermissions } from '../accounts/permissions.ts';
import { updateLastUsed } from './commands.server.ts';
import type { ApiToken } from './schema.ts';
import { hashToken } from './token.server.ts';

/** Lists all tokens, the latest first. */
export async function listTokens(db: Db, now: Date, id?: string): Promise<ApiToken[]> {
  let tokens = db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 't.name', 't.ending', 't.permissions', 't.read_only'])
    .select(['t.created_at', 't.expires_at', 't.last_used_at', 't.revoked_at'])
    .select(['u.id as userId', 'u.first_name', 'u.last_name', 'u.enabled_at']);
  if (id !== undefined) tokens = tokens.where('t.id', '=', id);
  const rows = await tokens.orderBy('t.created_at', 'desc').orderBy('t.id').execute();
  return rows.map(({ userId, first_name, last_name, enabled_at, ...row }) => ({
    ...row,
    user: { id: userId, first_name, last_name, enabled_at: enabled_at?.toISOString() ?? null },
    state: getState(row, now),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }));
}

function getState({ revoked_at, expires_at }: { revoked_at: Date | null; expires_at: Date }, now: Date) {
  if (revoked_at) return 'REVOKED';
  return expires_at <= now ? 'EXPIRED' : 'ACTIVE';
}

/**
 * Finds the caller of an API request by a service token: the person who made the token, with those of its permissions that the person
 * still has.
 */
export async function findCallerByServiceToken(db: Db, token: string, now: Date): Promise<Caller | null> {
  const found = await db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id as tokenId', 't.name', 't.permissions', 't.read_only', 't.last_used_at'])
    .select(['u.id', 'u.role', 'u.email_verified_at', 'u.office_id'])
    .where('t.token_hash', '=', hashToken(token))
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('u.enabled_at', 'is not', null)
    .executeTakeFirst();
  if (!found) return null;
  await updateLastUsed(db, { id: found.tokenId, usedAt: found.last_used_at }, now);
  return {
    actor: {
      id: found.id,
      permissions: restrict(getPermissions(found.role), found.permissions),
      verified: found.email_verified_at !== null,
      officeId: found.office_id,
      serviceToken: { id: found.tokenId, name: found.name, isReadOnly: found.read_only },
    },
    session: null,
    isConfirmed: false,
  };
}

function restrict(grants: Grants, names: readonly string[]): Grants {
  return Object.fromEntries(Object.entries(grants).filter(([name]) => names.includes(name as Permission)));
}
