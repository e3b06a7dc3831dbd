import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import { toDay } from '../../../platform/text/days.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { createBoard, lockBoard } from '../../boards/commands.server.ts';
import { createGuestLink } from '../../boards/guests/links.commands.server.ts';
import { guestLinkSettings } from '../../boards/guests/schema.ts';
import { sendLookBook } from '../../boards/look-book/commands.server.ts';
import { answer } from '../../enquiries/cases/commands.server.ts';
import { NO_SUCH_ENQUIRY } from '../../enquiries/messages.ts';
import { type ProductionRecord, lockProduction, toAuditEntry } from '../commands.server.ts';
import { getOutsideName } from '../list.queries.server.ts';
import { assertWithinLocationLimit } from '../locations/commands.server.ts';
import * as messages from '../messages.ts';
import { listContacts } from '../queries.server.ts';
import { addEntry } from '../timeline/commands.server.ts';
import type { addProductionBoard, removeProductionBoard, sendProductionBoard } from './contract.ts';
import { toSentBoardMail, toSentBoardMessage } from './mails.server.ts';
import { IS_AVAILABLE, findSecretTitlePlaces, isSecretTitleIn } from './queries.server.ts';
import { MAX_BOARDS, MAX_DAILY_SENDINGS, MAX_SENDINGS } from './schema.ts';

/**
 * Lets a private board answer a production, by default a new one. Returns its id.
 * @throws {ApiError} NOT_FOUND; CONFLICT for other boards, those of other productions, and at the limit
 */
export async function addBoard(
  context: CommandContext,
  { id, boardId: existing }: z.output<typeof addProductionBoard.input>,
): Promise<string> {
  const { trx, actor, at } = context;
  const row = await lockProduction(context, id);
  const boardId =
    existing ?? (await createBoard(context, { title: await findOutsideName(trx, id, at), private: true }));
  const board = await lockBoard(trx, actor, boardId, 'guests');
  if (!board.private) throw new ApiError('CONFLICT', messages.PRIVATE_BOARDS_ONLY);
  const added = await trx
    .insertInto('production_boards')
    .values({ board_id: boardId, production_id: id, added_at: at })
    .onConflict((conflict) => conflict.column('board_id').doNothing())
    .returning('board_id')
    .executeTakeFirst();
  if (!added) {
    await assertItsBoard(trx, id, boardId, messages.OTHER_PRODUCTION_OF_BOARD);
    return boardId;
  }
  await assertWithinLimit(trx, {
    lock: `boards of production ${id}`,
    count: sql`select count(*) from production_boards where production_id = ${id}`,
    max: MAX_BOARDS,
    message: messages.boardLimit,
  });
  await addEntry(context, id, { kind: 'BOARD', text: board.title });
  await recordAudit(trx, { ...toAuditEntry(row, context), boardId, type: 'PRODUCTION_BOARD_ADDED' });
  return boardId;
}

/** Removes a board from a production. What was sent of it stays. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function removeBoard(
  context: CommandContext,
  { id, boardId }: z.output<typeof removeProductionBoard.input>,
): Promise<void> {
  const { trx } = context;
  const row = await lockProduction(context, id);
  await assertItsBoard(trx, id, boardId);
  const { title } = await trx.selectFrom('boards').select('title').where('id', '=', boardId).executeTakeFirstOrThrow();
  await trx.deleteFrom('production_boards').where('board_id', '=', boardId).execute();
  await addEntry(context, id, { kind: 'BOARD_REMOVED', text: title });
  await recordAudit(trx, { ...toAuditEntry(row, context), boardId, type: 'PRODUCTION_BOARD_REMOVED' });
}

/**
 * Emails a guest link of a board, and offers its available locations to the production; those that it has already stay as they are. An
 * address that had the board before gets the same link, with its answers. In the conversation of an enquiry, its email is the only one.
 * Returns what was done, in words.
 * @throws {ApiError} NOT_FOUND, also for look-book and enquiry; INVALID for another recipient than its sender; CONFLICT when nothing is
 *   available, a secret title would be sent, somebody else has written in the conversation, or at a limit
 */
export async function sendBoard(
  context: CommandContext & Pick<Services, 'passwords' | 'queueMail' | 'site' | 'siteUrl' | 'storage'>,
  {
    id,
    boardId,
    recipient,
    message,
    lookBookId,
    enquiryId,
    enquiryVersion,
  }: z.output<typeof sendProductionBoard.input>,
): Promise<{ message: string }> {
  const { trx, actor, at } = context;
  const row = await lockProduction(context, id);
  await assertItsBoard(trx, id, boardId);
  // Answers lock an enquiry before its board.
  const enquirer = enquiryId === '' ? null : await lockEnquirer(trx, { id, enquiryId, recipient });
  const { title } = await lockBoard(trx, actor, boardId, 'guests');
  await assertBelowSendingLimits(trx, id, at);
  const link = (await findLink(trx, boardId, recipient, at)) ?? (await createLink(context, row, boardId));
  const lookBook = lookBookId === '' ? null : await sendLookBook(context, { id: lookBookId, boardId, linkId: link.id });
  await assertSecret(trx, { id, boardId, linkId: link.id, message, at });
  const { id: sendingId } = await trx
    .insertInto('production_sendings')
    .values({
      production_id: id,
      board_id: boardId,
      link_id: link.id,
      title,
      recipient,
      look_book: lookBook,
      user_id: actor.id,
      sent_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { sent, offered } = await offerLocations(trx, { id, boardId, sendingId, at });
  const contacts = await listContacts(trx, id);
  const contact = contacts.find(({ email }) => email?.toLowerCase() === recipient.toLowerCase());
  const name = enquirer?.name ?? contact?.name;
  const mail = { title, count: sent, secret: link.secret, message, recipient, name, hasLookBook: lookBook !== null };
  if (enquirer === null) await context.queueMail(trx, toSentBoardMail(mail, context));
  else
    await answer(context, { ...enquirer, version: enquiryVersion, text: toSentBoardMessage(mail, context), files: [] });
  const counts = `${formatCount(sent, 'location')}, ${offered === sent ? 'all' : offered === 0 ? 'none' : offered} of them new`;
  const what = [
    counts,
    ...(lookBook === null ? [] : ['with a look-book']),
    ...(enquirer === null ? [] : [`in the conversation of ${enquirer.reference}`]),
  ].join(', ');
  // Without the address, which would stay when the contact is deleted from the directory.
  const changes = contact ? [{ label: 'To', before: null, after: [{ person: contact.person_id }] }] : [];
  await addEntry(context, id, { kind: 'SENT', text: `‘${title}’: ${what}`, changes });
  const { details, ...entry } = toAuditEntry(row, context);
  await recordAudit(trx, { ...entry, boardId, type: 'PRODUCTION_BOARD_SENT', details: { ...details, sent, offered } });
  return { message: `Sent to ${recipient}: ${what}` };
}

/** @throws {ApiError} CONFLICT unless a board answers a production */
async function assertItsBoard(trx: Trx, id: string, boardId: string, reason = messages.NOT_ITS_BOARD): Promise<void> {
  const found = await trx
    .selectFrom('production_boards')
    .select('board_id')
    .where('board_id', '=', boardId)
    .where('production_id', '=', id)
    .executeTakeFirst();
  if (!found) throw new ApiError('CONFLICT', reason);
}

async function findOutsideName(trx: Trx, id: string, at: Date): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${getOutsideName(at)} as name from productions p where id = ${id}`.execute(trx);
  return rows[0]!.name;
}

/**
 * Locks an enquiry of a production whose sender is the recipient. Returns its conversation with them.
 * @throws {ApiError} NOT_FOUND; INVALID for another recipient
 */
async function lockEnquirer(
  trx: Trx,
  { id, enquiryId, recipient }: { id: string; enquiryId: string; recipient: string },
): Promise<{ id: string; participantId: string; name: string; reference: string }> {
  const row = await trx
    .selectFrom('production_enquiries as pe')
    .innerJoin('enquiries as e', 'e.id', 'pe.enquiry_id')
    .innerJoin('enquiry_participants as p', 'p.enquiry_id', 'e.id')
    .select(['p.id', 'p.name', 'p.email', 'e.reference'])
    .where('pe.production_id', '=', id)
    .where('e.id', '=', enquiryId)
    .where('p.kind', '=', 'SENDER')
    .forUpdate('e')
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
  if (row.email.toLowerCase() !== recipient.toLowerCase())
    throw new ApiError('INVALID', CHECK_FIELDS, { recipient: messages.writesTo(row.email) });
  return { id: enquiryId, participantId: row.id, name: row.name, reference: row.reference ?? '' };
}

/** @throws {ApiError} CONFLICT if guests or the recipient would read a secret title */
async function assertSecret(
  trx: Trx,
  { id, boardId, linkId, message, at }: { id: string; boardId: string; linkId: string; message: string; at: Date },
): Promise<void> {
  const places = await findSecretTitlePlaces(trx, id, { boards: [boardId], links: [linkId] }, at);
  if (places.size > 0 || (await isSecretTitleIn(trx, id, [message], at)))
    throw new ApiError(
      'CONFLICT',
      places.has(linkId) ? messages.LOOK_BOOK_NAMES_SECRET_TITLE : messages.NAMES_SECRET_TITLE,
    );
}

async function assertBelowSendingLimits(trx: Trx, id: string, at: Date): Promise<void> {
  const limit = { lock: `sendings to production ${id}`, adding: 1 };
  const count = sql`select count(*) from production_sendings where production_id = ${id}`;
  await assertWithinLimit(trx, { ...limit, count, max: MAX_SENDINGS, message: messages.sendingLimit });
  await assertWithinLimit(trx, {
    ...limit,
    count: sql`${count} and sent_at > ${new Date(at.getTime() - DAY_MS)}`,
    max: MAX_DAILY_SENDINGS,
    message: messages.dailySendingLimit,
  });
}

interface Link {
  readonly id: string;
  readonly secret: string;
}

/** The guest link of a board that an address was sent before, unless it has ended. */
function findLink(trx: Trx, boardId: string, recipient: string, at: Date): Promise<Link | undefined> {
  return trx
    .selectFrom('production_sendings as s')
    .innerJoin('board_guest_links as l', 'l.id', 's.link_id')
    .select(['l.id', 'l.secret'])
    .where('s.board_id', '=', boardId)
    .where(sql`lower(s.recipient)`, '=', recipient.toLowerCase())
    .where(sql<boolean>`coalesce(l.expires_on >= ${toDay(at)}::date, true)`)
    .orderBy('s.sent_at', 'desc')
    .executeTakeFirst();
}

/** Its name has no address, since it outlives the production. */
async function createLink(
  context: CommandContext & Pick<Services, 'passwords'>,
  { id, reference }: ProductionRecord,
  boardId: string,
): Promise<Link> {
  const { count } = await context.trx
    .selectFrom('production_sendings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('production_id', '=', id)
    .executeTakeFirstOrThrow();
  const settings = guestLinkSettings.parse({ name: `${reference}, sending ${count + 1}`, showsNotes: true });
  return createGuestLink(context, { id: boardId, ...settings });
}

/** Records what is sent, and offers it. @returns how many locations are sent, and how many of them the production did not have yet */
async function offerLocations(
  trx: Trx,
  { id, boardId, sendingId, at }: { id: string; boardId: string; sendingId: string; at: Date },
): Promise<{ sent: number; offered: number }> {
  const sent = await sql`
    insert into production_sending_locations (sending_id, position, location_id, title)
    select ${sendingId}, row_number() over (order by bl.position, bl.added_at, bl.location_id) - 1, p.id, p.title
    from board_locations bl join published_locations p on p.id = bl.location_id
    where bl.board_id = ${boardId} and ${IS_AVAILABLE}`.execute(trx);
  if (!sent.numAffectedRows) throw new ApiError('CONFLICT', messages.NOTHING_TO_SEND);
  const offered = await sql`
    insert into production_locations (production_id, location_id, title, state, added_at)
    select ${id}, location_id, title, 'OFFERED', ${at} from production_sending_locations
    where sending_id = ${sendingId} order by position
    on conflict (production_id, location_id) do nothing`.execute(trx);
  await assertWithinLocationLimit(trx, id);
  return { sent: Number(sent.numAffectedRows), offered: Number(offered.numAffectedRows) };
}
