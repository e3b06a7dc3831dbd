import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { can } from '../../accounts/permissions.ts';
import { getBoardAccess } from '../access.queries.server.ts';
import { SCOPE_BY_ROLE } from '../policy.ts';
import type { Share } from '../schema.ts';
import { OWNER_ONLY } from '../messages.ts';

/**
 * Lists the email addresses that a board is shared with, for its owner.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN
 */
export async function listBoardShares(db: Db, caller: Actor, id: string): Promise<Share[]> {
  const board = await getBoardAccess(db, caller, id);
  if (!can(caller, 'board.share', SCOPE_BY_ROLE[board.boardRole])) throw new ApiError('FORBIDDEN', OWNER_ONLY);
  return listShares(db, id);
}

/** Lists shares, oldest first. */
export function listShares(db: Db, boardId: string): Promise<Share[]> {
  return db
    .selectFrom('board_shares')
    .select(['id', 'email'])
    .where('board_id', '=', boardId)
    .orderBy('created_at')
    .orderBy('email')
    .execute();
}

/** Counts what is deleted with an account. */
export async function countDeletedBoards(db: Db, { id, email }: { id: string; email: string }) {
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
