import { sql } from 'kysely';
import type { Trx } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { NOT_DELETED, getBoardAccess } from './access.queries.server.ts';
import { getBoardRights } from './policy.ts';
import type { BoardLocation } from './schema.ts';

/** The states from which a location gets another one by itself. What somebody has chosen beyond them stays. */
const PREVIOUS_STATES = {
  ASKED: ['IDEA'],
  ANSWERED: ['IDEA', 'ASKED'],
} as const satisfies Partial<Record<BoardLocation['state'], readonly BoardLocation['state'][]>>;

/**
 * Returns the board for which an enquiry of the caller is: the one that it names, if they may change it; else their only active board with
 * all of its locations.
 * @returns null if there is no such board, or several
 */
export async function findAskingBoard(
  trx: Trx,
  caller: Actor | null,
  { boardId, locationIds }: { readonly boardId: string | undefined; readonly locationIds: readonly string[] },
): Promise<string | null> {
  if (!caller || locationIds.length === 0) return null;
  if (boardId !== undefined)
    return getBoardRights(caller, await getBoardAccess(trx, caller, boardId), 'website').change ? boardId : null;
  const { rows } = await sql<{ id: string }>`
    select b.id from boards b
    where b.user_id = ${caller.id} and not b.private and b.archived_at is null and ${NOT_DELETED}
      and (select count(*) from board_locations bl
           where bl.board_id = b.id and bl.location_id = any(${locationIds}::uuid[])) = ${locationIds.length}
    limit 2`.execute(trx);
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** Changes the state of locations of an active board after an enquiry about them was sent or answered. */
export async function advanceStates(
  trx: Trx,
  change: {
    readonly boardId: string;
    readonly locationIds: readonly string[];
    readonly state: keyof typeof PREVIOUS_STATES;
    readonly at: Date;
  },
): Promise<void> {
  const { boardId, locationIds, state, at } = change;
  await sql`
    with board as materialized (select id from boards where id = ${boardId} and archived_at is null for update),
    changed as (
      update board_locations bl set state = ${state} from board
      where bl.board_id = board.id and bl.location_id = any(${locationIds}::uuid[])
        and bl.state = any(${[...PREVIOUS_STATES[state]]}::text[])
      returning bl.board_id)
    update boards set updated_at = ${at} where id in (select board_id from changed)`.execute(trx);
}
