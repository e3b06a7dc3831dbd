import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type QueueMail, countMails } from '../../platform/mail/outbox.ts';
import type { Sender } from '../../platform/mail/site-mail.ts';
import { findPublishedByUrl } from '../locations/queries.server.ts';
import type { HumanVerification } from '../proof-of-work/commands.server.ts';
import { CONFIRMATION, type EnquiryLocation, agencyMail, confirmationMail } from './mails.server.ts';
import type { EnquiryForm } from './schema.ts';
import { ENQUIRY_SENT, ENQUIRY_SENT_WITH_COPY } from './messages.ts';
import { LOCATION_UNAVAILABLE } from '../locations/messages.ts';

export interface EnquiryDeps extends Sender {
  readonly verification: HumanVerification;
  readonly queueMail: QueueMail;
}

/** Limit of confirmations to one address, so that nobody's mailbox can be flooded. */
const CONFIRMATION_LIMIT = { max: 5, withinMs: 3_600_000 };

/**
 * Saves an enquiry and queues a mail to the Locations Team and, unless the limit is reached, a confirmation to the sender.
 * @returns the message to show
 * @throws {ApiError} VERIFICATION_FAILED; NOT_FOUND when `locationUrl` is not that of a published location
 */
export async function submitEnquiry(
  trx: Trx,
  deps: EnquiryDeps,
  { locationUrl, verification, ...form }: EnquiryForm & { locationUrl?: string | undefined; verification: string },
): Promise<string> {
  await deps.verification.verify(trx, locationUrl === undefined ? 'Contact' : 'LocationEnquiry', verification);
  const location = locationUrl === undefined ? null : await findLocation(trx, locationUrl);
  const sentAt = await insertEnquiry(trx, form, location);
  const enquiry = { ...form, location, sentAt };
  await deps.queueMail(trx, agencyMail(enquiry, deps));
  if (!(await canConfirm(trx, form.email))) return ENQUIRY_SENT;
  await deps.queueMail(trx, confirmationMail(enquiry, deps));
  return ENQUIRY_SENT_WITH_COPY;
}

async function findLocation(trx: Trx, locationUrl: string): Promise<EnquiryLocation> {
  const location = await findPublishedByUrl(trx, locationUrl);
  if (!location) throw new ApiError('NOT_FOUND', LOCATION_UNAVAILABLE);
  return location;
}

async function insertEnquiry(trx: Trx, form: EnquiryForm, location: EnquiryLocation | null): Promise<Date> {
  const { name, email, phone, comment } = form;
  const row = { name, email, comment, phone: phone || null };
  const { created_at } = await trx
    .insertInto('enquiries')
    .values({ ...row, location_id: location?.id ?? null, location_title: location?.title ?? null })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return created_at;
}

async function canConfirm(trx: Trx, email: string): Promise<boolean> {
  const since = new Date(Date.now() - CONFIRMATION_LIMIT.withinMs);
  return (await countMails(trx, CONFIRMATION, email, since)) < CONFIRMATION_LIMIT.max;
}
