import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { chosenImageIds } from '../board-locations.queries.server.ts';
import { reccePhotographs } from '../recce-photographs/queries.server.ts';
import type { ReccePhotograph } from '../recce-photographs/schema.ts';
import type { BoardLocation } from '../schema.ts';
import type { ArrangedRow } from './arrangement.ts';
import type { LookBookSettings } from './schema.ts';

/** A published location of a board, and what the board says of it. */
export interface BoardRow extends ArrangedRow {
  readonly note: string | null;
  readonly state: BoardLocation['state'];
  readonly cost: number | null;
  readonly cost_days: number | null;
  readonly image_ids: BoardLocation['image_ids'];
  /** Null unless they were chosen. */
  readonly recce: readonly ReccePhotograph[] | null;
}

/** Reads the published locations of a board, or those of them that were chosen, in its order. */
export async function readRows(
  db: Db,
  boardId: string,
  { locationIds, recce }: Pick<LookBookSettings, 'locationIds' | 'recce'>,
): Promise<BoardRow[]> {
  const ownPhotographs = sql`f.board_id = b.id and f.location_id = bl.location_id and p.sha256 is not null`;
  const { rows } = await sql<Omit<BoardRow, 'photographs'> & { images: number }>`
    select bl.location_id, sl.section_id, bl.note, bl.state, bl.cost, bl.cost_days,
      bl.location_id is not distinct from b.primary_location_id as primary, ${chosenImageIds(sql`b.id`)} as image_ids,
      ${countImages(sql`b.id`)} as images,
      case when ${recce}::boolean then ${reccePhotographs(ownPhotographs)} end as recce
    from boards b join board_locations bl on bl.board_id = b.id join published_locations p on p.id = bl.location_id
      left join board_section_locations sl on sl.board_id = bl.board_id and sl.location_id = bl.location_id
    where b.id = ${boardId} and (${locationIds}::uuid[] is null or bl.location_id = any(${locationIds}::uuid[]))
    order by bl.position, bl.added_at, bl.location_id`.execute(db);
  return rows.map(({ images, ...row }) => ({ ...row, photographs: images + (row.recce?.length ?? 0) }));
}

/** Counts the photographs of location `p` that count on a board. */
export function countImages(boardId: RawBuilder<unknown>): RawBuilder<number> {
  return sql`jsonb_array_length(coalesce(${chosenImageIds(boardId)}, p.details->'images'))`;
}
