import type { Trx } from '../../../platform/db/transaction.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { hashSecret, createSecret } from '../sessions/secrets.server.ts';
import { LINK_UNUSABLE } from '../messages.ts';

const MINUTE_MS = 60_000;
/** Time to live of a link. */
export const LINK_MINUTES = 60;

type Purpose = Database['account_tokens']['purpose'];

/** Creates the token of a mailed link, which proves that its reader has this address. Stores only its hash. */
export async function createToken(
  trx: Trx,
  { purpose, userId, email, at }: { purpose: Purpose; userId: string; email: string; at: Date },
): Promise<string> {
  const token = createSecret();
  const expires_at = new Date(at.getTime() + LINK_MINUTES * MINUTE_MS);
  await trx
    .insertInto('account_tokens')
    .values({ token_hash: hashSecret(token), user_id: userId, purpose, email, expires_at })
    .execute();
  return token;
}

/**
 * Redeems a token. Concurrent transactions with the same token wait for the first, and fail if it commits.
 * @throws {ApiError} INVALID when the token was redeemed, has expired or does not exist
 */
export async function redeemToken(
  trx: Trx,
  purpose: Purpose,
  token: string,
  at: Date,
): Promise<{ userId: string; email: string }> {
  // All commands lock the user's row first, which prevents deadlocks.
  const owner = trx.selectFrom('account_tokens').select('user_id').where('token_hash', '=', hashSecret(token));
  await trx.selectFrom('users').select('id').where('id', '=', owner).forUpdate().execute();
  const redeemed = await trx
    .deleteFrom('account_tokens')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', at)
    .returning(['user_id as userId', 'email'])
    .executeTakeFirst();
  if (!redeemed) throw unusableLinkError();
  return redeemed;
}

/** Invalidates the links of an account, or those of one purpose. */
export async function deleteTokens(trx: Trx, userId: string, purpose?: Purpose): Promise<void> {
  let tokens = trx.deleteFrom('account_tokens').where('user_id', '=', userId);
  if (purpose) tokens = tokens.where('purpose', '=', purpose);
  await tokens.execute();
}

export function unusableLinkError(): ApiError {
  return new ApiError('INVALID', LINK_UNUSABLE);
}
