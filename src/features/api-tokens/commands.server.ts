import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ignoreDiskFull } from '../../platform/db/connection-errors.ts';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import { getEndOfDay } from '../../platform/text/day-bounds.ts';
import { countDays, toDay } from '../../platform/text/days.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { assertWithinLimit } from '../../platform/feature/row-limits.ts';
import { DAY_MS } from '../../platform/text/durations.ts';
import { lockCaller } from '../accounts/commands.server.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import * as messages from './messages.ts';
import type { TokenForm } from './schema.ts';
import { TOKEN_PREFIX, hashToken } from './token.server.ts';

const ENDING_LENGTH = 4;
/** Minimum interval between two records of use (milliseconds). */
const LAST_USED_INTERVAL_MS = 60_000;
/** How long the list shows tokens after they have expired. */
const RETENTION_DAYS = 90;

/**
 * Creates a token in the name of the caller, and returns it with its id.
 * @throws {ApiError} INVALID if the caller lacks a permission or the day is out of range; CONFLICT if there are too many tokens
 */
export async function createToken(
  { trx, actor, at }: CommandContext,
  { name, permissions, read_only, expires_on }: TokenForm,
): Promise<{ id: string; secret: string }> {
  if (permissions.some((permission) => actor.permissions[permission] === undefined))
    throw new ApiError('INVALID', messages.PERMISSION_NOT_YOURS, { permissions: messages.PERMISSION_NOT_YOURS });
  const expires_at = getExpiry(expires_on, at);
  await lockCaller(trx, actor);
  await assertWithinLimit(trx, {
    lock: 'api tokens',
    count: sql`select count(*) from api_tokens where revoked_at is null and expires_at > ${at}`,
    max: messages.MAX_TOKENS,
    adding: 1,
    message: messages.tokenLimit,
  });
  const secret = TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const { id } = await trx
    .insertInto('api_tokens')
    .values({
      name,
      permissions,
      read_only,
      expires_at,
      user_id: actor.id,
      created_at: at,
      token_hash: hashToken(secret),
      ending: secret.slice(-ENDING_LENGTH),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const details = { name, after: permissions.join(', '), read_only, expires_on };
  await recordAudit(trx, { type: 'API_TOKEN_CREATED', actorId: actor.id, details, at });
  return { id, secret };
}

/** Returns the end of the last day. @throws {ApiError} INVALID unless it is in the future and within a year */
function getExpiry(lastDay: string, at: Date): Date {
  const days = countDays(toDay(at), lastDay);
  if (!(days >= 1 && days < messages.MAX_LIFETIME_DAYS))
    throw new ApiError('INVALID', messages.CHOOSE_EXPIRY, { expires_on: messages.CHOOSE_EXPIRY });
  return getEndOfDay(lastDay);
}

/** Revokes the token of any user. @throws {ApiError} NOT_FOUND; CONFLICT if it is revoked already */
export async function revokeToken({ trx, actor, at }: CommandContext, { id }: { id: string }): Promise<void> {
  await lockCaller(trx, actor);
  const token = await trx
    .selectFrom('api_tokens')
    .select(['name', 'revoked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!token) throw new ApiError('NOT_FOUND', messages.NO_SUCH_TOKEN);
  if (token.revoked_at) throw new ApiError('CONFLICT', messages.ALREADY_REVOKED);
  await trx.updateTable('api_tokens').set({ revoked_at: at }).where('id', '=', id).execute();
  await recordAudit(trx, { type: 'API_TOKEN_REVOKED', actorId: actor.id, details: { name: token.name }, at });
}

/** Revokes the tokens of somebody who may no longer log in, or whose account somebody else may have used. */
export async function revokeTokensOfUser(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  const revoked = await trx
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('name')
    .execute();
  if (revoked.length === 0) return;
  const entry = { type: 'API_TOKEN_REVOKED', actorId: userId, at } as const;
  await recordAudit(trx, ...revoked.map(({ name }) => ({ ...entry, details: { name } })));
}

/** Deletes the tokens of a deleted account. */
export async function deleteTokensOfUser(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
}

/** Records the use of a token. Ignores a full disk, so that programs can still read. */
export async function updateLastUsed(db: Db, { id, usedAt }: { id: string; usedAt: Date | null }, now: Date) {
  if (usedAt && usedAt.getTime() > now.getTime() - LAST_USED_INTERVAL_MS) return;
  await db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute().catch(ignoreDiskFull);
}

/** Deletes tokens that have expired long ago. */
export async function deleteOldTokens(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  await db.deleteFrom('api_tokens').where('expires_at', '<=', before).execute();
}
