import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type QueueMail, countMails } from '../../platform/mail/outbox.ts';
import type { Sender } from '../../platform/mail/site-mail.ts';
import { publishedByUrl } from '../locations/queries.server.ts';
import type { HumanVerification } from '../verification/commands.server.ts';
import { CONFIRMATION, type EnquiredLocation, agencyMail, confirmationMail } from './mails.server.ts';
import type { EnquiryForm } from './schema.ts';

export interface EnquiryDeps extends Sender {
  readonly verification: HumanVerification;
  readonly queueMail: QueueMail;
}

/** Of confirmations to one address: without a limit they could be used to flood somebody else's mailbox. */
const CONFIRMATIONS = { most: 5, withinMs: 3_600_000 };

const CONFIRMED =
  'Thank you. Your enquiry has been sent, and a copy is on its way to you. The locations team answers within two working days.';
const UNCONFIRMED = 'Thank you. Your enquiry has been sent. The locations team answers within two working days.';

/**
 * Stores an enquiry and queues its mails: to the Locations Team and, unless the address was sent many lately, to the sender.
 * Returns the message to show.
 * @throws {ApiError} VERIFICATION_FAILED; NOT_FOUND when `locationUrl` names no published location
 */
export async function submitEnquiry(
  trx: Trx,
  deps: EnquiryDeps,
  { locationUrl, verification, ...form }: EnquiryForm & { locationUrl?: string | undefined; verification: string },
): Promise<string> {
  await deps.verification.verify(trx, locationUrl === undefined ? 'Contact' : 'LocationEnquiry', verification);
  const location = locationUrl === undefined ? null : await enquiredLocation(trx, locationUrl);
  const sentAt = await store(trx, form, location);
  const enquiry = { ...form, location, sentAt };
  await deps.queueMail(trx, agencyMail(enquiry, deps));
  if (!(await mayConfirm(trx, form.email))) return UNCONFIRMED;
  await deps.queueMail(trx, confirmationMail(enquiry, deps));
  return CONFIRMED;
}

async function enquiredLocation(trx: Trx, locationUrl: string): Promise<EnquiredLocation> {
  const location = await publishedByUrl(trx, locationUrl);
  if (!location) throw new ApiError('NOT_FOUND', 'This location is no longer available. Please choose another one.');
  return location;
}

async function store(trx: Trx, form: EnquiryForm, location: EnquiredLocation | null): Promise<Date> {
  const { name, email, phone, comment } = form;
  const row = { name, email, comment, phone: phone || null };
  const { created_at } = await trx
    .insertInto('enquiries')
    .values({ ...row, location_id: location?.id ?? null, location_title: location?.title ?? null })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return created_at;
}

async function mayConfirm(trx: Trx, email: string): Promise<boolean> {
  const since = new Date(Date.now() - CONFIRMATIONS.withinMs);
  return (await countMails(trx, CONFIRMATION, email, since)) < CONFIRMATIONS.most;
}
