import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import type { Services } from '../../platform/http/handlers.ts';
import type { PageParams } from '../../platform/http/paging.ts';
import type { LocationCard } from '../locations/catalogue/schema.ts';
import type { BoardLocation, BoardSection, CostRange } from './schema.ts';

/** The cards of published locations. */
export type Cards = Services['cards'];

interface ItemRow {
  readonly id: string;
  readonly position: number;
  readonly section_id: string | null;
  readonly note: string | null;
  readonly state: BoardLocation['state'];
  readonly cost: number | null;
  readonly cost_days: number | null;
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
    select o.id, o.position, sl.section_id, o.note, o.state, o.cost, o.cost_days, p.id is not null as published, l.title, l.location_status
    from (
      select id, position, note, state, cost, cost_days from (
        select bl.location_id as id, bl.note, bl.state, bl.cost, bl.cost_days,
          row_number() over (order by bl.position, bl.added_at, bl.location_id) - 1 as position
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
  return rows.map(({ id, position, section_id, note, state, cost, cost_days, title, location_status, ...row }) => ({
    id,
    position,
    section_id,
    note,
    state,
    cost: cost === null ? null : { amount: cost, days: cost_days },
    primary: id === board.primary_location_id,
    location: published.get(id) ?? null,
    unpublished: unpublished && !row.published ? { title, location_status } : null,
  }));
}

/** Lists the sections of a board in their order. */
export async function listSections(db: Db, boardId: string): Promise<BoardSection[]> {
  const { rows } = await sql<BoardSection>`
    select s.id, s.title, s.notes, locations.count, locations.locked_location_id,
      case when lowest is not null then json_build_object('lowest', lowest, 'highest', highest) end as cost
    from board_sections s cross join lateral (
      select count(*) as count, (array_agg(location_id) filter (where locked_in))[1] as locked_location_id,
        min(total) filter (where is_option) as lowest, max(total) filter (where is_option) as highest
      from (
        select location_id, locked_in, ${TOTAL_COST} as total,
          case when bool_or(locked_in) over () then locked_in else state <> 'REFUSED' end as is_option
        from board_section_locations join board_locations using (board_id, location_id)
        where board_id = s.board_id and section_id = s.id) placed) locations
    where s.board_id = ${boardId} order by s.position, s.id`.execute(db);
  return rows;
}

const TOTAL_COST = sql`(cost * coalesce(cost_days, 1))`;

/** Adds up the costs of sections and of the locations without one; null where none is known. */
export async function sumCosts(db: Db, boardId: string, sections: readonly BoardSection[]): Promise<CostRange | null> {
  const { rows } = await sql<{ cost: number | null }>`
    select sum(${TOTAL_COST}) as cost from board_locations l
    where board_id = ${boardId} and state <> 'REFUSED' and not exists (
      select from board_section_locations where board_id = l.board_id and location_id = l.location_id)`.execute(db);
  const others = rows[0]?.cost ?? null;
  const ranges = [others === null ? null : { lowest: others, highest: others }, ...sections.map(({ cost }) => cost)];
  const known = ranges.filter((range) => range !== null);
  if (known.length === 0) return null;
  const sum = (values: readonly number[]) => Math.round(values.reduce((total, value) => total + value, 0) * 100) / 100;
  return { lowest: sum(known.map(({ lowest }) => lowest)), highest: sum(known.map(({ highest }) => highest)) };
}

export async function getCardsById(cards: Cards, ids: readonly string[]): Promise<ReadonlyMap<string, LocationCard>> {
  return new Map((await cards.get(ids)).map((card) => [card.id, card]));
}
