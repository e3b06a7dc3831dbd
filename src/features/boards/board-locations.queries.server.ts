import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import type { Services } from '../../platform/http/handlers.ts';
import type { PageParams } from '../../platform/http/paging.ts';
import type { LocationCard } from '../locations/catalogue/schema.ts';
import type { BoardLocation, BoardSection } from './schema.ts';

/** The cards of published locations. */
export type Cards = Services['cards'];

interface ItemRow {
  readonly id: string;
  readonly position: number;
  readonly section_id: string | null;
  readonly note: string | null;
  readonly state: BoardLocation['state'];
  readonly published: boolean;
  readonly title: string;
  readonly location_status: 'DRAFT' | 'AWAITING_APPROVAL' | 'PUBLISHED';
}

/** Lists a page of the locations of a board, or one of them. The database decides whether one is published, not the cache of cards. */
export async function listBoardLocations(
  db: Db,
  cards: Cards,
  board: { readonly id: string; readonly primary_location_id: string | null },
  unpublished: boolean,
  params: PageParams | { readonly locationId: string },
): Promise<BoardLocation[]> {
  const filter =
    'locationId' in params
      ? sql`where id = ${params.locationId}`
      : sql`order by position limit ${params.size} offset ${(params.page - 1) * params.size}`;
  const { rows } = await sql<ItemRow>`
    select o.id, o.position, sl.section_id, o.note, o.state, p.id is not null as published, l.title, l.location_status
    from (
      select id, position, note, state from (
        select bl.location_id as id, bl.note, bl.state, row_number() over (order by bl.position, bl.added_at, bl.location_id) - 1 as position
        from board_locations bl where bl.board_id = ${board.id}) ordered
      ${filter}) o
    join locations l on l.id = o.id
    left join board_section_locations sl on sl.board_id = ${board.id} and sl.location_id = o.id
    left join published_locations p on p.id = o.id
    order by o.position`.execute(db);
  const published = await getCardsById(
    cards,
    rows.filter((row) => row.published).map((row) => row.id),
  );
  return rows.map(({ id, position, section_id, note, state, title, location_status, ...row }) => ({
    id,
    position,
    section_id,
    note,
    state,
    primary: id === board.primary_location_id,
    location: published.get(id) ?? null,
    unpublished: unpublished && !row.published ? { title, location_status } : null,
  }));
}

/** Lists the sections of a board in their order. */
export async function listSections(db: Db, boardId: string): Promise<BoardSection[]> {
  const { rows } = await sql<BoardSection>`
    select s.id, s.title, s.notes, locations.*
    from board_sections s cross join lateral (
      select count(*) as count, (array_agg(location_id) filter (where locked_in))[1] as locked_location_id
      from board_section_locations where board_id = s.board_id and section_id = s.id) locations
    where s.board_id = ${boardId} order by s.position, s.id`.execute(db);
  return rows;
}

export async function getCardsById(cards: Cards, ids: readonly string[]): Promise<ReadonlyMap<string, LocationCard>> {
  return new Map((await cards.get(ids)).map((card) => [card.id, card]));
}
