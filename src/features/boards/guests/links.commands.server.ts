import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import { createSecret } from '../../../platform/http/secrets.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { lockBoard } from '../commands.server.ts';
import { NO_GUEST, NO_GUEST_LINK, guestLinkLimit } from './messages.ts';
import { type GuestLinkSettings, MAX_GUEST_LINKS } from './schema.ts';

type Passwords = Pick<Services, 'passwords'>;

/**
 * Creates a guest link of a board. Returns its id, and the secret in its URL.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function createGuestLink(
  { trx, actor, at, passwords }: CommandContext & Passwords,
  { id, ...settings }: GuestLinkSettings & { readonly id: string },
): Promise<{ id: string; secret: string }> {
  const columns = await toColumns(settings, passwords);
  await lockBoard(trx, actor, id, 'guests');
  await assertWithinLimit(trx, {
    lock: `guest links of ${id}`,
    count: sql`select count(*) from board_guest_links where board_id = ${id}`,
    max: MAX_GUEST_LINKS,
    adding: 1,
    message: guestLinkLimit,
  });
  const link = await trx
    .insertInto('board_guest_links')
    .values({ board_id: id, secret: createSecret(), created_at: at, ...columns })
    .returning(['id', 'secret'])
    .executeTakeFirstOrThrow();
  const details = { name: settings.name };
  await recordAudit(trx, { type: 'BOARD_GUEST_LINK_CREATED', actorId: actor.id, boardId: id, details, at });
  return link;
}

/**
 * Changes the settings of a guest link. Everybody has to enter a new password, if there is one.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function updateGuestLink(
  { trx, actor, at, passwords }: CommandContext & Passwords,
  { id, linkId, ...settings }: GuestLinkSettings & { readonly id: string; readonly linkId: string },
): Promise<void> {
  const columns = await toColumns(settings, passwords);
  await lockBoard(trx, actor, id, 'guests');
  const link = trx.selectFrom('board_guest_links').where('board_id', '=', id).where('id', '=', linkId);
  const before = await link.selectAll().forUpdate().executeTakeFirst();
  if (!before) throw new ApiError('NOT_FOUND', NO_GUEST_LINK);
  await trx.updateTable('board_guest_links').set(columns).where('id', '=', linkId).execute();
  if (settings.password) await forgetPasswords(trx, linkId);
  const after = await link.selectAll().executeTakeFirstOrThrow();
  const changed = SETTINGS.filter((name) => String(before[name]) !== String(after[name]));
  if (changed.length === 0) return;
  const details = { name: settings.name, changed: changed.map((name) => name.replace('_hash', '')).join(', ') };
  await recordAudit(trx, { type: 'BOARD_GUEST_LINK_UPDATED', actorId: actor.id, boardId: id, details, at });
}

/** The columns that the owner of a link chooses. */
const SETTINGS = [
  'name',
  'expires_on',
  'can_answer',
  'answers_until',
  'can_download',
  'shows_answers',
  'shows_notes',
  'password_hash',
] as const;

async function toColumns({ password, ...settings }: GuestLinkSettings, passwords: Services['passwords']) {
  return {
    name: settings.name,
    expires_on: settings.expiresOn,
    can_answer: settings.canAnswer,
    answers_until: settings.answersUntil === null ? null : new Date(settings.answersUntil),
    can_download: settings.canDownload,
    shows_answers: settings.showsAnswers,
    shows_notes: settings.showsNotes,
    ...(password !== undefined && { password_hash: password === null ? null : await passwords.hash(password) }),
  };
}

async function forgetPasswords(trx: Trx, linkId: string): Promise<void> {
  await trx.deleteFrom('board_guests').where('link_id', '=', linkId).where('name', 'is', null).execute();
  await trx.updateTable('board_guests').set({ has_password: false }).where('link_id', '=', linkId).execute();
}

/**
 * Deletes a guest link with its guests and their answers.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function deleteGuestLink(
  { trx, actor, at }: CommandContext,
  { id, linkId }: { readonly id: string; readonly linkId: string },
): Promise<void> {
  await lockBoard(trx, actor, id, 'guests');
  const deleted = await trx
    .deleteFrom('board_guest_links')
    .where('board_id', '=', id)
    .where('id', '=', linkId)
    .returning('name')
    .executeTakeFirst();
  if (!deleted) throw new ApiError('NOT_FOUND', NO_GUEST_LINK);
  await recordAudit(trx, { type: 'BOARD_GUEST_LINK_DELETED', actorId: actor.id, boardId: id, details: deleted, at });
}

/**
 * Removes a guest with their answers.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function removeGuest(
  { trx, actor, at }: CommandContext,
  { id, guestId }: { readonly id: string; readonly guestId: string },
): Promise<void> {
  await lockBoard(trx, actor, id, 'guests');
  const link = await trx
    .deleteFrom('board_guests')
    .using('board_guest_links')
    .where('board_guests.id', '=', guestId)
    .whereRef('board_guest_links.id', '=', 'board_guests.link_id')
    .where('board_guest_links.board_id', '=', id)
    .returning('board_guest_links.name as link')
    .executeTakeFirst();
  if (!link) throw new ApiError('NOT_FOUND', NO_GUEST);
  // Without the name of the guest, which is deleted.
  await recordAudit(trx, { type: 'BOARD_GUEST_REMOVED', actorId: actor.id, boardId: id, details: link, at });
}
