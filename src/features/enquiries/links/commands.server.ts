import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { createSecret, hashSecret } from '../../../platform/http/secrets.server.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';
import { LINK_UNUSABLE } from '../messages.ts';

/** Time to live of a link. Every email has a new one. */
export const LINK_DAYS = 90;

/**
 * Issues the secret of the link in an email to a participant, and stores its hash; one that was issued for an earlier attempt becomes
 * invalid. Must be committed before the email is sent. The lock makes sure that an enquiry marked as spam keeps no link.
 * @returns the token; null if the email is about no enquiry, or one that was deleted or marked as spam
 */
export async function issueLink(db: Db, mailId: string, at: Date): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const mail = await trx
      .selectFrom('enquiry_mails as m')
      .innerJoin('enquiry_participants as p', 'p.id', 'm.participant_id')
      .innerJoin('enquiries as e', 'e.id', 'p.enquiry_id')
      .select(['p.id as participantId', 'e.state'])
      .where('m.mail_id', '=', mailId)
      .forShare('e')
      .executeTakeFirst();
    if (!mail || mail.state === 'SPAM') return null;
    const token = createSecret();
    await trx.deleteFrom('enquiry_links').where('mail_id', '=', mailId).execute();
    await trx
      .insertInto('enquiry_links')
      .values({
        token_hash: hashSecret(token),
        participant_id: mail.participantId,
        mail_id: mailId,
        expires_at: new Date(at.getTime() + LINK_DAYS * DAY_MS),
      })
      .execute();
    return token;
  });
}

/** Returns the participant whose link this is. @throws {ApiError} NOT_FOUND for an expired, revoked or unknown link alike */
export async function getParticipantByLink(
  db: Db,
  token: string,
  at: Date,
): Promise<{ readonly id: string; readonly enquiryId: string }> {
  const found = await db
    .selectFrom('enquiry_links as k')
    .innerJoin('enquiry_participants as p', 'p.id', 'k.participant_id')
    .select(['p.id', 'p.enquiry_id as enquiryId'])
    .where('k.token_hash', '=', hashSecret(token))
    .where('k.expires_at', '>', at)
    .executeTakeFirst();
  if (!found) throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
  return found;
}

/** Revokes all links of an enquiry. */
export async function revokeLinks(trx: Trx, enquiryId: string): Promise<void> {
  await trx
    .deleteFrom('enquiry_links')
    .where('participant_id', 'in', (eb) =>
      eb.selectFrom('enquiry_participants').select('id').where('enquiry_id', '=', enquiryId),
    )
    .execute();
}
