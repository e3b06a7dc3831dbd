import { sql } from 'kysely';
import { toLikePatterns } from '../../../platform/db/like-patterns.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../platform/http/handlers.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { canSeeUnpublished } from '../policy.ts';
import { getBoardAccess, assertRight } from '../access.queries.server.ts';
import type { Paged } from '../../../platform/http/paging.ts';
import { getCardsById } from '../board-locations.queries.server.ts';
import { CANDIDATES_PER_PAGE, type Candidate } from '../schema.ts';

/**
 * Lists a page of locations that can be added to a board: search results, or for a private board all locations whose title contains
 * the words.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function listCandidates(
  db: Db,
  caller: Actor,
  { id, query, page }: { id: string; query: string; page: number },
  { cards, search }: Pick<Services, 'cards' | 'search'>,
): Promise<Paged<Candidate>> {
  const board = await getBoardAccess(db, caller, id);
  assertRight('change', caller, board);
  const offset = (page - 1) * CANDIDATES_PER_PAGE;
  const found = canSeeUnpublished(caller, board)
    ? await findByTitle(db, query, { offset, limit: CANDIDATES_PER_PAGE })
    : await findPublished(search, query, { offset, limit: CANDIDATES_PER_PAGE });
  const ids = found.locations.map((location) => location.id);
  const [cardsById, added] = await Promise.all([getCardsById(cards, ids), findOnBoard(db, id, ids)]);
  const data = found.locations.map(({ id: locationId, unpublished }) => ({
    id: locationId,
    location: cardsById.get(locationId) ?? null,
    unpublished,
    added: added.has(locationId),
  }));
  return { data, total: found.total, current_page: page, per_page: CANDIDATES_PER_PAGE };
}

interface FoundPage {
  readonly locations: readonly Pick<Candidate, 'id' | 'unpublished'>[];
  readonly total: number;
}

async function findPublished(
  search: Services['search'],
  query: string,
  page: { offset: number; limit: number },
): Promise<FoundPage> {
  const { ids, total } = await search.engine.search({ words: query, filters: {} }, page);
  return { locations: ids.map((id) => ({ id, unpublished: null })), total };
}

/** Finds locations by title, including unpublished ones, which are not in the search index. */
async function findByTitle(db: Db, query: string, page: { offset: number; limit: number }): Promise<FoundPage> {
  const matches = sql<boolean>`l.title ilike all(${toLikePatterns(query)}::text[]) and l.merged_into is null`;
  const [found, count] = await Promise.all([
    sql<{
      id: string;
      published: boolean;
      title: string;
      location_status: 'DRAFT' | 'AWAITING_APPROVAL' | 'PUBLISHED';
    }>`
      select l.id, l.title, l.location_status, p.id is not null as published
      from locations l left join published_locations p on p.id = l.id
      where ${matches} order by l.title, l.id limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from locations l where ${matches}`.execute(db),
  ]);
  return {
    locations: found.rows.map(({ id, published, title, location_status }) => ({
      id,
      unpublished: published ? null : { title, location_status },
    })),
    total: count.rows[0]?.total ?? 0,
  };
}

async function findOnBoard(db: Db, boardId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('board_locations')
    .select('location_id')
    .where('board_id', '=', boardId)
    .where(sql<boolean>`location_id = any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.location_id));
}
