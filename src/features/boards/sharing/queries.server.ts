import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Actor } from '../../../platform/http/route-handlers.ts';
import { can } from '../../accounts/permissions.ts';
import { getBoardFacts } from '../access/queries.server.ts';
import { SCOPE_OF } from '../policy.ts';
import type { Share } from '../schema.ts';
import { OWNER_ONLY } from '../messages.ts';

/**
 * The addresses that a board is shared with, for who keeps it.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN
 */
export async function listBoardShares(db: Kysely<Database>, caller: Actor, id: string): Promise<Share[]> {
  const board = await getBoardFacts(db, caller, id);
  if (!can(caller, 'board.share', SCOPE_OF[board.boardRole])) throw new ApiError('FORBIDDEN', OWNER_ONLY);
  return listShares(db, id);
}

/** In the order in which they were added. */
export function listShares(db: Kysely<Database>, boardId: string): Promise<Share[]> {
  return db
    .selectFrom('board_shares')
    .select(['id', 'email'])
    .where('board_id', '=', boardId)
    .orderBy('created_at')
    .orderBy('email')
    .execute();
}

/** How many boards, shares and links go with somebody's account, as `deleteSharesWith` has it. */
export async function countBoardsDeletedWith(db: Kysely<Database>, { id, email }: { id: string; email: string }) {
  const { rows } = await sql<{
    boards: number;
    archived_boards: number;
    shares: number;
    public_links: number;
    private_boards: number;
    shared_boards: number;
  }>`
    select
      count(*) filter (where not private) as boards,
      count(*) filter (where not private and archived_at is not null) as archived_boards,
      (select count(*) from board_shares s join boards b on b.id = s.board_id where b.user_id = ${id} and not b.private) as shares,
      count(*) filter (where not private and link is not null) as public_links,
      count(*) filter (where private) as private_boards,
      (select count(*) from board_shares where lower(email) = lower(${email})) as shared_boards
    from boards where user_id = ${id}`.execute(db);
  return rows[0]!;
}
