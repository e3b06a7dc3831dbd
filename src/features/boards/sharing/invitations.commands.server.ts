import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { createSecret, hashSecret } from '../../../platform/http/secrets.server.ts';
import { LINK_UNUSABLE } from '../messages.ts';
import { INVITATION_DAYS } from '../schema.ts';

const DAY_MS = 86_400_000;

/**
 * Creates the link of a queued email about a share, in place of an earlier one. Its secret is issued when the email is sent; until then
 * nobody has it, since the stored hash is that of a discarded one.
 */
export async function createInvitation(
  trx: Trx,
  { shareId, mailId, at }: { shareId: string; mailId: string; at: Date },
): Promise<void> {
  const invitation = { mail_id: mailId, token_hash: hashSecret(createSecret()), expires_at: getExpiry(at) };
  await trx
    .insertInto('board_invitations')
    .values({ share_id: shareId, ...invitation })
    .onConflict((conflict) => conflict.column('share_id').doUpdateSet(invitation))
    .execute();
}

/**
 * Issues the secret of an email's link and stores its hash; one that was issued for an earlier attempt becomes invalid. Must be committed
 * before the email is sent.
 * @returns the token; null if the email is about no share, or one that has ended or has a newer link
 */
export async function issueInvitation(db: Db, mailId: string, at: Date): Promise<string | null> {
  const token = createSecret();
  const issued = await db
    .updateTable('board_invitations')
    .set({ token_hash: hashSecret(token), expires_at: getExpiry(at) })
    .where('mail_id', '=', mailId)
    .returning('share_id')
    .executeTakeFirst();
  return issued ? token : null;
}

/**
 * Redeems the link to a share. Concurrent transactions wait for the first, and fail if it commits.
 * @throws {ApiError} NOT_FOUND when it was redeemed, has expired or does not exist
 */
export async function redeemInvitation(trx: Trx, shareId: string, token: string, at: Date): Promise<void> {
  // The share is locked before its invitation, in the same order as when it is deleted.
  await trx.selectFrom('board_shares').select('id').where('id', '=', shareId).forKeyShare().execute();
  const { numDeletedRows } = await trx
    .deleteFrom('board_invitations')
    .where('share_id', '=', shareId)
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow();
  if (!numDeletedRows) throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
}

function getExpiry(at: Date): Date {
  return new Date(at.getTime() + INVITATION_DAYS * DAY_MS);
}
