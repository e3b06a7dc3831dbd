import type { Trx } from '../../../platform/db/transaction.ts';

/** Remembers that an email of the outbox went to a participant, so that replies to it find their conversation. */
export async function addParticipantMail(trx: Trx, participantId: string, mailId: string): Promise<void> {
  await trx.insertInto('enquiry_mails').values({ mail_id: mailId, participant_id: participantId }).execute();
}
