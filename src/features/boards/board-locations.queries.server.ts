import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import type { Services } from '../../platform/http/handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import type { PageParams } from '../../platform/http/paging.ts';
import type { LocationCard } from '../locations/catalogue/schema.ts';
import { boardFiles } from './recce-files/queries.server.ts';
import type { BoardFile } from './recce-files/schema.ts';
import { reccePhotographs } from './recce-photographs/queries.server.ts';
import type { ReccePhotograph } from './recce-photographs/schema.ts';
import { getBoardAccess } from './access.queries.server.ts';
import type { BoardLocation, BoardSection, CostRange, Outline } from './schema.ts';

/** The cards of published locations. */
export type Cards = Services['cards'];

/** A published photograph that was chosen for a board. */
type ChosenImage = NonNullable<LocationCard['primaryimage']> & { readonly id: string };

/** Selects the chosen photographs of published location `p` on a board, in their order; null for all. */
function chosenImages(boardId: RawBuilder<unknown>): RawBuilder<readonly ChosenImage[] | null> {
  return sql`(
    select jsonb_agg(image.value order by chosen.position)
    from board_location_images chosen cross join lateral (
      select value from jsonb_array_elements(p.details->'images') where value->>'id' = chosen.image_id::text) image
    where chosen.board_id = ${boardId} and chosen.location_id = p.id)`;
}

/** Selects their ids only. */
export function chosenImageIds(boardId: RawBuilder<unknown>): RawBuilder<readonly string[] | null> {
  return sql`jsonb_path_query_array(${chosenImages(boardId)}, '$[*].id')`;
}

interface ItemRow {
  readonly id: string;
  readonly position: number;
  readonly section_id: string | null;
  readonly note: string | null;
  readonly state: BoardLocation['state'];
  readonly cost: number | null;
  readonly cost_days: number | null;
  readonly tags: string[];
  readonly images: readonly ChosenImage[] | null;
  readonly photographs: readonly ReccePhotograph[];
  readonly files: readonly BoardFile[];
  readonly published: boolean;
  readonly title: string;
  readonly location_status: 'DRAFT' | 'AWAITING_APPROVAL' | 'PUBLISHED';
}

/** Which locations of a board to list. */
export type LocationParams = PageParams & { /** Only those with this tag. */ readonly tag?: string | undefined };

/** Lists a page of the locations of a board, or one of them. The database decides whether one is published, not the cache of cards. */
export async function listBoardLocations(
  db: Db,
  cards: Cards,
  board: { readonly id: string; readonly primary_location_id: string | null },
  unpublished: boolean,
  params: LocationParams | { readonly locationId: string },
): Promise<BoardLocation[]> {
  const filter =
    'locationId' in params
      ? sql`where id = ${params.locationId}`
      : sql`where ${hasTag(params.tag)} order by position limit ${params.size} offset ${(params.page - 1) * params.size}`;
  const { rows } = await sql<ItemRow>`
    select o.id, o.position, sl.section_id, o.note, o.state, o.cost, o.cost_days, o.tags, p.id is not null as published,
      ${chosenImages(sql`${board.id}`)} as images,
      ${reccePhotographs(sql`f.board_id = ${board.id} and f.location_id = o.id`)} as photographs,
      ${boardFiles(sql`f.board_id = ${board.id} and f.location_id = o.id`)} as files, l.title, l.location_status
    from (
      select id, position, note, state, cost, cost_days, tags from (
        select bl.location_id as id, bl.note, bl.state, bl.cost, bl.cost_days, bl.tags,
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
  return rows.map(
    ({ id, cost, cost_days, images, photographs, files, published: isPublished, title, location_status, ...row }) => ({
      id,
      ...row,
      cost: cost === null ? null : { amount: cost, days: cost_days },
      primary: id === board.primary_location_id,
      photographs: [...photographs],
      files: [...files],
      image_ids: images?.map((image) => image.id) ?? null,
      location: withFirstImage(published.get(id), images?.[0]) ?? null,
      unpublished: unpublished && !isPublished ? { title, location_status } : null,
    }),
  );
}

function hasTag(tag: string | undefined) {
  return tag === undefined ? sql`true` : sql`lower(${tag}) in (select lower(unnest(tags)))`;
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

/**
 * Lists the sections of a board and all of its locations.
 * @throws {ApiError} NOT_FOUND
 */
export async function getOutline(db: Db, caller: Actor, { id }: { readonly id: string }): Promise<Outline> {
  await getBoardAccess(db, caller, id);
  const { rows } = await sql<Outline>`
    select b.title,
      (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title) order by s.position, s.id), '[]')
       from board_sections s where s.board_id = ${id}) as sections,
      (select coalesce(json_agg(json_build_object('id', l.location_id, 'title', p.title, 'section_id', sl.section_id)
         order by l.position, l.added_at, l.location_id), '[]')
       from board_locations l
         left join board_section_locations sl on sl.board_id = l.board_id and sl.location_id = l.location_id
         left join published_locations p on p.id = l.location_id
       where l.board_id = ${id}) as locations
    from boards b where b.id = ${id}`.execute(db);
  return rows[0]!;
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

/** Returns a card with the first photograph that was chosen for a board, if one was. */
function withFirstImage(card: LocationCard | undefined, image: ChosenImage | null | undefined) {
  return card && image ? { ...card, primaryimage: image } : card;
}

/** Returns the cards of the covers of boards by the id of the board, with the photographs that were chosen for it. */
export async function getCovers(
  db: Db,
  cards: Cards,
  boards: readonly { readonly id: string; readonly covers: readonly string[] }[],
): Promise<ReadonlyMap<string, readonly LocationCard[]>> {
  const pairs = boards.flatMap(({ id, covers }) => covers.map((cover) => ({ id, cover })));
  const [published, { rows }] = await Promise.all([
    getCardsById(cards, [...new Set(pairs.map(({ cover }) => cover))]),
    sql<{ board_id: string; location_id: string; image: ChosenImage }>`
      select c.board_id, c.location_id, ${chosenImages(sql`c.board_id`)}->0 as image
      from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ cover }) => cover)}::uuid[]) c (board_id, location_id)
        join published_locations p on p.id = c.location_id
      where exists (
        select from board_location_images where board_id = c.board_id and location_id = c.location_id)`.execute(db),
  ]);
  const chosen = new Map(rows.map(({ board_id, location_id, image }) => [board_id + location_id, image]));
  return new Map(
    boards.map(({ id, covers }) => [
      id,
      covers.flatMap((cover) => withFirstImage(published.get(cover), chosen.get(id + cover)) ?? []),
    ]),
  );
}

export async function getCardsById(cards: Cards, ids: readonly string[]): Promise<ReadonlyMap<string, LocationCard>> {
  return new Map((await cards.get(ids)).map((card) => [card.id, card]));
}
