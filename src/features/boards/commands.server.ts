import { sql } from 'kysely';
import { assertWithinLimit } from '../../platform/feature/row-limits.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { MAX_BOARDS, MAX_BOARD_ENTRIES, MAX_DUPLICATES_PER_HOUR } from './schema.ts';
import { lockCaller } from '../accounts/commands.server.ts';
import { can, listRolesWith } from '../accounts/permissions.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { AUDIT_TYPES } from '../audit-log/entry-types.ts';
import { notify } from '../notifications/commands.server.ts';
import { type BoardAccess, type BoardRole, getBoardRole } from './policy.ts';
import { NOT_DELETED, accessColumns, throwBoardNotFound, assertRight } from './access.queries.server.ts';
import type { BoardRights } from './schema.ts';
import { copyPhotographsAndFiles } from './recce-photographs/copying.commands.server.ts';
import { copySections } from './placement.commands.server.ts';
import {
  NOT_ON_BOARD,
  TEXT_CHANGED,
  OWN_BOARDS_ONLY,
  CHOOSE_BOARD_OWNER,
  boardLimit,
  duplicateLimit,
  entryLimit,
} from './messages.ts';
import { HOUR_MS } from '../../platform/text/durations.ts';

/**
 * Creates an empty board and returns its id. Private boards belong to the Locations Team, which can also create boards for a Location
 * Professional.
 * @throws {ApiError} FORBIDDEN; INVALID when the Location Professional does not exist; CONFLICT when they have the maximum number
 */
export async function createBoard(
  { trx, actor, at }: CommandContext,
  board: { title: string; userId?: string | undefined; private: boolean },
): Promise<string> {
  const userId = board.userId ?? actor.id;
  if (userId === actor.id) await lockCaller(trx, actor);
  else await assertCanOwn(trx, actor, userId);
  await assertBelowBoardLimit(trx, userId);
  const { id } = await trx
    .insertInto('boards')
    .values({ title: board.title, user_id: userId, private: board.private, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const type = board.private ? 'PRIVATE_BOARD_CREATED' : 'BOARD_CREATED';
  await recordAudit(trx, { type, actorId: actor.id, boardId: id, at });
  await notify(trx, { type, userId: actor.id, boardId: id, at });
  return id;
}

async function assertCanOwn(trx: Trx, actor: Actor, userId: string): Promise<void> {
  if (!can(actor, 'board.administer')) throw new ApiError('FORBIDDEN', OWN_BOARDS_ONLY);
  const scout = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', 'in', listRolesWith('board.receive'))
    .where('enabled_at', 'is not', null)
    .forKeyShare()
    .executeTakeFirst();
  if (scout) return;
  throw new ApiError('INVALID', CHOOSE_BOARD_OWNER, { userId: CHOOSE_BOARD_OWNER });
}

/**
 * Renames a board or sets its primary location; null for none.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function updateBoard(
  { trx, actor, at }: CommandContext,
  {
    id,
    title,
    baseTitle,
    primaryLocationId,
  }: {
    id: string;
    title?: string | undefined;
    baseTitle?: string | undefined;
    primaryLocationId?: string | null | undefined;
  },
): Promise<void> {
  const board = await lockBoard(trx, actor, id, primaryLocationId === undefined ? 'change' : 'choosePrimary');
  assertUnchanged('baseTitle', { base: baseTitle, present: board.title, text: title });
  if (primaryLocationId && !(await isOnBoard(trx, id, primaryLocationId)))
    throw new ApiError('NOT_FOUND', NOT_ON_BOARD);
  const changes = {
    ...(title !== undefined && title !== board.title && { title }),
    ...(primaryLocationId !== undefined &&
      primaryLocationId !== board.primary_location_id && { primary_location_id: primaryLocationId }),
  };
  if (Object.keys(changes).length === 0) return;
  await trx
    .updateTable('boards')
    .set({ ...changes, updated_at: at })
    .where('id', '=', id)
    .execute();
}

async function isOnBoard(trx: Trx, id: string, locationId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('board_locations')
    .select('location_id')
    .where('board_id', '=', id)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes a board for ever. @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT */
export async function deleteBoard({ trx, actor, at }: CommandContext, { id }: { id: string }): Promise<void> {
  await lockBoard(trx, actor, id, 'delete');
  await trx.deleteFrom('boards').where('id', '=', id).execute();
  await recordAudit(trx, { type: 'BOARD_DELETED', actorId: actor.id, boardId: id, at });
}

/**
 * Archives a board and deletes its public link. It cannot be undone. People it is shared with can still read it.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function archiveBoard({ trx, actor, at }: CommandContext, { id }: { id: string }): Promise<void> {
  await lockBoard(trx, actor, id, 'archive');
  await trx.updateTable('boards').set({ archived_at: at, link: null }).where('id', '=', id).execute();
  await recordAudit(trx, { type: 'BOARD_ARCHIVED', actorId: actor.id, boardId: id, at });
}

/**
 * Copies a board with its sections, and the order, notes, states, costs, tags, photographs and files of its locations, but without shares and link. Returns the id of the copy.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT; TOO_MANY_REQUESTS
 */
export async function duplicateBoard(
  { trx, actor, at }: CommandContext,
  { id, title }: { id: string; title: string },
): Promise<string> {
  await lockCaller(trx, actor);
  await assertBelowBoardLimit(trx, actor.id);
  const board = await lockBoard(trx, actor, id, 'duplicate');
  await assertBelowDuplicateLimit(trx, actor, at);
  const { id: copy } = await trx
    .insertInto('boards')
    .values({ title, user_id: actor.id, private: board.private, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into board_locations (board_id, location_id, position, note, state, cost, cost_days, tags, added_at)
    select ${copy}, location_id, position, note, state, cost, cost_days, tags, added_at
    from board_locations where board_id = ${id}`.execute(trx);
  await copySections(trx, { from: id, to: copy });
  await copyPhotographsAndFiles(trx, { from: id, to: copy, ownerId: actor.id });
  await assertWithinEntryLimit(trx, actor.id);
  await trx
    .updateTable('boards')
    .set({ primary_location_id: board.primary_location_id })
    .where('id', '=', copy)
    .execute();
  await recordAudit(trx, { type: 'BOARD_DUPLICATED', actorId: actor.id, boardId: copy, details: { from: id }, at });
  await notify(trx, { type: 'BOARD_DUPLICATED', userId: actor.id, boardId: copy, at });
  return copy;
}

/** Locks the creation of boards of an account, so that concurrent calls cannot exceed the limit. */
async function assertBelowBoardLimit(trx: Trx, userId: string): Promise<void> {
  await assertWithinLimit(trx, {
    lock: `boards of ${userId}`,
    count: sql`select count(*) from boards where user_id = ${userId}`,
    max: MAX_BOARDS,
    adding: 1,
    message: boardLimit,
  });
}

/** Counts the locations on all boards of an account, after some were added; called after the boards are locked. */
export async function assertWithinEntryLimit(trx: Trx, userId: string): Promise<void> {
  await assertWithinLimit(trx, {
    lock: `board entries of ${userId}`,
    count: sql`
      select count(*) from board_locations
      where board_id = any(array(select id from boards where user_id = ${userId}))`,
    max: MAX_BOARD_ENTRIES,
    message: entryLimit,
  });
}

/** Counts the audit log entries of the last hour, so that deleting a duplicate does not allow another one. */
async function assertBelowDuplicateLimit(trx: Trx, { id }: Actor, at: Date): Promise<void> {
  const { count, first } = await trx
    .selectFrom('audit_logs')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('first')])
    .where('user_id', '=', id)
    .where('type', '=', AUDIT_TYPES.BOARD_DUPLICATED.number)
    .where('created_at', '>', new Date(at.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  if (count < MAX_DUPLICATES_PER_HOUR) return;
  const waitSeconds = Math.max(1, Math.ceil(((first ?? at).getTime() + HOUR_MS - at.getTime()) / 1000));
  const minutes = Math.ceil(waitSeconds / 60);
  throw new ApiError('TOO_MANY_REQUESTS', duplicateLimit(MAX_DUPLICATES_PER_HOUR, minutes), undefined, waitSeconds);
}

/**
 * Throws if somebody else has changed a text since the caller has read it; the field of the base has the present text.
 * @param base undefined to overwrite it in any case
 * @throws {ApiError} CONFLICT
 */
export function assertUnchanged(
  field: string,
  { base, present, text }: { base: string | undefined; present: string | null; text: string | undefined },
): void {
  const now = present ?? '';
  if (base === undefined || text === undefined || now === base || now === text) return;
  throw new ApiError('CONFLICT', TEXT_CHANGED, { [field]: now });
}

interface LockedBoard extends BoardAccess {
  readonly title: string;
  readonly primary_location_id: string | null;
  readonly boardRole: BoardRole;
}

/**
 * Locks a board until the transaction ends, so that changes to it run one after the other.
 * @throws {ApiError} NOT_FOUND when the caller cannot see such a board; FORBIDDEN or CONFLICT when they lack the right
 */
export async function lockBoard(trx: Trx, caller: Actor, id: string, right: keyof BoardRights): Promise<LockedBoard> {
  const { rows } = await sql<Omit<LockedBoard, 'boardRole'>>`
    select ${accessColumns(caller)}, b.title, b.primary_location_id
    from boards b where b.id = ${id} and ${NOT_DELETED} for update of b`.execute(trx);
  const board = rows[0] ?? throwBoardNotFound();
  const boardRole = getBoardRole(caller, board) ?? throwBoardNotFound();
  assertRight(right, caller, { ...board, boardRole });
  return { ...board, boardRole };
}

/** Sets the time of the last change of a board. */
export async function updateTimestamp(trx: Trx, id: string, at: Date): Promise<void> {
  await trx.updateTable('boards').set({ updated_at: at }).where('id', '=', id).execute();
}
