import { sql } from 'kysely';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { lockBoard } from '../../boards/commands.server.ts';
import { SAVED_MEANWHILE, SCRIPT_TOO_LARGE } from '../messages.ts';
import { MAX_BREAKDOWN_BYTES, type SavedBreakdown } from './schema.ts';

/**
 * Saves a breakdown with a board, in place of the one before.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; INVALID when it is too large; CONFLICT when the version is not the one that was saved last
 */
export async function saveScriptOfBoard(
  { trx, actor, at }: CommandContext,
  { id, version, breakdown }: { readonly id: string; readonly version: number; readonly breakdown: SavedBreakdown },
): Promise<{
  readonly board_id: string;
  readonly board_title: string;
  readonly version: number;
  readonly saved_at: string;
}> {
  const { title } = await lockBoard(trx, actor, id, 'change');
  const text = JSON.stringify(breakdown);
  if (Buffer.byteLength(text) > MAX_BREAKDOWN_BYTES) throw new ApiError('INVALID', SCRIPT_TOO_LARGE);
  const present = await getVersion(trx, id);
  if (present !== version) throw new ApiError('CONFLICT', SAVED_MEANWHILE);
  await sql`
    insert into board_scripts (board_id, version, breakdown, saved_at) values (${id}, 1, ${text}::jsonb, ${at})
    on conflict (board_id) do update
    set version = board_scripts.version + 1, breakdown = excluded.breakdown, saved_at = excluded.saved_at`.execute(trx);
  return { board_id: id, board_title: title, version: version + 1, saved_at: at.toISOString() };
}

/**
 * Deletes the breakdown that is saved with a board. Without one it changes nothing.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT when the version is not the one that was saved last
 */
export async function deleteScriptOfBoard(
  { trx, actor }: CommandContext,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<void> {
  await lockBoard(trx, actor, id, 'change');
  const present = await getVersion(trx, id);
  if (version !== undefined && present !== 0 && present !== version) throw new ApiError('CONFLICT', SAVED_MEANWHILE);
  await trx.deleteFrom('board_scripts').where('board_id', '=', id).execute();
}

/** Returns the version of what is saved with a locked board; 0 for nothing. */
async function getVersion(trx: CommandContext['trx'], id: string): Promise<number> {
  const row = await trx.selectFrom('board_scripts').select('version').where('board_id', '=', id).executeTakeFirst();
  return row?.version ?? 0;
}
