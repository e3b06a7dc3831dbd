import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../platform/http/handlers.ts';
import type { PageParams, Paged } from '../../../platform/http/paging.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { getPublicLocations } from '../../locations/catalogue/published/queries.server.ts';
import { chosenImageIds, getCovers } from '../board-locations.queries.server.ts';
import { type BoardLocation, selectImages } from '../schema.ts';
import { assertOwner } from './access.queries.server.ts';
import { DECISION } from './progress.queries.server.ts';
import type { Answer, AnsweredLocation, GuestBoard, OwnAnswer, Tally } from './schema.ts';

/** Returns what a guest says about each of these locations. */
export async function listOwnAnswers(
  db: Db,
  guestId: string | undefined,
  locationIds: readonly string[],
): Promise<ReadonlyMap<string, OwnAnswer>> {
  const rows = guestId
    ? await db
        .selectFrom('board_answers')
        .select(['location_id', 'image_id', 'answer', 'comment'])
        .where('guest_id', '=', guestId)
        .where(sql<boolean>`location_id = any(${locationIds}::uuid[])`)
        .orderBy('image_id')
        .execute()
    : [];
  return new Map(
    locationIds.map((id) => {
      const own = rows.filter(({ location_id }) => location_id === id);
      const { answer = null, comment = null } = own.find(({ image_id }) => image_id === null) ?? {};
      const photographs = own.flatMap((row) =>
        row.image_id && row.answer ? [{ id: row.image_id, answer: row.answer }] : [],
      );
      return [id, { answer, comment, photographs }];
    }),
  );
}

type Other = GuestBoard['locations']['data'][number]['others'][number];

/** Returns what the other guests of a link say about each of these locations. */
export async function listOthersAnswers(
  db: Db,
  { linkId, guestId }: { readonly linkId: string; readonly guestId: string | undefined },
  locationIds: readonly string[],
): Promise<ReadonlyMap<string, Other[]>> {
  const { rows } = await sql<Other & { location_id: string }>`
    select a.location_id, g.name, g.role, a.answer, a.comment
    from board_guests g join board_answers a on a.guest_id = g.id
    where g.link_id = ${linkId} and g.id is distinct from ${guestId ?? null} and a.image_id is null
      and a.location_id = any(${locationIds}::uuid[])
    order by g.name, g.id`.execute(db);
  return Map.groupBy(rows, ({ location_id }) => location_id);
}

/** Counts what guests say of a location, in rows of its answers. */
const COUNTS = sql`
  count(*) filter (where answer = 'YES' and image_id is null) as yes,
  count(*) filter (where answer = 'MAYBE' and image_id is null) as maybe,
  count(*) filter (where answer = 'NO' and image_id is null) as no,
  count(comment) as comments`;

/** Counts the answers about each location that has some. @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT */
export async function listTallies(db: Db, caller: Actor, { id }: { readonly id: string }): Promise<Tally[]> {
  await assertOwner(db, caller, id);
  const { rows } = await sql<Tally>`
    select location_id as id, ${COUNTS} from board_answers where board_id = ${id} group by location_id`.execute(db);
  return rows;
}

/** A guest's answer about a location, or one of its photographs. */
export interface AnswerRow {
  readonly location_id: string;
  /** Null for the location itself. */
  readonly image_id: string | null;
  /** Of the guest. */
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly link: string;
  readonly answer: Answer | null;
  readonly comment: string | null;
}

/** Reads what guests say about locations of a board, in the order of their links. @param ofLink a condition */
export async function readAnswers(
  db: Db,
  boardId: string,
  locationIds: readonly string[],
  ofLink = sql`true`,
): Promise<ReadonlyMap<string, AnswerRow[]>> {
  const { rows } = await sql<AnswerRow>`
    select a.location_id, a.image_id, g.id, g.name, g.role, l.name as link, a.answer, a.comment
    from board_answers a join board_guests g on g.id = a.guest_id join board_guest_links l on l.id = g.link_id
    where a.board_id = ${boardId} and a.location_id = any(${locationIds}::uuid[]) and ${ofLink}
    order by l.created_at, g.first_opened_at, g.id`.execute(db);
  return Map.groupBy(rows, ({ location_id }) => location_id);
}

/**
 * Lists a page of the locations of a board with the answers of guests: those with both yes and no first, then those with other
 * differences, then other answers, then the rest in the order of the board. Those that guests are not asked about any more come last.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function listAnswers(
  db: Db,
  caller: Actor,
  { id, linkId, page, size }: { readonly id: string; readonly linkId?: string | undefined } & PageParams,
  { cards }: Pick<Services, 'cards'>,
): Promise<Paged<AnsweredLocation>> {
  await assertOwner(db, caller, id);
  const ofLink = linkId ? sql`guest_id in (select id from board_guests where link_id = ${linkId})` : sql`true`;
  const { rows } = await sql<
    Tally & Pick<AnsweredLocation, 'section' | 'decision'> & Pick<BoardLocation, 'image_ids'> & { total: number }
  >`
    select bl.location_id as id, s.title as section, ${DECISION} as decision, coalesce(yes, 0) as yes, coalesce(maybe, 0) as maybe, coalesce(no, 0) as no,
      coalesce(comments, 0) as comments, ${chosenImageIds(sql`bl.board_id`)} as image_ids, count(*) over () as total
    from board_locations bl left join published_locations p on p.id = bl.location_id
      left join (
        select location_id, ${COUNTS} from board_answers where board_id = ${id} and ${ofLink} group by location_id) counted
        on counted.location_id = bl.location_id
      left join board_section_locations sl on sl.board_id = bl.board_id and sl.location_id = bl.location_id
      left join board_sections s on s.id = sl.section_id
    where bl.board_id = ${id}
    order by ${DECISION} is not null, least(yes, no) desc nulls last, (yes > 0)::int + (maybe > 0)::int + (no > 0)::int desc nulls last,
      bl.position, bl.added_at, bl.location_id
    limit ${size} offset ${(page - 1) * size}`.execute(db);
  const ids = rows.map((row) => row.id);
  const [byLocation, published, shown] = await Promise.all([
    readAnswers(db, id, ids, ofLink),
    getPublicLocations(db, ids),
    getCovers(db, cards, [{ id, covers: ids }]),
  ]);
  const cardsById = new Map(shown.get(id)?.map((card) => [card.id, card]));
  const data = rows.map(({ image_ids, total: _total, ...row }) => ({
    ...row,
    location: cardsById.get(row.id) ?? null,
    answers: toAnswers(byLocation.get(row.id) ?? [], selectImages(published.get(row.id)?.images ?? [], { image_ids })),
  }));
  return { data, total: rows[0]?.total ?? 0, current_page: page, per_page: size };
}

/** Groups what guests say about a location and its photographs. Photographs that do not count on the board are left out. */
function toAnswers(
  rows: readonly AnswerRow[],
  images: readonly (AnsweredLocation['answers'][number]['photographs'][number]['picture'] & { readonly id: string })[],
): AnsweredLocation['answers'] {
  return [...Map.groupBy(rows, (row) => row.id).values()].map((ofGuest) => {
    const { id, name, role, link } = ofGuest[0]!;
    const { answer = null, comment = null } = ofGuest.find(({ image_id }) => image_id === null) ?? {};
    const photographs = images.flatMap((picture) => {
      const about = ofGuest.find(({ image_id }) => image_id === picture.id);
      return about?.answer ? [{ picture, answer: about.answer }] : [];
    });
    return { id, name, role, link, answer, comment, photographs };
  });
}
