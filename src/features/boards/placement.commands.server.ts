import { sql } from 'kysely';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { NOT_ON_BOARD, NO_SECTION } from './messages.ts';

/** A section of a board. */
export interface SectionKey {
  readonly id: string;
  readonly sectionId: string;
}

interface Place {
  /** Before the location that is at this position now, counted from 0 on the whole board; undefined for the end of the section. */
  readonly position?: number | undefined;
  /** Before this location, wherever it is by now; if it is no longer on the board, the position counts. */
  readonly beforeId?: string | undefined;
  /** Undefined to stay in the section. Null for none. */
  readonly sectionId?: string | null | undefined;
}

/**
 * Moves locations of a locked board in the order that they have. A position in another section means the nearer end of their own.
 * @throws {ApiError} NOT_FOUND
 */
export async function placeLocations(
  trx: Trx,
  id: string,
  locationIds: readonly string[],
  place: Place,
): Promise<void> {
  const ids = [...new Set(locationIds)];
  if (place.sectionId !== undefined) await setSection(trx, id, ids, place.sectionId);
  const { rows } = await sql<{ moved: number }>`
    with present as (
      select bl.location_id, bl.position, bl.location_id = any(${ids}::uuid[]) as is_moved, s.position as section, s.id as section_id,
        row_number() over (order by bl.position, bl.added_at, bl.location_id) - 1 as n
      from board_locations bl
        left join board_section_locations sl on sl.board_id = bl.board_id and sl.location_id = bl.location_id
        left join board_sections s on s.id = sl.section_id
      where bl.board_id = ${id}),
    numbered as (
      select location_id, position, row_number() over (order by section nulls first, section_id nulls first,
        case when is_moved then coalesce((select n from present where location_id = ${place.beforeId ?? null}), ${place.position ?? Infinity}::float8) - 0.5
          else n end, n) - 1 as new_position
      from present),
    changed as (
      update board_locations bl set position = n.new_position from numbered n
      where bl.board_id = ${id} and bl.location_id = n.location_id and n.position <> n.new_position)
    select count(*) as moved from present where is_moved`.execute(trx);
  if (rows[0]?.moved !== ids.length) throw new ApiError('NOT_FOUND', NOT_ON_BOARD);
}

/** Numbers all locations of a board after its sections have changed. */
export function orderBySections(trx: Trx, id: string): Promise<void> {
  return placeLocations(trx, id, [], {});
}

/** Returns the texts of a section. @throws {ApiError} NOT_FOUND when it is not on the board */
export async function assertSection(
  trx: Trx,
  { id, sectionId }: SectionKey,
): Promise<{ readonly title: string; readonly notes: string | null }> {
  const section = await trx
    .selectFrom('board_sections')
    .select(['title', 'notes'])
    .where('board_id', '=', id)
    .where('id', '=', sectionId)
    .executeTakeFirst();
  if (!section) throw new ApiError('NOT_FOUND', NO_SECTION);
  return section;
}

async function setSection(trx: Trx, id: string, ids: readonly string[], sectionId: string | null): Promise<void> {
  if (sectionId === null) {
    await sql`
      delete from board_section_locations where board_id = ${id} and location_id = any(${ids}::uuid[])`.execute(trx);
    return;
  }
  await assertSection(trx, { id, sectionId });
  await sql`
    insert into board_section_locations as present (board_id, location_id, section_id)
    select board_id, location_id, ${sectionId}::uuid from board_locations
    where board_id = ${id} and location_id = any(${ids}::uuid[])
    on conflict (board_id, location_id) do update set section_id = excluded.section_id, locked_in = false
    where present.section_id <> excluded.section_id`.execute(trx);
}

/**
 * Puts a location in the place of another one in the sections of boards. The place of the first one counts where a board has both; if they
 * are in the same section, either can be locked in.
 */
export async function mergeInSections(
  trx: Trx,
  { from, into, ids }: { readonly from: string; readonly into: string; readonly ids: readonly string[] },
): Promise<void> {
  // The row of `into` has the first position of both by now.
  const { rows } = await sql<{ board_id: string; section_id: string }>`
    with replaced as (
      delete from board_section_locations sl using board_locations f, board_locations i
      where sl.board_id = any(${ids}::uuid[]) and f.board_id = sl.board_id and f.location_id = ${from}
        and i.board_id = sl.board_id and i.location_id = ${into}
        and sl.location_id = case when f.position = i.position then i.location_id else f.location_id end
      returning sl.board_id, sl.section_id, sl.locked_in)
    select board_id, section_id from replaced where locked_in`.execute(trx);
  await sql`
    update board_section_locations set location_id = ${into}
    where location_id = ${from} and board_id = any(${ids}::uuid[])`.execute(trx);
  await sql`
    update board_section_locations set locked_in = true
    where location_id = ${into} and (board_id, section_id) in (
      select * from unnest(${rows.map((row) => row.board_id)}::uuid[], ${rows.map((row) => row.section_id)}::uuid[]))`.execute(
    trx,
  );
}

/** Copies the sections of a board to a copy of it, which has its locations. */
export async function copySections(
  trx: Trx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await sql`
    with copies as materialized (
      select id, gen_random_uuid() as copy, title, notes, position from board_sections where board_id = ${from}),
    sections as (
      insert into board_sections (id, board_id, title, notes, position)
      select copy, ${to}::uuid, title, notes, position from copies)
    insert into board_section_locations (board_id, location_id, section_id, locked_in)
    select ${to}::uuid, location_id, copy, locked_in
    from board_section_locations sl join copies on copies.id = sl.section_id where sl.board_id = ${from}`.execute(trx);
}
