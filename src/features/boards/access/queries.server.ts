import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Actor } from '../../../platform/http/route-handlers.ts';
import { type BoardFacts, type BoardRole, getBoardRights, getBoardRole } from '../policy.ts';
import type { BoardRights } from '../schema.ts';
import { NO_BOARD, BOARD_ARCHIVED, PRIVATE_BOARD_LINK, OWNER_ONLY } from '../messages.ts';

/** Said of every board that the caller does not see, whether it exists or not. */
export function throwNoBoard(): never {
  throw new ApiError('NOT_FOUND', NO_BOARD);
}

/** Of board `b`, what decides who may do what with it. */
export function factColumns({ id }: Pick<Actor, 'id'>): RawBuilder<unknown> {
  return sql`b.user_id, b.private, b.archived_at is not null as archived, b.id in (${selectSharedIds(id)}) as shared_with_caller`;
}

/** The boards that are shared with an address that this user has verified. */
export function selectSharedIds(userId: string): RawBuilder<unknown> {
  return sql`
    select s.board_id from board_shares s join users me on lower(me.email) = lower(s.email)
    where me.id = ${userId} and me.email_verified_at is not null and me.enabled_at is not null`;
}

/**
 * What decides who may do what with a board, and how the caller stands to it.
 * @throws {ApiError} NOT_FOUND when there is none that the caller sees
 */
export async function getBoardFacts(
  db: Kysely<Database>,
  caller: Actor,
  id: string,
): Promise<BoardFacts & { boardRole: BoardRole }> {
  const { rows } = await sql<BoardFacts>`select ${factColumns(caller)} from boards b where b.id = ${id}`.execute(db);
  const facts = rows[0] ?? throwNoBoard();
  return { ...facts, boardRole: getBoardRole(caller, facts) ?? throwNoBoard() };
}

/**
 * A change does not tell where it was asked for: the team makes those to the boards of others in the admin area.
 * @throws {ApiError} CONFLICT when the state of the board is in the way; FORBIDDEN when only somebody else may do this
 */
export function assertRight(
  right: keyof BoardRights,
  caller: Pick<Actor, 'permissions'>,
  board: BoardFacts & { boardRole: BoardRole },
): void {
  if (getBoardRights(caller, board, 'admin')[right]) return;
  const unlessArchived = getBoardRights(caller, { ...board, archived: false }, 'admin');
  if (unlessArchived[right]) throw new ApiError('CONFLICT', BOARD_ARCHIVED);
  if (board.boardRole === 'owner') throw new ApiError('CONFLICT', PRIVATE_BOARD_LINK);
  throw new ApiError('FORBIDDEN', OWNER_ONLY);
}
