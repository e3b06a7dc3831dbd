import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { toDay } from '../../../platform/text/days.ts';
import { can } from '../../accounts/permissions.ts';
import { NOT_DELETED } from '../../boards/access.queries.server.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import { assertProductionAccessible } from '../access.queries.server.ts';
import { isSecret } from '../list.queries.server.ts';
import type { Caller } from '../policy.ts';
import { containsName } from '../../../platform/text/contains-name.ts';
import type { ProductionAnswers } from './schema.ts';

/** Whether location `bl` of a board, published as `p`, can be sent. */
export const IS_AVAILABLE: RawBuilder<boolean> = sql`(p.id is not null and bl.state <> 'REFUSED')`;

type Sending = ProductionAnswers['sendings'][number];

interface SendingRow extends Omit<
  Sending,
  'sender' | 'sent_at' | 'first_opened_at' | 'last_opened_at' | 'secret_title_in'
> {
  /** Null unless its guest link works. */
  readonly link_id: string | null;
  readonly user_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly enabled_at: Date | null;
  readonly sent_at: Date;
  readonly first_opened_at: Date | null;
  readonly last_opened_at: Date | null;
}

/** What has happened to location `sl` of sending `s` since, published as `p` and on the board as `bl`. */
const SINCE = sql`
  case when p.id is null then 'WITHDRAWN' when bl.location_id is null then 'REMOVED' when bl.state = 'REFUSED' then 'REFUSED'
    when p.published_at > s.sent_at then 'CHANGED' end`;

/** The answers of guests about location `sl` of sending `s`. */
const ANSWERS = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'role', g.role, 'answer', a.answer, 'comment', a.comment)
    order by g.first_opened_at, g.id), '[]')
  from board_guests g join board_answers a on a.guest_id = g.id
  where g.link_id = s.link_id and a.location_id = sl.location_id and a.image_id is null)`;

/**
 * Returns the boards that answer a production, and what was sent of them.
 * @throws {ApiError} NOT_FOUND when the caller may not see the production
 */
export async function getAnswers(
  db: Db,
  caller: Caller,
  { id }: { readonly id: string },
  { at }: { readonly at: Date },
): Promise<ProductionAnswers> {
  await assertProductionAccessible(db, caller, 'production.view', id);
  const isTeam = can(caller, 'board.private');
  const [boards, { rows }] = await Promise.all([
    isTeam ? listBoards(db, id) : [],
    sql<SendingRow>`
      select s.id, s.board_id, s.title, s.recipient, s.look_book, s.sent_at, s.user_id, u.first_name, u.last_name, u.enabled_at,
        l.id is not null as has_link, case when l.expires_on is null or l.expires_on >= ${toDay(at)}::date then l.id end as link_id,
        l.first_opened_at, l.last_opened_at, (
          select coalesce(jsonb_agg(jsonb_build_object('location_id', sl.location_id, 'title', sl.title, 'since', ${SINCE},
            'answers', ${ANSWERS}) order by sl.position), '[]')
          from production_sending_locations sl left join published_locations p on p.id = sl.location_id
            left join board_locations bl on bl.board_id = s.board_id and bl.location_id = sl.location_id
          where sl.sending_id = s.id) as locations
      from production_sendings s left join board_guest_links l on l.id = s.link_id left join users u on u.id = s.user_id
      where s.production_id = ${id} order by s.sent_at desc, s.id`.execute(db),
  ]);
  const open = rows.filter(({ link_id }) => link_id !== null);
  const places = await findSecretTitlePlaces(
    db,
    id,
    { boards: open.flatMap(({ board_id }) => board_id ?? []), links: open.flatMap(({ link_id }) => link_id ?? []) },
    at,
  );
  // The warning about a board or a link is at its latest sending only.
  const unwarned = new Set(places);
  const needsWarning = (place: string | null) => place !== null && unwarned.delete(place);
  const sendings = rows.map(({ user_id, first_name, last_name, enabled_at, link_id, board_id, ...row }) => ({
    ...row,
    board_id: isTeam ? board_id : null,
    secret_title_in: [
      ...(link_id !== null && needsWarning(board_id) ? (['BOARD'] as const) : []),
      ...(needsWarning(link_id) ? (['LOOK_BOOK'] as const) : []),
    ],
    sender: toPerson({ id: user_id, first_name, last_name, enabled_at }),
    sent_at: row.sent_at.toISOString(),
    first_opened_at: row.first_opened_at?.toISOString() ?? null,
    last_opened_at: row.last_opened_at?.toISOString() ?? null,
  }));
  return { boards, sendings };
}

async function listBoards(db: Db, id: string): Promise<ProductionAnswers['boards']> {
  const { rows } = await sql<ProductionAnswers['boards'][number]>`
    select b.id, b.title, b.archived_at is not null as is_archived, (
      select count(*) from board_locations bl left join published_locations p on p.id = bl.location_id
      where bl.board_id = b.id and ${IS_AVAILABLE}) as available
    from production_boards pb join boards b on b.id = pb.board_id
    where pb.production_id = ${id} and ${NOT_DELETED} order by pb.added_at, b.id`.execute(db);
  return rows;
}

/** Whether one of the texts, which people outside the office read, has the title of a production while it is under embargo. */
export async function isSecretTitleIn(db: Db, id: string, texts: readonly string[], at: Date): Promise<boolean> {
  const title = await findSecretTitle(db, id, at);
  return title !== undefined && texts.some((text) => containsName(text, title));
}

async function findSecretTitle(db: Db, id: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    select p.title from productions p where p.id = ${id} and ${isSecret(at)}`.execute(db);
  return rows[0]?.title;
}

/**
 * Where guests read the title of a production while it is under embargo: the ids of boards that have its words, and those of guest links
 * whose look-books have them.
 */
export async function findSecretTitlePlaces(
  db: Db,
  id: string,
  { boards, links }: { readonly boards: readonly string[]; readonly links: readonly string[] },
  at: Date,
): Promise<ReadonlySet<string>> {
  const title = await findSecretTitle(db, id, at);
  if (title === undefined) return new Set();
  const { rows } = await sql<{ place: string; text: string }>`
    select id as place, title as text from boards where id = any(${boards})
    union all select board_id, title from board_sections where board_id = any(${boards})
    union all select board_id, note from board_locations where board_id = any(${boards}) and note is not null
    union all select link_id, unnest(words) from sent_look_books where link_id = any(${links})`.execute(db);
  return new Set(rows.flatMap(({ place, text }) => (containsName(text, title) ? [place] : [])));
}
