import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { QueryContext } from '../../../platform/http/handlers.ts';
import type { PageParams } from '../../../platform/http/paging.ts';
import { throwBoardNotFound } from '../access.queries.server.ts';
import { getCardsById } from '../board-locations.queries.server.ts';
import { findBoardForVisitors } from '../sharing/queries.server.ts';
import { type GuestAccess, canAnswer } from './access.queries.server.ts';
import { listOthersAnswers, listOwnAnswers } from './answers.queries.server.ts';
import { findSentLookBook } from './look-book.queries.server.ts';
import { getDecisions, getProgress } from './progress.queries.server.ts';
import type { GuestBoard, GuestLink } from './schema.ts';

/** Lists the guest links of a board with their guests, oldest first. */
export async function listGuestLinks(db: Db, boardId: string): Promise<GuestLink[]> {
  const { rows } = await sql<GuestLink>`
    select id, name, secret, password_hash is not null as has_password, to_char(expires_on, 'YYYY-MM-DD') as expires_on,
      can_answer, ${iso('answers_until')}, can_download, shows_answers, shows_notes, ${iso('first_opened_at')}, ${iso('last_opened_at')},
      (select title from sent_look_books where link_id = l.id) as look_book,
      (select coalesce(jsonb_agg(to_jsonb(g) order by g.first_opened_at, g.id), '[]') from (
        select id, name, role, ${iso('first_opened_at')}, ${iso('last_opened_at')} from board_guests
        where link_id = l.id and name is not null) g) as guests
    from board_guest_links l where board_id = ${boardId} order by created_at, id`.execute(db);
  return rows;
}

/** Selects a timestamp as ISO 8601. */
function iso(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(column)}`;
}

/** Returns a board as a guest sees it, with a page of its locations. @throws {ApiError} NOT_FOUND */
export async function getGuestBoard(
  db: Db,
  { link, visit }: GuestAccess,
  params: PageParams,
  { cards, at }: Pick<QueryContext, 'cards' | 'at'>,
): Promise<GuestBoard> {
  const board =
    (await findBoardForVisitors(db, sql<boolean>`b.id = ${link.board_id}`, params, cards)) ?? throwBoardNotFound();
  const ids = board.locations.data.map(({ id }) => id);
  const lockedIn = board.sections.flatMap(({ locked_location_id }) => locked_location_id ?? []);
  const isAsked = visit?.name != null && canAnswer(link, at);
  const [own, others, progress, decisions, lockedCards, lookBook] = await Promise.all([
    listOwnAnswers(db, visit?.id, ids),
    link.shows_answers ? listOthersAnswers(db, { linkId: link.id, guestId: visit?.id }, ids) : undefined,
    isAsked ? getProgress(db, link.board_id, visit.id) : null,
    getDecisions(db, link.board_id, ids),
    getCardsById(cards, lockedIn),
    findSentLookBook(db, link.id),
  ]);
  const data = board.locations.data.map((item) => ({
    ...item,
    note: link.shows_notes && item.location ? item.note : null,
    own: own.get(item.id)!,
    decision: decisions.get(item.id) ?? null,
    others: others?.get(item.id) ?? [],
  }));
  return {
    ...board,
    sections: board.sections.map((section) => ({
      ...section,
      locked_title: lockedCards.get(section.locked_location_id ?? '')?.title ?? null,
    })),
    locations: { ...board.locations, data },
    can_answer: canAnswer(link, at),
    answers_until: link.answers_until?.toISOString() ?? null,
    can_download: link.can_download,
    look_book: lookBook ? { title: lookBook.title, bytes: lookBook.bytes } : null,
    progress,
    guest: visit?.name ? { name: visit.name, role: visit.role! } : null,
  };
}
