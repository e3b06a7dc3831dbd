import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { toDay } from '../../platform/text/days.ts';
import { can } from '../accounts/permissions.ts';
import { NOT_DELETED } from '../boards/access.queries.server.ts';
import { isLocationInArea } from '../locations/working-copy/area.queries.server.ts';
import { assertProductionAccessible } from '../productions/access.queries.server.ts';
import { containsName } from '../../platform/text/contains-name.ts';
import { isSecret } from '../productions/list.queries.server.ts';
import type { Caller } from '../productions/policy.ts';
import { type CallOut, type CallOutAnswer, MAX_WANTED, type WantedLocation } from './schema.ts';

interface CallOutRow extends Omit<CallOut, 'state' | 'answers'> {
  readonly sent_at: Date | null;
  readonly closed_at: Date | null;
}

interface AnswerRow extends Omit<CallOutAnswer, 'answered_at'> {
  readonly call_out_id: string;
  readonly answered_at: Date;
}

/**
 * Lists the call-outs of a production with their answers, the latest first.
 * @throws {ApiError} NOT_FOUND when the caller may not see the production
 */
export async function listCallOuts(
  db: Db,
  caller: Caller,
  { id }: { readonly id: string },
  { at }: { readonly at: Date },
): Promise<CallOut[]> {
  await assertProductionAccessible(db, caller, 'production.view', id);
  const [{ rows }, answers] = await Promise.all([
    sql<CallOutRow>`
      select c.*, (select count(*) from call_out_recipients r where r.call_out_id = c.id) as sent, (
        select count(distinct a.recipient_id) from call_out_recipients r join call_out_answers a on a.recipient_id = r.id
        where r.call_out_id = c.id and a.answer is not null) as answered
      from call_outs c where c.production_id = ${id} order by c.created_at desc, c.id`.execute(db),
    listAnswers(db, caller, id),
  ]);
  return rows.map((row) => ({
    ...row,
    state: getState(row, at),
    answers: answers.flatMap(({ call_out_id, answered_at, ...answer }) =>
      call_out_id === row.id ? { ...answer, answered_at: answered_at.toISOString() } : [],
    ),
  }));
}

/** Whether the production of call-out `c` has the location of answer `a`, as `pl`, and one of its boards does. */
const IS_OFFERED = sql`(pl.location_id is not null and exists (
  select from production_boards pb join boards b on b.id = pb.board_id join board_locations bl on bl.board_id = b.id
  where pb.production_id = c.production_id and bl.location_id = a.location_id and b.archived_at is null and ${NOT_DELETED}))`;

/**
 * The answers to the call-outs of a production, the latest first. Notes and photographs can say who has sent them, so only those who may see
 * the sender get them.
 */
async function listAnswers(db: Db, caller: Caller, id: string): Promise<AnswerRow[]> {
  const seesAll = can(caller, 'location.administer', 'any');
  const { rows } = await sql<AnswerRow>`
    select a.id, r.call_out_id, a.location_id, coalesce(l.title, a.title, a.deleted_title) as title, a.place, r.is_office, a.answer, a.days,
      a.answered_at, ${IS_OFFERED} as is_offered,
      case when sees.sender then a.note end as note,
      case when sees.sender then u.first_name || ' ' || u.last_name end as sender, (
        select coalesce(jsonb_agg(jsonb_build_object('sha256', p.sha256, 'width', p.width, 'height', p.height, 'alt', f.name,
          'caption', null, 'credit', null, 'licence', null, 'focal', jsonb_build_object('x', 0.5, 'y', 0.5),
          'placeholder', p.placeholder) order by f.created_at, f.id), '[]')
        from call_out_photographs f join pictures p on p.sha256 = f.sha256 where f.answer_id = a.id and sees.sender) as photographs
    from call_outs c join call_out_recipients r on r.call_out_id = c.id join call_out_answers a on a.recipient_id = r.id
      join users u on u.id = r.user_id left join locations l on l.id = a.location_id
      left join production_locations pl on pl.production_id = c.production_id and pl.location_id = a.location_id
      cross join lateral (
        select ${sql.lit(seesAll)} or u.office_id = ${caller.officeId ?? null}
          or (a.location_id is not null and ${isLocationInArea(caller, 'location.administer', sql`a.location_id`)}) as sender
      ) sees
    where c.production_id = ${id} and a.answer is not null
    order by a.answered_at desc, a.id`.execute(db);
  return rows;
}

/** The state of a call-out at a time: it closes itself after its last day. */
export function getState(
  { sent_at, closed_at, last_day }: Pick<CallOutRow, 'sent_at' | 'closed_at' | 'last_day'>,
  at: Date,
): CallOut['state'] {
  if (sent_at === null) return 'DRAFT';
  return closed_at === null && last_day >= toDay(at) ? 'OPEN' : 'CLOSED';
}

/** Whether a user wants emails about call-outs. */
export async function getOwnMails(db: Db, { id }: Pick<Caller, 'id'>): Promise<{ wanted: boolean }> {
  const consent = await db
    .selectFrom('call_out_consents')
    .select('user_id')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return { wanted: consent !== undefined };
}

/** Lists the open call-outs that the public may read, the latest first. */
export async function listWanted(db: Db, at: Date): Promise<WantedLocation[]> {
  const { rows } = await sql<WantedLocation & { readonly secret_title: string | null }>`
    select c.id, c.brief, c.days_from, c.days_to, c.last_day, case when ${isSecret(at)} then p.title end as secret_title
    from call_outs c join productions p on p.id = c.production_id
    where c.is_wanted and c.sent_at is not null and c.closed_at is null and c.last_day >= ${toDay(at)}
    order by c.sent_at desc, c.id limit ${MAX_WANTED}`.execute(db);
  return rows.filter(({ brief, secret_title }) => secret_title === null || !containsName(brief, secret_title));
}
