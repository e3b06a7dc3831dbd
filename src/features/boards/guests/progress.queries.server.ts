import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Decision, Progress } from './schema.ts';

/** Selects what was decided about location `bl` of a board, so that guests are not asked any more; null if they are. */
export const DECISION: RawBuilder<Decision | null> = sql`
  case when bl.state = 'REFUSED' then 'UNAVAILABLE' when exists (
    select from board_section_locations placed join board_section_locations chosen using (board_id, section_id)
    where placed.board_id = bl.board_id and placed.location_id = bl.location_id and chosen.locked_in
  ) then 'LOCKED_IN' end`;

/** Returns what was decided about these locations of a board. */
export async function getDecisions(
  db: Db,
  boardId: string,
  locationIds: readonly string[],
): Promise<ReadonlyMap<string, Decision | null>> {
  const { rows } = await sql<{ id: string; decision: Decision | null }>`
    select location_id as id, ${DECISION} as decision from board_locations bl
    where board_id = ${boardId} and location_id = any(${locationIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, decision }) => [id, decision]));
}

/** Counts the locations of a board that a guest is asked about, and finds those without an answer. */
export async function getProgress(db: Db, boardId: string, guestId: string): Promise<Progress> {
  const { rows } = await sql<{ position: number; is_answered: boolean }>`
    select position, exists (
      select from board_answers where guest_id = ${guestId} and location_id = shown.id and image_id is null and answer is not null
    ) as is_answered
    from (
      select location_id as id, ${DECISION} as decision,
        row_number() over (order by position, added_at, location_id) - 1 as position
      from board_locations bl where board_id = ${boardId}) shown
    where decision is null and exists (select from published_locations p where p.id = shown.id)
    order by position`.execute(db);
  return { asked: rows.length, unanswered: rows.filter((row) => !row.is_answered).map(({ position }) => position) };
}
