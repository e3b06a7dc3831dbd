import { sql } from 'kysely';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { createUpload } from '../../media/uploads/commands.server.ts';
import { lockBoard, updateTimestamp } from '../commands.server.ts';
import { NOT_ON_BOARD, NO_PHOTOGRAPH, locationPhotographLimit } from '../messages.ts';
import { assertWithinPhotographLimits } from '../recce-photographs/copying.commands.server.ts';
import { MAX_LOCATION_PHOTOGRAPHS } from '../recce-photographs/schema.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';

/**
 * Begins the upload of a photograph of a location on a board, which is shown when the worker has checked it.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT; TOO_MANY_REQUESTS while the caller has too many uploads in progress
 */
export async function beginPhotograph(
  context: CommandContext,
  file: { readonly id: string; readonly locationId: string; readonly name: string; readonly bytes: number },
): Promise<{ readonly id: string; readonly uploadId: string }> {
  const { trx, actor, at } = context;
  const { id: boardId, locationId, name, bytes } = file;
  await lockCaller(trx, actor);
  const board = await lockBoard(trx, actor, boardId, 'change');
  const { rows } = await sql`
    select from board_locations where board_id = ${boardId} and location_id = ${locationId}`.execute(trx);
  if (rows.length === 0) throw new ApiError('NOT_FOUND', NOT_ON_BOARD);
  const { id: uploadId } = await createUpload(context, { locationId: null, name, bytes });
  const { id } = await trx
    .insertInto('board_photographs')
    .values({ board_id: boardId, location_id: locationId, upload_id: uploadId, name, bytes, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await assertWithinLimit(trx, {
    lock: `photographs of ${boardId}`,
    count: sql`select count(*) from board_photographs where board_id = ${boardId} and location_id = ${locationId}`,
    max: MAX_LOCATION_PHOTOGRAPHS,
    message: locationPhotographLimit,
  });
  await assertWithinPhotographLimits(trx, { boardId, ownerId: board.user_id });
  await updateTimestamp(trx, boardId, at);
  await recordAudit(trx, { type: 'BOARD_PHOTOGRAPH_ADDED', actorId: actor.id, boardId, locationId, at });
  return { id, uploadId };
}

/** Changes the texts of a recce photograph; empty for none. @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT */
export async function updatePhotograph(
  { trx, actor, at }: CommandContext,
  { id: boardId, photographId, caption, alt }: { id: string; photographId: string; caption: string; alt: string },
): Promise<void> {
  await lockBoard(trx, actor, boardId, 'change');
  const { numUpdatedRows } = await trx
    .updateTable('board_photographs')
    .set({ caption: caption || null, alt: alt || null })
    .where('board_id', '=', boardId)
    .where('id', '=', photographId)
    .executeTakeFirst();
  if (!numUpdatedRows) throw new ApiError('NOT_FOUND', NO_PHOTOGRAPH);
  await updateTimestamp(trx, boardId, at);
}

/** Deletes a recce photograph; the worker deletes what nothing refers to. @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT */
export async function deletePhotograph(
  { trx, actor, at }: CommandContext,
  { id: boardId, photographId }: { id: string; photographId: string },
): Promise<void> {
  await lockBoard(trx, actor, boardId, 'change');
  const deleted = await trx
    .deleteFrom('board_photographs')
    .where('board_id', '=', boardId)
    .where('id', '=', photographId)
    .returning('location_id')
    .executeTakeFirst();
  if (!deleted) throw new ApiError('NOT_FOUND', NO_PHOTOGRAPH);
  await updateTimestamp(trx, boardId, at);
  const entry = { actorId: actor.id, boardId, locationId: deleted.location_id, at };
  await recordAudit(trx, { type: 'BOARD_PHOTOGRAPH_DELETED', ...entry });
}

/** Deletes photographs and files of locations that are not on their board any more. A removal can be undone within a day. */
export async function deletePhotographsAndFilesOfRemoved(db: Db, now: Date): Promise<void> {
  for (const table of ['board_photographs', 'board_files']) {
    // oxlint-disable-next-line no-await-in-loop -- two statements
    await sql`
    delete from ${sql.table(table)} f using boards b
    where b.id = f.board_id and b.updated_at < ${new Date(now.getTime() - DAY_MS)} and not exists (
      select from board_locations bl where bl.board_id = f.board_id and bl.location_id = f.location_id)`.execute(db);
  }
}
