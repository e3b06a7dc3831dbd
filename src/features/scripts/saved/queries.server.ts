import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { can } from '../../accounts/permissions.ts';
import { NOT_DELETED, assertRight, getBoardAccess, selectSharedIds } from '../../boards/access.queries.server.ts';
import { NO_SAVED_SCRIPT } from '../messages.ts';
import type { boardScript, scriptBoard } from './schema.ts';

const MAX_LISTED = 100;

type Row<Schema extends z.ZodType> = Omit<z.input<Schema>, 'saved_at'> & { readonly saved_at: Date };

/**
 * Returns the breakdown that is saved with a board.
 * @throws {ApiError} NOT_FOUND, also without one; FORBIDDEN; CONFLICT for an archived board
 */
export async function getScriptOfBoard(
  db: Db,
  caller: Actor,
  { id }: { readonly id: string },
): Promise<z.input<typeof boardScript>> {
  assertRight('change', caller, await getBoardAccess(db, caller, id));
  const { rows } = await sql<Row<typeof boardScript>>`
    select s.board_id, b.title as board_title, s.version, s.saved_at, s.breakdown
    from board_scripts s join boards b on b.id = s.board_id where s.board_id = ${id}`.execute(db);
  const [script] = rows;
  if (!script) throw new ApiError('NOT_FOUND', NO_SAVED_SCRIPT);
  return { ...script, saved_at: script.saved_at.toISOString() };
}

/** Lists the boards with a saved breakdown that the caller may change, those saved last first. */
export async function listScriptBoards(db: Db, caller: Actor): Promise<z.input<typeof scriptBoard>[]> {
  const { rows } = await sql<Row<typeof scriptBoard>>`
    select s.board_id, b.title as board_title, s.saved_at
    from board_scripts s join boards b on b.id = s.board_id
    where ${NOT_DELETED} and b.archived_at is null and (
      case when b.private then ${can(caller, 'board.private')}::boolean else b.user_id = ${caller.id} end
      or b.id in (${selectSharedIds(caller.id, true)}))
    order by s.saved_at desc, s.board_id limit ${MAX_LISTED}`.execute(db);
  return rows.map((row) => ({ ...row, saved_at: row.saved_at.toISOString() }));
}
