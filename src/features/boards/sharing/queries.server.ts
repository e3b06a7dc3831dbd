import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Actor } from '../../../platform/http/server.ts';
import { FOR_OWNER, boardFacts } from '../access/queries.server.ts';
import type { Share } from '../schema.ts';

/**
 * The addresses that a board is shared with, for who keeps it.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN
 */
export async function boardShares(db: Kysely<Database>, caller: Actor, id: string): Promise<Share[]> {
  const board = await boardFacts(db, caller, id);
  if (board.standing !== 'keeper') throw new ApiError('FORBIDDEN', FOR_OWNER);
  return sharesOf(db, id);
}

/** In the order in which they were added. */
export function sharesOf(db: Kysely<Database>, boardId: string): Promise<Share[]> {
  return db
    .selectFrom('board_shares')
    .select(['id', 'email'])
    .where('board_id', '=', boardId)
    .orderBy('created_at')
    .orderBy('email')
    .execute();
}
