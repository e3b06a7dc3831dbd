import type { z } from 'zod';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type QueueMail, countMails } from '../../platform/mail/outbox.ts';
import { CHECK_FIELDS } from '../../platform/messages.ts';
import type { Sender } from '../../platform/mail/site-mail.ts';
import { lockOfficeAddresses } from '../accounts/queries.server.ts';
import { getOfficeId } from '../locations/working-copy/area.queries.server.ts';
import { findPublishedByUrl } from '../locations/queries.server.ts';
import type { HumanVerification } from '../proof-of-work/commands.server.ts';
import { CONFIRMATION, type EnquiryLocation, agencyMail, confirmationMail } from './mails.server.ts';
import type { sendEnquiry } from './contract.ts';
import { attachFiles } from './files/commands.server.ts';
import { type EnquiryForm, type FilmingDetails, areDatesInOrder } from './schema.ts';
import { CHOOSE_PDF, DATES_IN_ORDER, ENQUIRY_SENT, ENQUIRY_SENT_WITH_COPY } from './messages.ts';
import { LOCATION_UNAVAILABLE } from '../locations/messages.ts';

export interface EnquiryDeps extends Sender {
  readonly verification: HumanVerification;
  readonly queueMail: QueueMail;
}

/** Limit of confirmations to one address, so that nobody's mailbox can be flooded. */
const CONFIRMATION_LIMIT = { max: 5, withinMs: 3_600_000 };

/**
 * Saves an enquiry and queues mails to the Locations Team, to the film office of the location and, unless the limit is reached, a confirmation to the sender.
 * @returns the message to show
 * @throws {ApiError} VERIFICATION_FAILED; INVALID; NOT_FOUND when `locationUrl` is not that of a published location
 */
export async function submitEnquiry(
  trx: Trx,
  deps: EnquiryDeps,
  { locationUrl, verification, brief, ...form }: z.output<typeof sendEnquiry.input>,
): Promise<string> {
  await deps.verification.verify(trx, locationUrl === undefined ? 'Contact' : 'LocationEnquiry', verification);
  const location = locationUrl === undefined ? null : await findLocation(trx, locationUrl);
  if (!areDatesInOrder(form)) throw new ApiError('INVALID', CHECK_FIELDS, { filming_to: DATES_IN_ORDER });
  const { id, reference, created_at: sentAt } = await insertEnquiry(trx, form, location);
  if (brief !== undefined) await attachBrief(trx, id, brief);
  const enquiry = { ...form, id, reference: reference ?? '', location, sentAt, hasBrief: brief !== undefined };
  for (const recipient of [deps.site.mailbox, ...(await lockOfficeOf(trx, location))])
    await deps.queueMail(trx, agencyMail(enquiry, deps, recipient));
  if (!(await canConfirm(trx, form.email))) return ENQUIRY_SENT;
  await deps.queueMail(trx, confirmationMail(enquiry, deps));
  return ENQUIRY_SENT_WITH_COPY;
}

/** The addresses of the film office in whose area a location is. */
async function lockOfficeOf(trx: Trx, location: EnquiryLocation | null): Promise<string[]> {
  const office = location && (await getOfficeId(trx, location.id));
  return office === null ? [] : lockOfficeAddresses(trx, office, 'enquiry.answer');
}

async function findLocation(trx: Trx, locationUrl: string): Promise<EnquiryLocation> {
  const location = await findPublishedByUrl(trx, locationUrl);
  if (!location) throw new ApiError('NOT_FOUND', LOCATION_UNAVAILABLE);
  return location;
}

type Form = EnquiryForm & FilmingDetails;

async function insertEnquiry(trx: Trx, { phone, ...form }: Form, location: EnquiryLocation | null) {
  const row = { ...form, phone: phone || null };
  return trx
    .insertInto('enquiries')
    .values({ ...row, location_id: location?.id ?? null, location_title: location?.title ?? null })
    .returning(['id', 'reference', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** Attaches the brief, a PDF, to the first message, which a trigger has inserted. @throws {ApiError} INVALID */
async function attachBrief(trx: Trx, enquiryId: string, fileId: string): Promise<void> {
  const file = await trx.selectFrom('enquiry_files').select('content_type').where('id', '=', fileId).executeTakeFirst();
  if (file && file.content_type !== 'application/pdf')
    throw new ApiError('INVALID', CHECK_FIELDS, { brief: CHOOSE_PDF });
  const { id } = await trx
    .selectFrom('enquiry_messages')
    .select('id')
    .where('enquiry_id', '=', enquiryId)
    .executeTakeFirstOrThrow();
  await attachFiles(trx, id, [fileId]);
}

async function canConfirm(trx: Trx, email: string): Promise<boolean> {
  const since = new Date(Date.now() - CONFIRMATION_LIMIT.withinMs);
  return (await countMails(trx, CONFIRMATION, email, since)) < CONFIRMATION_LIMIT.max;
}
