import { sql } from 'kysely';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { assertVersions } from '../../audit-log/commands.server.ts';
import { lockBoard } from '../../boards/commands.server.ts';
import { SAVED_MEANWHILE, SCRIPT_TOO_LARGE } from '../messages.ts';
import { MAX_BREAKDOWN_BYTES, type SavedBreakdown } from './schema.ts';

interface BoardVersion {
  readonly id: string;
  /** That was opened or saved last; 0 for none. */
  readonly version?: number | undefined;
}

/** What was saved, without the breakdown. */
interface SavedScript {
  readonly board_id: string;
  readonly board_title: string;
  readonly version: number;
  readonly saved_at: string;
}

/**
 * Saves a breakdown with a board, in place of the one before.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; INVALID when it is too large; CONFLICT when the version is not the one that was saved last
 */
export async function saveScriptOfBoard(
  context: CommandContext,
  { breakdown, ...board }: BoardVersion & { readonly breakdown: SavedBreakdown },
): Promise<SavedScript> {
  const { trx, actor, at } = context;
  const { id } = board;
  const { title } = await lockBoard(trx, actor, id, 'change');
  const text = JSON.stringify(breakdown);
  if (Buffer.byteLength(text) > MAX_BREAKDOWN_BYTES) throw new ApiError('INVALID', SCRIPT_TOO_LARGE);
  const version = (await checkVersion(context, board)) + 1;
  await sql`
    insert into board_scripts (board_id, version, breakdown, saved_at) values (${id}, ${version}, ${text}::jsonb, ${at})
    on conflict (board_id) do update
    set version = excluded.version, breakdown = excluded.breakdown, saved_at = excluded.saved_at`.execute(trx);
  return { board_id: id, board_title: title, version, saved_at: at.toISOString() };
}

/**
 * Deletes the breakdown that is saved with a board. Without one it changes nothing.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT when the version is not the one that was saved last
 */
export async function deleteScriptOfBoard(context: CommandContext, board: BoardVersion): Promise<void> {
  const { trx, actor } = context;
  await lockBoard(trx, actor, board.id, 'change');
  if ((await getVersion(trx, board.id)) === 0) return;
  await checkVersion(context, board);
  await trx.deleteFrom('board_scripts').where('board_id', '=', board.id).execute();
}

/** Returns the version of what is saved with a locked board. @throws {ApiError} CONFLICT when it is not the expected one */
async function checkVersion({ trx, actor, at }: CommandContext, { id, version }: BoardVersion): Promise<number> {
  const actual = await getVersion(trx, id);
  const checks = [{ expected: version, actual }];
  await assertVersions(trx, { actorId: actor.id, boardId: id, at }, checks, SAVED_MEANWHILE);
  return actual;
}

/** Returns the version of what is saved with a board; 0 for nothing. */
async function getVersion(trx: CommandContext['trx'], id: string): Promise<number> {
  const row = await trx.selectFrom('board_scripts').select('version').where('board_id', '=', id).executeTakeFirst();
  return row?.version ?? 0;
}
