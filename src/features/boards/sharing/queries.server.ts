import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../platform/http/handlers.ts';
import type { PageParams, Paged } from '../../../platform/http/paging.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { NOT_DELETED, assertRight, getBoardAccess, throwBoardNotFound } from '../access.queries.server.ts';
import { type LocationParams, getCovers, listBoardLocations, listSections } from '../board-locations.queries.server.ts';
import { countTagged, listTags } from '../tags/queries.server.ts';
import { coverIds, locationCount } from '../queries.server.ts';
import type { BoardLocation, BoardView, PublicBoard, Share } from '../schema.ts';

/**
 * Lists the email addresses that a board is shared with, for its owner.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN
 */
export async function listBoardShares(db: Db, caller: Actor, id: string): Promise<Share[]> {
  const board = await getBoardAccess(db, caller, id);
  // The shares of an archived board can still be read.
  assertRight('share', caller, { ...board, archived: false });
  return listShares(db, id);
}

/** Lists shares, oldest first. */
export function listShares(db: Db, boardId: string): Promise<Share[]> {
  return db
    .selectFrom('board_shares')
    .select(['id', 'email', 'may_edit'])
    .where('board_id', '=', boardId)
    .orderBy('created_at')
    .orderBy('email')
    .execute();
}

/** Counts what is deleted with an account. */
export async function countDeletedBoards(db: Db, { id, email }: { id: string; email: string }) {
  const { rows } = await sql<{
    boards: number;
    archived_boards: number;
    shares: number;
    public_links: number;
    private_boards: number;
    shared_boards: number;
  }>`
    select
      count(*) filter (where not private) as boards,
      count(*) filter (where not private and archived_at is not null) as archived_boards,
      (select count(*) from board_shares s join boards b on b.id = s.board_id where b.user_id = ${id} and not b.private) as shares,
      count(*) filter (where not private and link is not null) as public_links,
      count(*) filter (where private) as private_boards,
      (select count(*) from board_shares where lower(email) = lower(${email})) as shared_boards
    from boards where user_id = ${id}`.execute(db);
  return rows[0]!;
}

/** Whether board `b` of user `u` can be opened by guest links. Private boards are not those of one account. */
export const CAN_HAVE_GUESTS = sql<boolean>`
  (b.archived_at is null and ${NOT_DELETED} and (b.private or u.enabled_at is not null))`;

/**
 * Returns a board by its public link, without notes, which are not public.
 * @throws {ApiError} NOT_FOUND
 */
export async function getPublicBoard(
  db: Db,
  _caller: Actor | null,
  { link, ...params }: { readonly link: string } & PageParams,
  { cards }: Pick<Services, 'cards'>,
): Promise<PublicBoard> {
  const isPublic = sql<boolean>`b.link = ${link} and not b.private and ${CAN_HAVE_GUESTS}`;
  const board = /^[\w-]+$/.test(link) ? await findBoardForVisitors(db, isPublic, params, cards) : undefined;
  return board ?? throwBoardNotFound();
}

interface VisitorRow {
  readonly id: string;
  readonly title: string;
  readonly primary_location_id: string | null;
  readonly updated_at: Date;
  readonly first_name: string;
  readonly count: number;
  readonly covers: readonly string[];
}

/** A board with what only some of them see. */
type VisitorBoard = Omit<PublicBoard, 'sections' | 'locations'> &
  Pick<BoardView, 'sections' | 'tags'> & { readonly locations: Paged<BoardLocation> };

/** Returns what people without an account see of board `b` of user `u`, with its notes; undefined if there is none. */
export async function findBoardForVisitors(
  db: Db,
  where: RawBuilder<boolean>,
  params: LocationParams,
  cards: Services['cards'],
): Promise<VisitorBoard | undefined> {
  const { rows } = await sql<VisitorRow>`
    select b.id, b.title, b.primary_location_id, b.updated_at, u.first_name, ${locationCount} as count, ${coverIds} as covers
    from boards b join users u on u.id = b.user_id where ${where}`.execute(db);
  const [board] = rows;
  if (!board) return undefined;
  const tags = await listTags(db, board.id);
  const covers = (await getCovers(db, cards, [board])).get(board.id)!;
  return {
    title: board.title,
    owner_name: board.first_name,
    updated_at: board.updated_at.toISOString(),
    primaryimage: covers.find(({ primaryimage }) => primaryimage !== null)?.primaryimage ?? null,
    sections: await listSections(db, board.id),
    tags,
    locations: {
      data: await listBoardLocations(db, cards, board, false, params),
      total: countTagged(board.count, tags, params),
      current_page: params.page,
      per_page: params.size,
    },
  };
}
