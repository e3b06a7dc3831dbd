import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { LINK_UNUSABLE } from './messages.ts';

const SECRET_BYTES = 32;
const DAY_MS = 86_400_000;
/** Time to live of a link. Every mail has a new one. */
export const LINK_DAYS = 90;

/** Creates the secret of a link to the page of a participant. Stores only its hash. */
export async function createLink(trx: Trx, participantId: string, at: Date): Promise<string> {
  const token = randomBytes(SECRET_BYTES).toString('base64url');
  const expires_at = new Date(at.getTime() + LINK_DAYS * DAY_MS);
  await trx
    .insertInto('enquiry_links')
    .values({ token_hash: hashToken(token), participant_id: participantId, expires_at })
    .execute();
  return token;
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
    .where('k.token_hash', '=', hashToken(token))
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

/** Returns the SHA-256 that is stored in place of the secret of a link. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
