import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { type BoardAccess, type BoardRole, getBoardRights, getBoardRole } from './policy.ts';
import type { BoardRights } from './schema.ts';
import { NO_BOARD, BOARD_ARCHIVED, PRIVATE_BOARD_LINK, OWNER_ONLY } from './messages.ts';

/** Throws the same error whether the board does not exist or the caller may not see it. */
export function throwBoardNotFound(): never {
  throw new ApiError('NOT_FOUND', NO_BOARD);
}

/** Whether board `b` exists for people: the account of its owner may be deleted, and a job still be deleting its rows. */
export const NOT_DELETED = sql<boolean>`b.deleted_at is null`;

/** Selects the columns of BoardAccess for board `b`. */
export function accessColumns({ id }: Pick<Actor, 'id'>): RawBuilder<unknown> {
  return sql`b.user_id, b.private, b.archived_at is not null as archived,
    (select s.may_edit from ${sharesWith(id)} and s.board_id = b.id) as caller_may_edit`;
}

/** Selects the ids of boards that are shared with the user's verified email address. @param editable only those that they may edit */
export function selectSharedIds(userId: string, editable = false): RawBuilder<unknown> {
  return sql`select s.board_id from ${sharesWith(userId)} and (s.may_edit or not ${editable}::boolean)`;
}

/** The shares `s` with the user's verified email address, up to their conditions. */
function sharesWith(userId: string): RawBuilder<unknown> {
  return sql`
    board_shares s join users me on lower(me.email) = lower(s.email)
    where me.id = ${userId} and me.email_verified_at is not null and me.enabled_at is not null`;
}

/**
 * Returns the caller's role on a board, what else decides about access, and its version.
 * @throws {ApiError} NOT_FOUND when the caller cannot see such a board
 */
export async function getBoardAccess(
  db: Db,
  caller: Actor,
  id: string,
): Promise<BoardAccess & { boardRole: BoardRole; version: number }> {
  const { rows } = await sql<BoardAccess & { version: number }>`
    select ${accessColumns(caller)}, b.version from boards b where b.id = ${id} and ${NOT_DELETED}`.execute(db);
  const access = rows[0] ?? throwBoardNotFound();
  return { ...access, boardRole: getBoardRole(caller, access) ?? throwBoardNotFound() };
}

/**
 * Throws unless the caller has a right. Routes that change boards have one URL, so the rights of the admin area apply.
 * @throws {ApiError} CONFLICT when the state of the board prevents it; FORBIDDEN when only the owner may do this
 */
export function assertRight(
  right: keyof BoardRights,
  caller: Pick<Actor, 'permissions'>,
  board: BoardAccess & { boardRole: BoardRole },
): void {
  if (getBoardRights(caller, board, 'admin')[right]) return;
  const rightsIfActive = getBoardRights(caller, { ...board, archived: false }, 'admin');
  if (rightsIfActive[right]) throw new ApiError('CONFLICT', BOARD_ARCHIVED);
  if (board.boardRole === 'owner') throw new ApiError('CONFLICT', PRIVATE_BOARD_LINK);
  throw new ApiError('FORBIDDEN', OWNER_ONLY);
}
