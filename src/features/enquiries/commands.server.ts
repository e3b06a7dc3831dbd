import { sql } from 'kysely';
import type { z } from 'zod';
import { isWithinLimit } from '../../platform/feature/row-limits.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { countMails } from '../../platform/mail/outbox.ts';
import { CHECK_FIELDS } from '../../platform/text/common-messages.ts';
import type { Services } from '../../platform/http/handlers.ts';
import { lockOfficeAddresses, findPermittedAccount } from '../accounts/queries.server.ts';
import { findViewableBoard } from '../boards/queries.server.ts';
import { advanceStates, findAskingBoard } from '../boards/states.commands.server.ts';
import { findPublishedByUrl, getPublishedCards } from '../locations/catalogue/published/queries.server.ts';
import { listOfficeIds } from '../locations/working-copy/area.queries.server.ts';
import { CONFIRMATION, type EnquiryLocation, agencyMail, confirmationMail } from './mails.server.ts';
import type { sendEnquiry } from './contract.ts';
import { getDueDay } from './due-day.ts';
import { attachFiles } from './files/commands.server.ts';
import { addParticipantMail } from './links/participant-mails.commands.server.ts';
import { type EnquiryForm, type FilmingDetails, MAX_LOCATIONS, areDatesInOrder } from './schema.ts';
import {
  CHOOSE_PDF,
  DATES_IN_ORDER,
  ENQUIRY_SENT,
  ENQUIRY_SENT_AND_CONFIRMED,
  LOCATION_NOT_AVAILABLE,
  TOO_MANY_ENQUIRIES,
  TOO_MANY_LOCATIONS,
} from './messages.ts';
import { LOCATION_UNAVAILABLE } from '../locations/messages.ts';

/** Everybody can send an enquiry; for one about a board, the sender is signed in. */
type Context = Pick<Services, 'verification' | 'queueMail' | 'site' | 'siteUrl'> & {
  readonly trx: Trx;
  readonly at: Date;
  readonly actor: Actor | null;
};

const RETRY_AFTER_SECONDS = 3_600;

/** Limit of confirmations to one email address, so that nobody's mailbox can be flooded. */
const CONFIRMATION_LIMIT = { max: 5, withinMs: 3_600_000 };

/** Enquiries of one sender within a day. */
export const MAX_DAILY_ENQUIRIES = 50;

/**
 * Saves an enquiry and queues emails to the Locations Team, to the film offices of the locations and, unless the limit is reached, a
 * confirmation to the sender.
 * @returns the message to show, and the reference of the enquiry
 * @throws {ApiError} VERIFICATION_FAILED; INVALID; NOT_FOUND when `locationUrl` is not that of a published location, or the caller cannot
 *   see the board; TOO_MANY_REQUESTS
 */
export async function submitEnquiry(
  context: Context,
  { locationUrl, locations: ids, boardId, verification, brief, ...form }: z.output<typeof sendEnquiry.input>,
): Promise<z.output<typeof sendEnquiry.output>> {
  const { trx, actor: caller } = context;
  await context.verification.verify(trx, locationUrl === undefined ? 'Contact' : 'LocationEnquiry', verification);
  const about = locationUrl === undefined ? [] : [await findLocation(trx, locationUrl)];
  const locations = await addLocations(trx, about, ids);
  const board = boardId === undefined ? null : await findViewableBoard(trx, caller, boardId);
  if (!areDatesInOrder(form)) throw new ApiError('INVALID', CHECK_FIELDS, { filming_to: DATES_IN_ORDER });
  const boardTitle = board?.title ?? null;
  const locationIds = locations.map((location) => location.id);
  const askingBoard = await findAskingBoard(trx, caller, { boardId, locationIds });
  const {
    id,
    reference: assigned,
    created_at: sentAt,
  } = await insertEnquiry(context, locations, {
    ...form,
    board_title: boardTitle,
    board_id: askingBoard,
  });
  const reference = assigned ?? '';
  await assertBelowDailyLimit(trx, form.email);
  const message = await trx
    .selectFrom('enquiry_messages')
    .select(['id', 'participant_id'])
    .where('enquiry_id', '=', id)
    .executeTakeFirstOrThrow();
  if (brief !== undefined) await attachBrief(trx, message.id, brief);
  const hasBrief = brief !== undefined;
  const enquiry = { ...form, id, reference, locations, boardTitle, sentAt, hasBrief };
  const offices = await lockOfficeAddresses(trx, await listOfficeIds(trx, locationIds), 'enquiry.answer');
  for (const recipient of [context.site.mailbox, ...offices])
    await context.queueMail(trx, agencyMail(enquiry, context, recipient));
  // Accounts are locked before boards, as by account deletion.
  if (askingBoard !== null)
    await advanceStates(trx, { boardId: askingBoard, locationIds, state: 'ASKED', at: context.at });
  if (!(await canConfirm(trx, form.email, sentAt))) return { message: ENQUIRY_SENT, reference };
  const mail = await context.queueMail(
    trx,
    confirmationMail(enquiry, context, await isOwnAddress(trx, caller, form.email)),
  );
  await addParticipantMail(trx, message.participant_id, mail);
  return { message: ENQUIRY_SENT_AND_CONFIRMED, reference };
}

async function findLocation(trx: Trx, locationUrl: string): Promise<EnquiryLocation> {
  const location = await findPublishedByUrl(trx, locationUrl);
  if (!location) throw new ApiError('NOT_FOUND', LOCATION_UNAVAILABLE);
  return location;
}

/** Returns the locations with those of the ids that are not among them. @throws {ApiError} INVALID */
async function addLocations(
  trx: Trx,
  locations: readonly EnquiryLocation[],
  ids: readonly string[],
): Promise<readonly EnquiryLocation[]> {
  const added = [...new Set(ids)].filter((id) => !locations.some((location) => location.id === id));
  const published = await getPublishedCards(trx, added);
  if (published.length < added.length)
    throw new ApiError('INVALID', LOCATION_NOT_AVAILABLE, { locations: LOCATION_NOT_AVAILABLE });
  const all = [...locations, ...published];
  if (all.length > MAX_LOCATIONS) throw new ApiError('INVALID', TOO_MANY_LOCATIONS, { locations: TOO_MANY_LOCATIONS });
  return all;
}

async function insertEnquiry(
  { trx, at }: Context,
  [first, ...others]: readonly EnquiryLocation[],
  { phone, ...form }: EnquiryForm & FilmingDetails & Record<'board_id' | 'board_title', string | null>,
) {
  const location = { location_id: first?.id ?? null, location_title: first?.title ?? null };
  const enquiry = await trx
    .insertInto('enquiries')
    .values({ ...form, phone: phone || null, ...location, due_on: getDueDay(at) })
    .returning(['id', 'reference', 'created_at'])
    .executeTakeFirstOrThrow();
  // A trigger has inserted the first one.
  const rows = others.map(({ id, title }, index) => ({
    enquiry_id: enquiry.id,
    position: index + 1,
    location_id: id,
    title,
  }));
  if (rows.length > 0) await trx.insertInto('enquiry_locations').values(rows).execute();
  return enquiry;
}

/** Counts the enquiries of an email address, after one was added. */
async function assertBelowDailyLimit(trx: Trx, email: string): Promise<void> {
  const allowed = await isWithinLimit(trx, {
    lock: `enquiries of ${email.toLowerCase()}`,
    count: sql`
      select count(*) from enquiry_participants
      where lower(email) = lower(${email}) and kind = 'SENDER' and created_at > now() - interval '1 day'`,
    max: MAX_DAILY_ENQUIRIES,
  });
  if (!allowed) throw new ApiError('TOO_MANY_REQUESTS', TOO_MANY_ENQUIRIES, undefined, RETRY_AFTER_SECONDS);
}

/** Attaches the brief, a PDF, to the first message. @throws {ApiError} INVALID */
async function attachBrief(trx: Trx, messageId: string, fileId: string): Promise<void> {
  const file = await trx.selectFrom('enquiry_files').select('content_type').where('id', '=', fileId).executeTakeFirst();
  if (file && file.content_type !== 'application/pdf')
    throw new ApiError('INVALID', CHECK_FIELDS, { brief: CHOOSE_PDF });
  await attachFiles(trx, messageId, [fileId]);
}

/** Whether an email address is the verified one of the caller. */
async function isOwnAddress(trx: Trx, caller: Actor | null, email: string): Promise<boolean> {
  const account = caller?.verified ? await findPermittedAccount(trx, caller.id) : undefined;
  return account?.email.toLowerCase() === email.toLowerCase();
}

async function canConfirm(trx: Trx, email: string, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - CONFIRMATION_LIMIT.withinMs);
  return (await countMails(trx, CONFIRMATION, email, since)) < CONFIRMATION_LIMIT.max;
}
