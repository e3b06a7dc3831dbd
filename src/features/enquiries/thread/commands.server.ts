import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { findPermittedAccount } from '../../accounts/queries.server.ts';
import { getOffices } from '../access.queries.server.ts';
import { canForOffices } from '../../accounts/permissions.ts';
import type { MailServices } from '../cases/commands.server.ts';
import { replyMail } from '../cases/mails.server.ts';
import { getDueDay } from '../due-day.ts';
import { attachFiles } from '../files/commands.server.ts';
import { LINK_UNUSABLE } from '../messages.ts';
import { TOO_MANY_REPLIES } from './messages.ts';

/** Limit of the messages of one participant, so that a link cannot flood the team. */
export const REPLY_LIMIT = { max: 20, withinMs: 3_600_000 };

/** A message of a participant: from their page, or by email. */
interface ParticipantMessage {
  readonly text: string;
  readonly files: readonly string[];
  /** Of an email. */
  readonly mail?: {
    readonly messageId: string;
    readonly quotedText: string | null;
    readonly omittedFiles: readonly string[];
  };
}

type Context = MailServices & { readonly trx: Trx; readonly at: Date };

/**
 * Adds a message of a participant, and emails it to the assignee, or to the team if nobody has the enquiry. It returns to those that the
 * team works on, also from the closed ones, and is due again.
 * @throws {ApiError} NOT_FOUND for spam; TOO_MANY_REQUESTS; INVALID for files that have expired
 */
export async function addMessage(
  context: Context,
  { id, enquiryId }: { readonly id: string; readonly enquiryId: string },
  message: ParticipantMessage,
): Promise<void> {
  const { trx, at } = context;
  const enquiry = await trx
    .selectFrom('enquiries')
    .select(['reference', 'state', 'assignee_id', 'version'])
    .where('id', '=', enquiryId)
    .forUpdate()
    .executeTakeFirst();
  // It was deleted or marked as spam meanwhile.
  if (!enquiry || enquiry.state === 'SPAM') throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
  await assertWithinLimit(trx, id, at);
  await insertMessage(trx, { id, enquiryId }, message, at);
  await trx
    .updateTable('enquiries')
    .set({
      state: enquiry.assignee_id === null ? 'NEW' : 'IN_PROGRESS',
      due_on: getDueDay(at),
      closed_at: null,
      last_message_at: at,
      version: enquiry.version + 1,
    })
    .where('id', '=', enquiryId)
    .execute();
  const participant = await trx
    .selectFrom('enquiry_participants')
    .select(['name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const recipient = (await findAssigneeEmail(trx, enquiryId, enquiry.assignee_id)) ?? context.site.mailbox;
  const { text, files } = message;
  const about = { enquiryId, reference: enquiry.reference ?? '', participant, recipient };
  await context.queueMail(trx, replyMail({ ...about, text, fileCount: files.length, at }, context));
}

/**
 * Checks whether a participant could add a message now, before work is done for it; `addMessage` decides.
 * @throws {ApiError} NOT_FOUND for spam; TOO_MANY_REQUESTS
 */
export async function assertCanWrite(
  db: Db,
  { id, enquiryId }: { readonly id: string; readonly enquiryId: string },
  at: Date,
): Promise<void> {
  const enquiry = await db.selectFrom('enquiries').select('state').where('id', '=', enquiryId).executeTakeFirst();
  if (!enquiry || enquiry.state === 'SPAM') throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
  await assertWithinLimit(db, id, at);
}

async function insertMessage(
  trx: Trx,
  { id, enquiryId }: { readonly id: string; readonly enquiryId: string },
  { text, files, mail }: ParticipantMessage,
  at: Date,
): Promise<void> {
  const { id: messageId } = await trx
    .insertInto('enquiry_messages')
    .values({
      enquiry_id: enquiryId,
      participant_id: id,
      written_by: 'PARTICIPANT',
      text,
      created_at: at,
      ...(mail && {
        mail_message_id: mail.messageId,
        quoted_text: mail.quotedText,
        omitted_files: [...mail.omittedFiles],
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await attachFiles(trx, messageId, files);
}

async function assertWithinLimit(db: Db, participantId: string, at: Date): Promise<void> {
  const { count } = await db
    .selectFrom('enquiry_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('participant_id', '=', participantId)
    .where('written_by', '=', 'PARTICIPANT')
    .where('created_at', '>', new Date(at.getTime() - REPLY_LIMIT.withinMs))
    .executeTakeFirstOrThrow();
  if (count >= REPLY_LIMIT.max) throw new ApiError('TOO_MANY_REQUESTS', TOO_MANY_REPLIES);
}

/** The email address of the assignee; null for nobody, and for a film office that no longer sees the enquiry. */
async function findAssigneeEmail(trx: Trx, enquiryId: string, userId: string | null): Promise<string | null> {
  const account = userId === null ? undefined : await findPermittedAccount(trx, userId);
  if (!account || !canForOffices(account, 'enquiry.view', await getOffices(trx, enquiryId))) return null;
  return account.email;
}
