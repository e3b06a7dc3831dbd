import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { lockByName } from '../../../platform/db/locks.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { countMails } from '../../../platform/mail/outbox.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import type { Role } from '../../accounts/permissions.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { lockBoard } from '../commands.server.ts';
import { getCovers } from '../board-locations.queries.server.ts';
import { coverIds } from '../queries.server.ts';
import { MAX_SHARES, type Share } from '../schema.ts';
import { createInvitation } from './invitations.commands.server.ts';
import { BOARD_SHARED, type SharedBoard, toBoardSharedMail } from './mails.server.ts';
import { listShares } from './queries.server.ts';
import { boardShareLimit, shareLimit, NOT_SHARED } from '../messages.ts';
import { HOUR_MS } from '../../../platform/text/durations.ts';

/** Limit of emails caused by one user. */
export const PER_SENDER = { max: 60, withinMs: HOUR_MS };
/** Limit of emails to one address, from all users. */
export const PER_RECIPIENT = { max: 5, withinMs: 24 * HOUR_MS };
/** 192 bits, 32 characters in the URL. */
const LINK_BYTES = 24;

/** Services for an email about a share. */
export type ShareMailContext = Pick<CommandContext, 'trx' | 'at'> &
  Pick<Services, 'cards' | 'queueMail' | 'site' | 'siteUrl'>;

/**
 * Shares a board with email addresses, ignoring case and duplicates, and returns all its shares. New email addresses get an email unless
 * the limit is reached; the board is shared in any case. Editors that it is already shared with may edit it from now on.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT; TOO_MANY_REQUESTS
 */
export async function shareBoard(
  context: CommandContext & ShareMailContext,
  { id, emails, editors = [] }: { id: string; emails: readonly string[]; editors?: readonly string[] | undefined },
): Promise<Share[]> {
  const { trx, actor, at } = context;
  await lockCaller(trx, actor);
  await lockBoard(trx, actor, id, 'share');
  const added = await addShares(trx, id, emails, at, editors);
  await assertBelowShareLimit(trx, id);
  await assertBelowSenderLimit(trx, actor, added.length, at);
  if (added.length > 0) {
    const details = { addresses: added.length, editors: added.filter((share) => share.may_edit).length };
    await recordAudit(trx, { type: 'BOARD_SHARED', actorId: actor.id, boardId: id, details, at });
  }
  const isEditor = sql<boolean>`lower(email) = any(${editors.map((email) => email.toLowerCase())})`;
  await setMayEdit(context, id, isEditor, true);
  const board = await getSharedBoard(context, id, actor.id);
  for (const share of added) await mailShare(context, board, share);
  return listShares(trx, id);
}

/**
 * Emails a recipient the link to a board: without an account, one that opens it without. Does nothing when the limit of emails to the
 * address is reached.
 * @returns whether the email was queued
 */
export async function mailShare(
  { trx, at, queueMail, ...sender }: ShareMailContext,
  board: SharedBoard,
  share: Share,
): Promise<boolean> {
  if (!(await canMail(trx, share.email, at))) return false;
  const role = await findRole(trx, share.email);
  const mailId = await queueMail(trx, toBoardSharedMail(board, { ...share, role }, sender));
  if (role === null) await createInvitation(trx, { shareId: share.id, mailId, at });
  return true;
}

/** Returns the role of the account with an email address; null if there is none that can use shares. */
async function findRole(trx: Trx, email: string): Promise<Role | null> {
  const account = await trx
    .selectFrom('users')
    .select('role')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return account?.role ?? null;
}

/**
 * Shares a board without checks and emails. Returns the new shares, sorted by email address, so that counting their emails takes locks in
 * the same order in all transactions.
 */
export async function addShares(
  trx: Trx,
  id: string,
  emails: readonly string[],
  at: Date,
  editors: readonly string[] = [],
): Promise<Share[]> {
  const editing = new Set(editors.map((email) => email.toLowerCase()));
  const rows = await trx
    .insertInto('board_shares')
    .values(
      emails.map((email) => ({ board_id: id, email, may_edit: editing.has(email.toLowerCase()), created_at: at })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email', 'may_edit'])
    .execute();
  return rows.toSorted((a, b) => (a.email.toLowerCase() < b.email.toLowerCase() ? -1 : 1));
}

/** The board is locked. */
async function assertBelowShareLimit(trx: Trx, id: string): Promise<void> {
  const { count } = await trx
    .selectFrom('board_shares')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('board_id', '=', id)
    .executeTakeFirstOrThrow();
  if (count > MAX_SHARES) throw new ApiError('CONFLICT', boardShareLimit(MAX_SHARES));
}

async function assertBelowSenderLimit(trx: Trx, { id }: Actor, added: number, at: Date): Promise<void> {
  if (added === 0) return;
  const since = new Date(at.getTime() - PER_SENDER.withinMs);
  await lockByName(trx, `boards shared by ${id}`);
  await trx.deleteFrom('share_mail_log').where('user_id', '=', id).where('queued_at', '<=', since).execute();
  const { count, first } = await trx
    .selectFrom('share_mail_log')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('queued_at').as('first')])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  if (count + added > PER_SENDER.max) {
    const freeAt = (first ?? at).getTime() + PER_SENDER.withinMs;
    throw new ApiError(
      'TOO_MANY_REQUESTS',
      shareLimit(PER_SENDER.max),
      undefined,
      Math.max(1, Math.ceil((freeAt - at.getTime()) / 1000)),
    );
  }
  await trx
    .insertInto('share_mail_log')
    .values(Array.from({ length: added }, () => ({ user_id: id, queued_at: at })))
    .execute();
}

/** Returns a board as its email shows it. @param from the user who shares it */
export async function getSharedBoard(
  { trx, cards }: Pick<ShareMailContext, 'trx' | 'cards'>,
  id: string,
  from: string,
): Promise<SharedBoard> {
  const { rows } = await sql<Omit<SharedBoard, 'cover'> & { readonly covers: readonly string[] }>`
    select b.id, b.title, u.first_name as from, ${coverIds} as covers,
      (select count(*) from board_locations where board_id = b.id) as count
    from boards b join users u on u.id = ${from} where b.id = ${id}`.execute(trx);
  const { covers: _covers, ...board } = rows[0]!;
  const covers = (await getCovers(trx, cards, rows)).get(id)!;
  return { ...board, cover: covers.find(({ primaryimage }) => primaryimage !== null) };
}

/** Whether the limit allows another email to an email address, so that sharing repeatedly cannot flood a mailbox. */
async function canMail(trx: Trx, email: string, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - PER_RECIPIENT.withinMs);
  return (await countMails(trx, BOARD_SHARED, email, since)) < PER_RECIPIENT.max;
}

/**
 * Changes whether the people with an email address may edit a board. Returns all its shares.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function updateShare(
  context: CommandContext,
  { id, shareId, mayEdit }: { id: string; shareId: string; mayEdit: boolean },
): Promise<Share[]> {
  const { trx, actor } = context;
  await lockBoard(trx, actor, id, 'share');
  await setMayEdit(context, id, sql`id = ${shareId}`, mayEdit);
  const shares = await listShares(trx, id);
  if (!shares.some((share) => share.id === shareId)) throw new ApiError('NOT_FOUND', NOT_SHARED);
  return shares;
}

async function setMayEdit(
  { trx, actor, at }: CommandContext,
  id: string,
  where: RawBuilder<boolean>,
  mayEdit: boolean,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('board_shares')
    .set({ may_edit: mayEdit })
    .where('board_id', '=', id)
    .where('may_edit', '<>', mayEdit)
    .where(where)
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) return;
  // These people now see the board differently, so it gets a new version.
  await trx
    .updateTable('boards')
    .set(({ ref }) => ({ version: ref('version') }))
    .where('id', '=', id)
    .execute();
  const details = { addresses: Number(numUpdatedRows), mayEdit };
  await recordAudit(trx, { type: 'BOARD_SHARE_CHANGED', actorId: actor.id, boardId: id, details, at });
}

/**
 * Stops sharing a board with an email address.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function removeShare(
  { trx, actor, at }: CommandContext,
  { id, shareId }: { id: string; shareId: string },
): Promise<void> {
  await lockBoard(trx, actor, id, 'share');
  const { numDeletedRows } = await trx
    .deleteFrom('board_shares')
    .where('board_id', '=', id)
    .where('id', '=', shareId)
    .executeTakeFirstOrThrow();
  if (!numDeletedRows) throw new ApiError('NOT_FOUND', NOT_SHARED);
  await recordAudit(trx, { type: 'BOARD_UNSHARED', actorId: actor.id, boardId: id, at });
}

/**
 * Creates the public link of a board, or returns the existing one.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function createLink({ trx, actor, at }: CommandContext, { id }: { id: string }): Promise<string> {
  await lockBoard(trx, actor, id, 'link');
  const { link: present } = await trx
    .selectFrom('boards')
    .select('link')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (present !== null) return present;
  const link = randomBytes(LINK_BYTES).toString('base64url');
  await trx.updateTable('boards').set({ link }).where('id', '=', id).execute();
  await recordAudit(trx, { type: 'BOARD_LINK_CREATED', actorId: actor.id, boardId: id, at });
  return link;
}

/**
 * Deletes the public link of a board, if it has one. A new one will be different.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function deleteLink({ trx, actor, at }: CommandContext, { id }: { id: string }): Promise<void> {
  await lockBoard(trx, actor, id, 'link');
  const { numUpdatedRows } = await trx
    .updateTable('boards')
    .set({ link: null })
    .where('id', '=', id)
    .where('link', 'is not', null)
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) return;
  await recordAudit(trx, { type: 'BOARD_LINK_DELETED', actorId: actor.id, boardId: id, at });
}
