import type { Db, Trx } from '../../platform/db/transaction.ts';
import type { Database } from '../../platform/db/tables.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { hashSecret, createSecret } from '../../platform/http/secrets.server.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/text/durations.ts';
import { LINK_UNUSABLE } from './messages.ts';
import { LINK_MINUTES } from './schema.ts';

/** How long an email can wait to be sent: longer than it is retried. */
const WAITING_MS = 2 * DAY_MS;

type Purpose = Database['account_tokens']['purpose'];

/**
 * Creates the link of a queued email, which proves that its reader has this email address. Its secret is issued when the email is sent;
 * until then nobody has it, since the stored hash is that of a discarded one.
 */
export async function createLink(
  trx: Trx,
  { purpose, userId, email, mailId, at }: { purpose: Purpose; userId: string; email: string; mailId: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('account_tokens')
    .values({
      user_id: userId,
      purpose,
      email,
      mail_id: mailId,
      token_hash: hashSecret(createSecret()),
      expires_at: new Date(at.getTime() + WAITING_MS),
    })
    .execute();
}

/**
 * Issues the secret of an email's link and stores its hash; one that was issued for an earlier attempt becomes invalid. Must be committed
 * before the email is sent, so that no email contains a link that does not work.
 * @returns the token; null if the link was withdrawn, as by a newer one, or has waited too long
 */
export async function issueToken(db: Db, mailId: string, at: Date): Promise<string | null> {
  const token = createSecret();
  const issued = await db
    .updateTable('account_tokens')
    .set({ token_hash: hashSecret(token), expires_at: new Date(at.getTime() + LINK_MINUTES * MINUTE_MS) })
    .where('mail_id', '=', mailId)
    .where('expires_at', '>', at)
    .returning('purpose')
    .executeTakeFirst();
  return issued ? token : null;
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
