import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Progress } from './schema.ts';

/** Counts the locations of a board that a guest is asked about, and finds those without an answer. */
export async function getProgress(db: Db, boardId: string, guestId: string): Promise<Progress> {
  const { rows } = await sql<{ position: number; is_answered: boolean }>`
    select position, exists (
      select from board_answers where guest_id = ${guestId} and location_id = shown.id and image_id is null and answer is not null
    ) as is_answered
    from (
      select location_id as id, row_number() over (order by position, added_at, location_id) - 1 as position
      from board_locations where board_id = ${boardId}) shown
    where exists (select from published_locations p where p.id = shown.id)
    order by position`.execute(db);
  return { asked: rows.length, unanswered: rows.filter((row) => !row.is_answered).map(({ position }) => position) };
}
