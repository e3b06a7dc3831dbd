import { sql } from 'kysely';
import { type OrderedRows, moveRow } from '../../../platform/db/row-order.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { assertUnchanged, lockBoard, updateTimestamp } from '../commands.server.ts';
import { NOT_IN_SECTION, sectionLimit } from '../messages.ts';
import { MAX_SECTIONS } from '../schema.ts';
import { type SectionKey, assertSection, orderBySections } from '../placement.commands.server.ts';

/**
 * Adds a section at the end of a board.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT, also when the board has the maximum number
 */
export async function addSection(
  { trx, actor, at }: CommandContext,
  { id, title, notes }: { readonly id: string; readonly title: string; readonly notes?: string | undefined },
): Promise<void> {
  await lockBoard(trx, actor, id, 'change');
  await assertWithinLimit(trx, {
    lock: `sections of ${id}`,
    count: sql`select count(*) from board_sections where board_id = ${id}`,
    max: MAX_SECTIONS,
    adding: 1,
    message: sectionLimit,
  });
  await sql`
    insert into board_sections (board_id, title, notes, position)
    select ${id}, ${title}, ${notes || null}, coalesce(max(position) + 1, 0)
    from board_sections where board_id = ${id}`.execute(trx);
  await updateTimestamp(trx, id, at);
}

/**
 * Changes title and notes of a section, moves it before the one at a position, or locks in one of its locations.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function updateSection(
  { trx, actor, at }: CommandContext,
  {
    id,
    sectionId,
    title,
    baseTitle,
    notes,
    baseNotes,
    position,
    beforeId,
    lockedLocationId,
  }: SectionKey & {
    readonly title?: string | undefined;
    /** The texts that a change is based on. */
    readonly baseTitle?: string | undefined;
    readonly baseNotes?: string | undefined;
    /** Empty for none. */
    readonly notes?: string | undefined;
    /** Used instead of the position while this section is on the board. */
    readonly beforeId?: string | undefined;
    readonly position?: number | undefined;
    /** Null for none. */
    readonly lockedLocationId?: string | null | undefined;
  },
): Promise<void> {
  await lockBoard(trx, actor, id, 'change');
  const present = await assertSection(trx, { id, sectionId });
  assertUnchanged('baseTitle', { base: baseTitle, present: present.title, text: title });
  assertUnchanged('baseNotes', { base: baseNotes, present: present.notes, text: notes });
  if (title !== undefined || notes !== undefined)
    await trx
      .updateTable('board_sections')
      .set({ ...(title !== undefined && { title }), ...(notes !== undefined && { notes: notes || null }) })
      .where('id', '=', sectionId)
      .execute();
  if (lockedLocationId !== undefined) await lockIn(trx, { id, sectionId }, lockedLocationId);
  if (position !== undefined) {
    await moveRow(trx, sectionsInOrder(id), sectionId, position, beforeId);
    await orderBySections(trx, id);
  }
  await updateTimestamp(trx, id, at);
}

async function lockIn(trx: Trx, { id, sectionId }: SectionKey, locationId: string | null): Promise<void> {
  const setLockedIn = (isLockedIn: boolean) =>
    trx
      .updateTable('board_section_locations')
      .set({ locked_in: isLockedIn })
      .where('board_id', '=', id)
      .where('section_id', '=', sectionId);
  await setLockedIn(false).where('locked_in', '=', true).execute();
  if (locationId === null) return;
  const { numUpdatedRows } = await setLockedIn(true).where('location_id', '=', locationId).executeTakeFirstOrThrow();
  if (!numUpdatedRows) throw new ApiError('NOT_FOUND', NOT_IN_SECTION);
}

/**
 * Deletes a section. Its locations stay on the board, after those without a section.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function deleteSection({ trx, actor, at }: CommandContext, { id, sectionId }: SectionKey): Promise<void> {
  await lockBoard(trx, actor, id, 'change');
  await assertSection(trx, { id, sectionId });
  await trx.deleteFrom('board_sections').where('id', '=', sectionId).execute();
  await orderBySections(trx, id);
  await updateTimestamp(trx, id, at);
}

function sectionsInOrder(boardId: string): OrderedRows {
  return { table: 'board_sections', id: 'id', where: sql`board_id = ${boardId}`, orderBy: sql`position, id` };
}
