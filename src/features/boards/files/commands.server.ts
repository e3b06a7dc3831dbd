import { sql } from 'kysely';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { FILE_NOT_SAVED } from '../../../platform/text/common-messages.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import type { DocumentType } from '../../documents/schema.ts';
import { lockBoard, updateTimestamp } from '../commands.server.ts';
import { NOT_ON_BOARD, NO_FILE, boardFileLimit, locationFileLimit } from '../messages.ts';
import { assertWithinAccountBytes } from '../recce-photographs/copying.commands.server.ts';
import { type BoardFile, MAX_BOARD_FILES, MAX_LOCATION_FILES } from '../recce-files/schema.ts';

/** A file whose content is stored. */
interface NewFile {
  readonly id: string;
  readonly locationId: string;
  readonly contentId: string;
  readonly name: string;
  readonly type: DocumentType;
  readonly bytes: number;
}

/**
 * Adds a file to a location on a board.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT; UNAVAILABLE when its content is already deleted
 */
export async function addFile(
  { trx, actor, at }: CommandContext,
  { id: boardId, locationId, contentId, name, type, bytes }: NewFile,
): Promise<BoardFile> {
  await lockCaller(trx, actor);
  const board = await lockBoard(trx, actor, boardId, 'change');
  const { rows } = await sql`
    select from board_locations where board_id = ${boardId} and location_id = ${locationId}`.execute(trx);
  if (rows.length === 0) throw new ApiError('NOT_FOUND', NOT_ON_BOARD);
  const recorded = await trx.deleteFrom('orphaned_board_files').where('id', '=', contentId).executeTakeFirst();
  if (recorded.numDeletedRows === 0n) throw new ApiError('UNAVAILABLE', FILE_NOT_SAVED);
  const { id } = await trx
    .insertInto('board_files')
    .values({
      board_id: boardId,
      location_id: locationId,
      content_id: contentId,
      name,
      content_type: type,
      bytes,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await assertWithinLimit(trx, {
    lock: `files of ${boardId}`,
    count: sql`select count(*) from board_files where board_id = ${boardId} and location_id = ${locationId}`,
    max: MAX_LOCATION_FILES,
    message: locationFileLimit,
  });
  await assertWithinLimit(trx, {
    lock: `files of ${boardId}`,
    count: sql`select count(*) from board_files where board_id = ${boardId}`,
    max: MAX_BOARD_FILES,
    message: boardFileLimit,
  });
  await assertWithinAccountBytes(trx, board.user_id);
  await updateTimestamp(trx, boardId, at);
  await recordAudit(trx, { type: 'BOARD_FILE_ADDED', actorId: actor.id, boardId, locationId, at });
  return { id, name, bytes };
}

/** Deletes a file; the worker deletes its content if no copy of the board has it. @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT */
export async function deleteFile(
  { trx, actor, at }: CommandContext,
  { id: boardId, fileId }: { readonly id: string; readonly fileId: string },
): Promise<void> {
  await lockBoard(trx, actor, boardId, 'change');
  const deleted = await trx
    .deleteFrom('board_files')
    .where('board_id', '=', boardId)
    .where('id', '=', fileId)
    .returning('location_id')
    .executeTakeFirst();
  if (!deleted) throw new ApiError('NOT_FOUND', NO_FILE);
  await updateTimestamp(trx, boardId, at);
  const entry = { actorId: actor.id, boardId, locationId: deleted.location_id, at };
  await recordAudit(trx, { type: 'BOARD_FILE_DELETED', ...entry });
}
