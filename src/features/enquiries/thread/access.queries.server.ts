import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { NO_SUCH_ENQUIRY } from '../messages.ts';
import { ENTER_CONVERSATION } from './messages.ts';
import { getParticipantByLink } from '../links/commands.server.ts';
import { selectSentEnquiries } from './queries.server.ts';
import type { Conversation } from './schema.ts';

/**
 * Returns the participant whose conversation a call is about.
 * @throws {ApiError} INVALID for neither of both; NOT_FOUND for a link that does not work, and for an enquiry that the caller has not sent
 */
export async function getParticipant(
  db: Db,
  caller: Actor | null,
  { token, enquiryId }: Conversation,
  at: Date,
): Promise<{ readonly id: string; readonly enquiryId: string }> {
  if (token !== undefined) return getParticipantByLink(db, token, at);
  if (enquiryId === undefined) throw new ApiError('INVALID', ENTER_CONVERSATION);
  // A service token acts for its owner, but the conversations of a person are not what it was given for.
  if (!caller || caller.serviceToken) throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
  const found = await selectSentEnquiries(db, caller)
    .select(['p.id', 'e.id as enquiryId'])
    .where('e.id', '=', enquiryId)
    .executeTakeFirst();
  if (!found) throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
  return found;
}
