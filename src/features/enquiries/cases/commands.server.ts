import { type NotNull, type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Database } from '../../../platform/db/tables.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { findPermittedAccount } from '../../accounts/queries.server.ts';
import { type AuditEntry, assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import { advanceStates } from '../../boards/states.commands.server.ts';
import { attachFiles } from '../files/commands.server.ts';
import { DATES_IN_ORDER, NO_SUCH_ENQUIRY } from '../messages.ts';
import * as messages from './messages.ts';
import { assertEnquiryAccessible, getOffices } from '../access.queries.server.ts';
import { canForOffices } from '../../accounts/permissions.ts';
import { areDatesInOrder } from '../schema.ts';
import { addParticipantMail } from '../links/participant-mails.commands.server.ts';
import { revokeLinks } from '../links/commands.server.ts';
import { toFilmingFacts } from '../mails.server.ts';
import { saveOutcome } from '../outcomes/commands.server.ts';
import type { answerEnquiry, passOnEnquiry, updateEnquiry } from './contract.ts';
import { type AnswerRecipient, answerMail } from './mails.server.ts';
import type { Outcome } from '../outcomes/schema.ts';
import { insertParticipant } from './passing-on.commands.server.ts';
import { listParticipantLocations } from './queries.server.ts';
import type { State } from './schema.ts';

/** Services that send the emails about an enquiry. */
export type MailServices = Pick<Services, 'queueMail' | 'site' | 'siteUrl'>;

type EnquiryRecord = Selectable<Database['enquiries']>;

/** Locks an enquiry for a change by the team. @throws {ApiError} NOT_FOUND when the caller may not answer it */
async function lockForChange({ trx, actor }: CommandContext, id: string): Promise<EnquiryRecord> {
  await lockCaller(trx, actor);
  const row = await trx.selectFrom('enquiries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
  await assertEnquiryAccessible(trx, actor, 'enquiry.answer', id);
  return row;
}

function auditEntry(row: EnquiryRecord, { actor, at }: CommandContext): Omit<AuditEntry, 'type'> {
  return {
    actorId: actor.id,
    ...(row.location_id !== null && { locationId: row.location_id }),
    details: { enquiry: row.id, reference: row.reference },
    at,
  };
}

/** Locks an enquiry for a message. With an outdated version two colleagues would answer the same message. @throws {ApiError} CONFLICT */
async function lockForMessage(
  context: CommandContext,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<EnquiryRecord> {
  const { trx } = context;
  const row = await lockForChange(context, id);
  const checks = [{ expected: version, actual: row.version }];
  await assertVersions(trx, auditEntry(row, context), checks, messages.ENQUIRY_HAS_NEWS);
  return row;
}

/**
 * Changes state, assignee, due date, details and outcome of an enquiry.
 * @throws {ApiError} NOT_FOUND; INVALID; CONFLICT when somebody else has changed it
 */
export async function updateCase(
  context: CommandContext,
  { id, version, filmed, filming_days, spend, areas, ...change }: z.output<typeof updateEnquiry.input>,
): Promise<void> {
  const { trx } = context;
  const row = await lockForChange(context, id);
  const entry = auditEntry(row, context);
  await assertVersions(trx, entry, [{ expected: version, actual: row.version }], messages.ENQUIRY_CHANGED);
  const changed = (Object.keys(change) as (keyof typeof change & keyof EnquiryRecord)[]).filter(
    (field) => change[field] !== undefined && change[field] !== row[field],
  );
  const values = Object.fromEntries(changed.map((field) => [field, change[field]]));
  const next: EnquiryRecord = { ...row, ...values };
  if (!areDatesInOrder(next)) throw new ApiError('INVALID', CHECK_FIELDS, { filming_to: DATES_IN_ORDER });
  if (changed.includes('assignee_id') && next.assignee_id) await assertAssignable(trx, id, next.assignee_id);
  const outcomeChange = { filmed, filming_days, spend, areas };
  const outcome = await saveOutcome(trx, next, { was: row.state, change: outcomeChange, at: context.at });
  if (changed.length === 0 && outcome === null) return;
  await trx
    .updateTable('enquiries')
    .set({ ...values, ...getClosing(row, next.state, context.at), version: row.version + 1 })
    .where('id', '=', id)
    .execute();
  if (next.state === 'SPAM') await revokeLinks(trx, id);
  const details = { ...entry.details, ...(changed.length > 0 && { fields: changed.join(', ') }) };
  await recordAudit(
    trx,
    outcome === null
      ? { ...entry, type: 'ENQUIRY_UPDATED', details }
      : { ...entry, type: 'ENQUIRY_OUTCOME_RECORDED', details: { ...details, ...toAuditDetails(outcome) } },
  );
}

function toAuditDetails({ filmed, filming_days, spend, areas }: Outcome) {
  return {
    filmed: filmed === 'YES',
    ...(filming_days !== null && { days: filming_days }),
    ...(spend !== null && { spend }),
    ...(areas.length > 0 && { areas: areas.join(', ') }),
  };
}

const CLOSED_STATES: ReadonlySet<State> = new Set(['CLOSED', 'SPAM']);

/** The time of closing, the start of the retention period; it changes only when an enquiry is closed or reopened. */
function getClosing(row: EnquiryRecord, state: State, at: Date): { closed_at: Date | null } {
  return { closed_at: CLOSED_STATES.has(state) ? (row.closed_at ?? at) : null };
}

/** @throws {ApiError} INVALID unless the user can answer this enquiry */
async function assertAssignable(trx: Trx, enquiryId: string, userId: string): Promise<void> {
  const account = await findPermittedAccount(trx, userId);
  if (!account || !canForOffices(account, 'enquiry.answer', await getOffices(trx, enquiryId)))
    throw new ApiError('INVALID', CHECK_FIELDS, { assignee_id: messages.CANNOT_BE_ASSIGNED });
}

/** Notes, and messages of the team, on one enquiry. */
export const MAX_NOTES = 500;
export const MAX_TEAM_MESSAGES = 1_000;

/** Adds a note, which only the team sees. @throws {ApiError} NOT_FOUND; CONFLICT when there is the maximum number */
export async function addNote(context: CommandContext, { id, text }: { id: string; text: string }): Promise<void> {
  const { trx } = context;
  await lockForChange(context, id);
  await trx
    .insertInto('enquiry_notes')
    .values({ enquiry_id: id, user_id: context.actor.id, text, created_at: context.at })
    .execute();
  await assertWithinLimit(trx, {
    lock: `notes of ${id}`,
    count: sql`select count(*) from enquiry_notes where enquiry_id = ${id}`,
    max: MAX_NOTES,
    message: messages.noteLimit,
  });
}

/**
 * Sends a message to a participant: by email, with a link to the page where they read the conversation and reply. An unassigned enquiry is
 * assigned to the person who answers it.
 * @returns the email address that it was sent to
 * @throws {ApiError} NOT_FOUND; CONFLICT for spam, or when somebody else has written or changed it; INVALID for files that have expired
 */
export async function answer(
  context: CommandContext & MailServices,
  { id, version, participantId, text, files, state = 'ANSWERED' }: z.output<typeof answerEnquiry.input>,
): Promise<string> {
  const { trx } = context;
  const row = await lockForMessage(context, { id, version });
  const participant = await trx
    .selectFrom('enquiry_participants')
    .select(['id', 'kind', 'name', 'email'])
    .where('id', '=', participantId)
    .where('enquiry_id', '=', id)
    .executeTakeFirst();
  if (!participant) throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
  await sendMessage(context, { row, participant, text, files, state });
  if (participant.kind === 'SENDER') await setLocationsAnswered(context, row);
  await recordAudit(trx, { ...auditEntry(row, context), type: 'ENQUIRY_ANSWERED' });
  return participant.email;
}

/** Changes the state of the locations of an answered enquiry on its board. */
async function setLocationsAnswered(
  { trx, at }: CommandContext,
  { id, board_id: boardId }: EnquiryRecord,
): Promise<void> {
  if (boardId === null) return;
  const rows = await trx
    .selectFrom('enquiry_locations')
    .select('location_id')
    .where('enquiry_id', '=', id)
    .where('location_id', 'is not', null)
    .$narrowType<{ location_id: NotNull }>()
    .execute();
  await advanceStates(trx, { boardId, locationIds: rows.map((row) => row.location_id), state: 'ANSWERED', at });
}

/**
 * Passes an enquiry on: adds a participant, who gets the message by email and sees neither the conversation with the sender nor their email
 * address; only the accounts of a film office see the whole enquiry. Somebody who has it already can get further locations. The enquiry
 * then waits.
 * @throws {ApiError} NOT_FOUND; INVALID; CONFLICT for spam, when somebody else has written or changed it, or for an email address that has
 *   the enquiry with these locations already
 */
export async function passOn(
  context: CommandContext & MailServices,
  { id, version, text, ...recipient }: z.output<typeof passOnEnquiry.input>,
): Promise<string> {
  const { trx } = context;
  const row = await lockForMessage(context, { id, version });
  const participant = await insertParticipant(context, id, recipient);
  await sendMessage(context, { row, text, files: [], state: 'WAITING', participant });
  await recordAudit(trx, { ...auditEntry(row, context), type: 'ENQUIRY_PASSED_ON' });
  return participant.email;
}

/** Inserts a message of the team, emails it, and updates the enquiry. @throws {ApiError} CONFLICT for spam; INVALID */
async function sendMessage(
  context: CommandContext & MailServices,
  message: {
    readonly row: EnquiryRecord;
    readonly participant: AnswerRecipient & { readonly id: string };
    readonly text: string;
    readonly files: readonly string[];
    readonly state: State;
  },
): Promise<void> {
  const { trx } = context;
  const { row, participant, text, files, state } = message;
  if (row.state === 'SPAM') throw new ApiError('CONFLICT', messages.ENQUIRY_IS_SPAM);
  await insertTeamMessage(context, { enquiryId: row.id, participantId: participant.id, text, files });
  await trx
    .updateTable('enquiries')
    .set({
      state,
      assignee_id: row.assignee_id ?? context.actor.id,
      closed_at: null,
      last_message_at: context.at,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
  const mail = {
    reference: row.reference ?? '',
    participant,
    ...(await getAuthor(context)),
    facts: participant.kind === 'SENDER' ? [] : await listFacts(trx, row, participant),
    text,
    fileCount: files.length,
  };
  await addParticipantMail(trx, participant.id, await context.queueMail(trx, answerMail(mail, context)));
}

/** The name of the author, and their film office; null for the Locations Team. */
async function getAuthor({ trx, actor }: CommandContext): Promise<{ author: string; office: string | null }> {
  const row = await trx
    .selectFrom('users as u')
    .leftJoin('options as o', 'o.id', 'u.office_id')
    .select(['u.first_name', 'u.last_name', 'o.name as office'])
    .where('u.id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return { author: `${row.first_name} ${row.last_name}`, office: row.office };
}

/** A summary of an enquiry, for somebody whom it is passed on to: their locations, and what is known about the filming. */
async function listFacts(trx: Trx, row: EnquiryRecord, { id }: { readonly id: string }) {
  const locations = await listParticipantLocations(trx, { id, enquiryId: row.id });
  const titles = locations.map(({ title }) => title).join('; ');
  const label = locations.length === 1 ? 'Location' : 'Locations';
  return [...(titles === '' ? [] : [[label, titles] as const]), ...toFilmingFacts(row)];
}

async function insertTeamMessage(
  { trx, actor, at }: CommandContext,
  message: { enquiryId: string; participantId: string; text: string; files: readonly string[] },
): Promise<void> {
  const { id } = await trx
    .insertInto('enquiry_messages')
    .values({
      enquiry_id: message.enquiryId,
      participant_id: message.participantId,
      written_by: 'TEAM',
      user_id: actor.id,
      text: message.text,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await assertWithinLimit(trx, {
    lock: `messages of ${message.enquiryId}`,
    count: sql`
      select count(*) from enquiry_messages where enquiry_id = ${message.enquiryId} and written_by = 'TEAM'`,
    max: MAX_TEAM_MESSAGES,
    message: messages.messageLimit,
  });
  await attachFiles(trx, id, message.files);
}
