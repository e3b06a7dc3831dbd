import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../platform/db/tables.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/route-handlers.ts';
import type { QueueMail } from '../../../platform/mail/outbox.ts';
import type { Sender } from '../../../platform/mail/site-mail.ts';
import { CHECK_FIELDS } from '../../../platform/messages.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { findPermittedAccount } from '../../accounts/queries.server.ts';
import { type AuditEntry, assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import { attachFiles } from '../files/commands.server.ts';
import { DATES_IN_ORDER, NO_SUCH_ENQUIRY } from '../messages.ts';
import * as messages from './messages.ts';
import { assertEnquiryAccessible, getOffices } from '../access.queries.server.ts';
import { canOnEnquiry } from '../policy.ts';
import { areDatesInOrder } from '../schema.ts';
import { createLink, revokeLinks } from '../links/commands.server.ts';
import type { answerEnquiry, passOnEnquiry, updateEnquiry } from './contract.ts';
import { type AnswerRecipient, answerMail } from './mails.server.ts';
import type { DetailsForm, State } from './schema.ts';

export interface CaseDeps extends Sender {
  readonly queueMail: QueueMail;
}

type EnquiryRecord = Selectable<Database['enquiries']>;

/** Locks an enquiry for a change by the team. @throws {ApiError} NOT_FOUND when the caller may not answer it */
async function lockForChange(trx: Trx, { actor }: CommandContext, id: string): Promise<EnquiryRecord> {
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

/**
 * Changes state, assignee, due date and details of an enquiry.
 * @throws {ApiError} NOT_FOUND; INVALID; CONFLICT when somebody else has changed it
 */
export async function updateCase(
  trx: Trx,
  context: CommandContext,
  { id, version, ...change }: z.output<typeof updateEnquiry.input>,
): Promise<void> {
  const row = await lockForChange(trx, context, id);
  const entry = auditEntry(row, context);
  await assertVersions(trx, entry, [{ expected: version, actual: row.version }], messages.ENQUIRY_CHANGED);
  const changed = (Object.keys(change) as (keyof DetailsForm)[]).filter(
    (field) => change[field] !== undefined && change[field] !== row[field],
  );
  if (changed.length === 0) return;
  const values = Object.fromEntries(changed.map((field) => [field, change[field]]));
  const next: EnquiryRecord = { ...row, ...values };
  if (!areDatesInOrder(next)) throw new ApiError('INVALID', CHECK_FIELDS, { filming_to: DATES_IN_ORDER });
  if (changed.includes('assignee_id') && next.assignee_id) await assertAssignable(trx, id, next.assignee_id);
  await trx
    .updateTable('enquiries')
    .set({ ...values, ...getClosing(row, next.state, context.at), version: row.version + 1 })
    .where('id', '=', id)
    .execute();
  if (next.state === 'SPAM') await revokeLinks(trx, id);
  const details = { ...entry.details, fields: changed.join(', ') };
  await recordAudit(trx, { ...entry, type: 'ENQUIRY_UPDATED', details });
}

const CLOSED_STATES: ReadonlySet<State> = new Set(['CLOSED', 'SPAM']);

/** The time of closing, from which retention counts; it changes only when an enquiry is closed or opened again. */
function getClosing(row: EnquiryRecord, state: State, at: Date): { closed_at: Date | null } {
  return { closed_at: CLOSED_STATES.has(state) ? (row.closed_at ?? at) : null };
}

/** @throws {ApiError} INVALID unless the user can answer this enquiry */
async function assertAssignable(trx: Trx, enquiryId: string, userId: string): Promise<void> {
  const account = await findPermittedAccount(trx, userId);
  if (!account || !canOnEnquiry(account, 'enquiry.answer', { offices: await getOffices(trx, enquiryId) }))
    throw new ApiError('INVALID', CHECK_FIELDS, { assignee_id: messages.CANNOT_BE_ASSIGNED });
}

/** Adds a note, which only the team sees. @throws {ApiError} NOT_FOUND */
export async function addNote(
  trx: Trx,
  context: CommandContext,
  { id, text }: { id: string; text: string },
): Promise<void> {
  await lockForChange(trx, context, id);
  await trx
    .insertInto('enquiry_notes')
    .values({ enquiry_id: id, user_id: context.actor.id, text, created_at: context.at })
    .execute();
}

/**
 * Sends a message to a participant: by mail, with a link to the page where they read the conversation and reply. An enquiry that nobody
 * has is assigned to whoever answers it.
 * @returns the address that it was sent to
 * @throws {ApiError} NOT_FOUND; CONFLICT for spam; INVALID for files that have expired
 */
export async function answer(
  trx: Trx,
  deps: CaseDeps,
  context: CommandContext,
  { id, participantId, text, files, state = 'ANSWERED' }: z.output<typeof answerEnquiry.input>,
): Promise<string> {
  const row = await lockForChange(trx, context, id);
  const participant = await trx
    .selectFrom('enquiry_participants')
    .select(['id', 'kind', 'name', 'email'])
    .where('id', '=', participantId)
    .where('enquiry_id', '=', id)
    .executeTakeFirst();
  if (!participant) throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
  await sendMessage(trx, deps, context, { row, participant, text, files, state });
  await recordAudit(trx, { ...auditEntry(row, context), type: 'ENQUIRY_ANSWERED' });
  return participant.email;
}

/**
 * Passes an enquiry on: adds a participant, who gets the message by mail and sees neither the conversation with the sender nor their
 * address; only the accounts of a film office see the whole enquiry. The enquiry then waits.
 * @throws {ApiError} NOT_FOUND; CONFLICT for spam, or an address that has the enquiry already
 */
export async function passOn(
  trx: Trx,
  deps: CaseDeps,
  context: CommandContext,
  { id, text, ...participant }: z.output<typeof passOnEnquiry.input>,
): Promise<string> {
  const row = await lockForChange(trx, context, id);
  const present = await trx
    .selectFrom('enquiry_participants')
    .select('id')
    .where('enquiry_id', '=', id)
    .where('kind', '<>', 'SENDER')
    .where(sql<string>`lower(email)`, '=', participant.email.toLowerCase())
    .executeTakeFirst();
  if (present) throw new ApiError('CONFLICT', messages.ALREADY_PASSED_ON, { email: messages.ALREADY_PASSED_ON });
  const added = await trx
    .insertInto('enquiry_participants')
    .values({ ...participant, enquiry_id: id, created_at: context.at, office_id: await findOffice(trx, participant) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sendMessage(trx, deps, context, {
    ...{ row, text, files: [], state: 'WAITING' },
    participant: { ...participant, ...added },
  });
  await recordAudit(trx, { ...auditEntry(row, context), type: 'ENQUIRY_PASSED_ON' });
  return participant.email;
}

const IS_OFFICE = { FILM_OFFICE: true, OWNER: false } as const;

/** The film office that an enquiry is passed on to, by the address of one of its accounts or by its name; null for others. */
async function findOffice(
  trx: Trx,
  { kind, name, email }: Pick<z.output<typeof passOnEnquiry.input>, 'kind' | 'name' | 'email'>,
): Promise<number | null> {
  if (!IS_OFFICE[kind]) return null;
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(
      (select office_id from users where lower(email) = ${email.toLowerCase()}),
      (select min(id) from options where field = 'filmoffice' and lower(name) = lower(${name}))) as id`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Inserts a message of the team, mails it, and updates the enquiry. @throws {ApiError} CONFLICT for spam; INVALID */
async function sendMessage(
  trx: Trx,
  deps: CaseDeps,
  context: CommandContext,
  message: {
    readonly row: EnquiryRecord;
    readonly participant: AnswerRecipient & { readonly id: string };
    readonly text: string;
    readonly files: readonly string[];
    readonly state: State;
  },
): Promise<void> {
  const { row, participant, text, files, state } = message;
  if (row.state === 'SPAM') throw new ApiError('CONFLICT', messages.ENQUIRY_IS_SPAM);
  await insertTeamMessage(trx, context, { enquiryId: row.id, participantId: participant.id, text, files });
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
  const token = await createLink(trx, participant.id, context.at);
  const mail = { reference: row.reference ?? '', participant, text, fileCount: files.length, token };
  await deps.queueMail(trx, answerMail(mail, deps));
}

async function insertTeamMessage(
  trx: Trx,
  { actor, at }: CommandContext,
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
  await attachFiles(trx, id, message.files);
}
