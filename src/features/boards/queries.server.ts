import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { PAGE_SIZE, type PageParams, type Paged } from '../../platform/http/paging.ts';
import type { Services } from '../../platform/http/handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { can } from '../accounts/permissions.ts';
import type { LocationCard } from '../locations/catalogue/schema.ts';
import {
  NOT_DELETED,
  accessColumns,
  getBoardAccess,
  throwBoardNotFound,
  selectSharedIds,
} from './access.queries.server.ts';
import {
  type SiteArea,
  type BoardAccess,
  type BoardRole,
  getBoardRights,
  canSeeUnpublished,
  getBoardRole,
} from './policy.ts';
import { type BoardCard, type BoardLocation, type BoardView, MAX_COVERS } from './schema.ts';
import { NOT_ON_BOARD } from './messages.ts';
import {
  type Cards,
  type LocationParams,
  getCovers,
  listBoardLocations,
  listSections,
  sumCosts,
} from './board-locations.queries.server.ts';
import { countTagged, listTags } from './tags/queries.server.ts';

/** Filter and order of a list of boards. */
export interface BoardList {
  readonly area: SiteArea;
  readonly where: RawBuilder<boolean>;
  readonly orderBy: RawBuilder<unknown>;
}

const LATEST_CHANGE = sql`b.updated_at desc, b.id`;

/** The boards of a user without archived and private ones. */
export function ownedBy(userId: string): BoardList {
  return {
    area: 'website',
    where: sql`b.user_id = ${userId} and b.archived_at is null and not b.private and ${NOT_DELETED}`,
    orderBy: LATEST_CHANGE,
  };
}

/** The archived boards of a user; with `team`, also archived private boards. */
export function archivedBy(userId: string, team: boolean): BoardList {
  const orderBy = sql`b.archived_at desc, b.id`;
  const own = sql<boolean>`b.user_id = ${userId} and b.archived_at is not null and not b.private and ${NOT_DELETED}`;
  if (!team) return { area: 'website', where: own, orderBy };
  return {
    area: 'website',
    where: sql`(${own}) or (b.private and b.archived_at is not null and ${NOT_DELETED})`,
    orderBy,
  };
}

/** The private boards of the Locations Team. */
export const PRIVATE_BOARDS: BoardList = {
  area: 'website',
  where: sql`b.private and b.archived_at is null and ${NOT_DELETED}`,
  orderBy: LATEST_CHANGE,
};

/** The boards of both lists. */
export function combineLists(first: BoardList, second: BoardList): BoardList {
  return { ...first, where: sql`(${first.where}) or (${second.where})` };
}

/** The boards of others that are shared with the caller's verified email address. @param editable only those that they may change */
export function sharedWith(caller: Actor, editable: boolean): BoardList {
  return {
    area: 'website',
    where: sql`b.id = any(array(${selectSharedIds(caller.id, editable)})) and (b.archived_at is null or not ${editable}::boolean) and b.user_id <> ${caller.id} and ${NOT_DELETED} and not (b.private and ${can(caller, 'board.private')})`,
    orderBy: LATEST_CHANGE,
  };
}

/**
 * Lists a page of boards.
 * @param page.locationId adds to each board whether it has this location
 */
export async function listBoardCards(
  db: Db,
  caller: Actor,
  list: BoardList,
  { page, size, locationId }: PageParams & { readonly locationId?: string | undefined },
  { cards }: Pick<Services, 'cards'>,
): Promise<Paged<BoardCard>> {
  const [rows, count] = await Promise.all([
    sql<CardRow>`
      select ${cardColumns(caller, locationId)} from (
        select b.* from boards b where ${list.where} order by ${list.orderBy} limit ${size} offset ${(page - 1) * size}) b
      join users u on u.id = b.user_id order by ${list.orderBy}`.execute(db),
    sql<{ total: number }>`select count(*) as total from boards b where ${list.where}`.execute(db),
  ]);
  const data = await toCards(db, cards, caller, list.area, rows.rows);
  return { data, total: count.rows[0]?.total ?? 0, current_page: page, per_page: size };
}

/**
 * Returns the card of a board, with the rights of the admin area.
 * @throws {ApiError} NOT_FOUND when the caller cannot see such a board
 */
export async function getBoardCard(
  db: Db,
  caller: Actor,
  { id }: { readonly id: string },
  { cards }: Pick<Services, 'cards'>,
): Promise<BoardCard> {
  const [card] = await toCards(db, cards, caller, 'admin', [await getCardRow(db, caller, id)]);
  return card ?? throwBoardNotFound();
}

/**
 * Returns a board with a page of its locations.
 * @throws {ApiError} NOT_FOUND when the caller cannot see such a board
 */
export async function getBoardView(
  db: Db,
  caller: Actor,
  { id, area, ...params }: { readonly id: string; readonly area: SiteArea } & LocationParams,
  { cards }: Pick<Services, 'cards'>,
): Promise<BoardView> {
  const row = await getCardRow(db, caller, id);
  const [[card = throwBoardNotFound()], sections, tags, items] = await Promise.all([
    toCards(db, cards, caller, area, [row]),
    listSections(db, id),
    listTags(db, id),
    listBoardLocations(db, cards, row, canSeeUnpublished(caller, row), params),
  ]);
  const total = countTagged(card.count, tags, params);
  const locations = { data: items, total, current_page: params.page, per_page: params.size };
  return { ...card, version: row.version, sections, tags, locations, cost: await sumCosts(db, id, sections) };
}

/**
 * Returns a location of a board.
 * @throws {ApiError} NOT_FOUND when the caller cannot see such a board, or the location is not on it
 */
export async function getBoardLocation(
  db: Db,
  caller: Actor,
  { id, locationId, area }: { readonly id: string; readonly locationId: string; readonly area: SiteArea },
  { cards }: Pick<Services, 'cards'>,
): Promise<{ board: BoardCard; item: BoardLocation }> {
  const row = await getCardRow(db, caller, id);
  const [[board = throwBoardNotFound()], [item]] = await Promise.all([
    toCards(db, cards, caller, area, [row]),
    listBoardLocations(db, cards, row, canSeeUnpublished(caller, row), { locationId }),
  ]);
  if (!item) throw new ApiError('NOT_FOUND', NOT_ON_BOARD);
  return { board, item };
}

/**
 * Returns the title of a board that the caller can see.
 * @throws {ApiError} NOT_FOUND
 */
export async function findViewableBoard(db: Db, caller: Actor | null, id: string): Promise<{ readonly title: string }> {
  if (!caller) return throwBoardNotFound();
  await getBoardAccess(db, caller, id);
  return db.selectFrom('boards').select('title').where('id', '=', id).executeTakeFirstOrThrow();
}

interface CardRow extends BoardAccess {
  readonly id: string;
  readonly title: string;
  readonly archived_at: Date | null;
  readonly updated_at: Date;
  readonly version: number;
  readonly link: string | null;
  readonly primary_location_id: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly count: number;
  readonly share_count: number;
  readonly guest_link_count: number;
  readonly covers: readonly string[];
  /** Ids of the locations of the first page. */
  readonly first: readonly string[];
  readonly has_location: boolean | null;
}

/** Counts the locations of board `b`. */
export const locationCount = sql<number>`(select count(*) from board_locations bl where bl.board_id = b.id)`;

/** The ids of the covers of board `b`. They come from the first page only, to limit the cost of large boards. */
export const coverIds = sql<readonly string[]>`
  array(
    select first.id from (
      select b.primary_location_id as id, -1 as place
      union all (
        select bl.location_id, row_number() over (order by bl.position, bl.added_at, bl.location_id)
        from board_locations bl where bl.board_id = b.id and bl.location_id is distinct from b.primary_location_id
        order by bl.position, bl.added_at, bl.location_id limit ${PAGE_SIZE})) first
    join published_locations p on p.id = first.id
    order by first.place < 0 desc, p.pictured desc, first.place limit ${MAX_COVERS})`;

/** Selects the columns of CardRow for board `b` and its owner `u`. */
function cardColumns(caller: Actor, locationId: string | undefined) {
  const hasLocation = locationId
    ? sql`exists (select from board_locations bl where bl.board_id = b.id and bl.location_id = ${locationId})`
    : sql`null::boolean`;
  return sql`
    ${accessColumns(caller)}, b.id, b.title, b.archived_at, b.updated_at, b.version, b.link, b.primary_location_id,
    u.first_name, u.last_name, ${locationCount} as count, ${hasLocation} as has_location,
    (select count(*) from board_shares s where s.board_id = b.id) as share_count,
    (select count(*) from board_guest_links g where g.board_id = b.id and b.archived_at is null) as guest_link_count,
    array(
      select bl.location_id from board_locations bl where bl.board_id = b.id
      order by bl.position, bl.added_at, bl.location_id limit ${PAGE_SIZE}) as first,
    ${coverIds} as covers`;
}

async function getCardRow(db: Db, caller: Actor, id: string): Promise<CardRow> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns(caller, undefined)} from boards b join users u on u.id = b.user_id
    where b.id = ${id} and ${NOT_DELETED}`.execute(db);
  const row = rows[0];
  return row && getBoardRole(caller, row) ? row : throwBoardNotFound();
}

async function toCards(
  db: Db,
  cards: Cards,
  caller: Actor,
  area: SiteArea,
  rows: readonly CardRow[],
): Promise<BoardCard[]> {
  const covers = await getCovers(db, cards, rows);
  return rows.flatMap((row) => {
    const boardRole = getBoardRole(caller, row);
    return boardRole ? [toCard(caller, { ...row, boardRole }, area, covers.get(row.id)!)] : [];
  });
}

function toCard(
  caller: Actor,
  row: CardRow & { readonly boardRole: BoardRole },
  area: SiteArea,
  covers: readonly LocationCard[],
): BoardCard {
  const { id, title, count, primary_location_id } = row;
  const rights = getBoardRights(caller, row, area);
  return {
    id,
    title,
    user_id: row.boardRole === 'owner' || row.boardRole === 'team' ? row.user_id : null,
    link: rights.link ? row.link : null,
    primary_location_id,
    count,
    locations: {
      data: row.first.map((location) => ({ id: location })),
      total: count,
      current_page: 1,
      per_page: PAGE_SIZE,
    },
    private: row.private,
    archived_at: row.archived_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    covers: [...covers],
    shared: toSharing(row, row.boardRole),
    rights,
    ...(row.has_location !== null && { has_location: row.has_location }),
  };
}

/** Shows shares to the owner only, and the owner's surname to the Locations Team only. */
function toSharing(row: CardRow, boardRole: BoardRole): BoardCard['shared'] {
  const { share_count, guest_link_count, link, first_name, last_name } = row;
  if (boardRole === 'owner') return { share_count, guest_link_count, link: link !== null, owner_name: null };
  return {
    share_count: 0,
    guest_link_count: 0,
    link: false,
    owner_name: boardRole === 'team' ? `${first_name} ${last_name}` : first_name,
  };
}
