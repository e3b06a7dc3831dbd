import type { Trx } from '../../../platform/db/transaction.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { hashSecret, createSecret } from '../sessions/secrets.server.ts';
import { LINK_UNUSABLE } from '../messages.ts';

const MINUTE_MS = 60_000;
/** For which a link can be used. */
export const LINK_MINUTES = 60;

type Purpose = Database['account_tokens']['purpose'];

/** Makes what a link in a mail proves: that its reader is the account's, and has this address. */
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
 * Spends a token: of transactions that spend the same one, the others wait for the first, and fail if it commits.
 * @throws {ApiError} INVALID when it was spent, is too old, or never was one
 */
export async function redeemToken(
  trx: Trx,
  purpose: Purpose,
  token: string,
  at: Date,
): Promise<{ userId: string; email: string }> {
  // Every act on an account begins with the lock of its row, so that no two wait for each other.
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

/** Has the other links that an account was sent lead nowhere. */
export async function deleteTokens(trx: Trx, userId: string, purpose?: Purpose): Promise<void> {
  let tokens = trx.deleteFrom('account_tokens').where('user_id', '=', userId);
  if (purpose) tokens = tokens.where('purpose', '=', purpose);
  await tokens.execute();
}

export function unusableLinkError(): ApiError {
  return new ApiError('INVALID', LINK_UNUSABLE);
}
