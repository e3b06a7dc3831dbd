import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { hashSecret } from '../../../platform/http/secrets.server.ts';
import { addDays, toDay } from '../../../platform/text/days.ts';
import { getOutsideName } from '../../productions/list.queries.server.ts';
import { LINK_UNUSABLE } from '../messages.ts';
import { FIGURE_NAMES, type FigureName, type Impact, type SurveyState } from '../schema.ts';
import { LINK_DAYS, type WrapSurvey } from './schema.ts';

/** The last day on which the links of a survey work. */
export const getLastDay = (sentAt: Date): string => addDays(toDay(sentAt), LINK_DAYS);

/** Returns the survey of a production; null if nobody was chosen yet. */
export async function getSurvey(db: Db, id: string): Promise<Impact['survey']> {
  const row = await db
    .selectFrom('impact_surveys as s')
    .innerJoin('people as c', 'c.id', 's.person_id')
    .select(['c.id', 'c.name', 's.sent_at', 's.reminders', 's.answered_at', 's.withdrawn_at'])
    .where('s.production_id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    state: getState(row),
    person: { id: row.id, name: row.name },
    sent_at: row.sent_at?.toISOString() ?? null,
    reminders: row.reminders,
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}

function getState(row: { sent_at: Date | null; answered_at: Date | null; withdrawn_at: Date | null }): SurveyState {
  if (row.withdrawn_at !== null) return 'WITHDRAWN';
  if (row.answered_at !== null) return 'ANSWERED';
  return row.sent_at === null ? 'PLANNED' : 'SENT';
}

/**
 * Returns the production whose survey a link is for. A link ends some time after the first email, when the survey is withdrawn or replaced,
 * and when its person is no contact of the production any more.
 * @throws {ApiError} NOT_FOUND for an ended and an unknown link alike
 */
export async function getProductionByLink(
  db: Db,
  token: string,
  at: Date,
): Promise<{ id: string; sentAt: Date; answered: boolean }> {
  const { rows } = await sql<{ production_id: string; sent_at: Date; answered: boolean }>`
    select s.production_id, s.sent_at, s.answered_at is not null as answered
    from impact_survey_mails m join impact_surveys s on s.production_id = m.production_id
    join production_contacts pc on pc.production_id = s.production_id and pc.person_id = s.person_id
    where m.token_hash = ${hashSecret(token)} and s.withdrawn_at is null and m.created_at >= s.sent_at`.execute(db);
  const [row] = rows;
  if (!row || toDay(at) > getLastDay(row.sent_at)) throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
  return { id: row.production_id, sentAt: row.sent_at, answered: row.answered };
}

/** Returns what the link of a survey leads to. @throws {ApiError} NOT_FOUND */
export async function getSurveyByLink(db: Db, { token }: { readonly token: string }, at: Date): Promise<WrapSurvey> {
  const { id, sentAt, answered } = await getProductionByLink(db, token, at);
  const { rows } = await sql<{
    production: string;
    version: number;
    declared: { [Name in FigureName]?: number };
    measured: FigureName[];
  }>`
    select ${getOutsideName(at)} as production, coalesce(i.version, 0) as version, coalesce((
      select jsonb_object_agg(figure, value) from production_figures where production_id = p.id and basis = 'DECLARED'
    ), '{}') as declared, array(
      select figure from production_figures where production_id = p.id and basis = 'MEASURED'
    ) as measured
    from productions p left join production_impact i on i.production_id = p.id where p.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
  const { production, version, declared, measured } = row;
  const figures = Object.fromEntries(FIGURE_NAMES.map((name) => [name, declared[name] ?? null]));
  return {
    production,
    version,
    answered,
    open_until: getLastDay(sentAt),
    figures: figures as WrapSurvey['figures'],
    measured: FIGURE_NAMES.filter((name) => measured.includes(name)),
  };
}
