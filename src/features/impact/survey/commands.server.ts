import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { createSecret, hashSecret } from '../../../platform/http/secrets.server.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';
import { toDay } from '../../../platform/text/days.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import type { MailServices } from '../../enquiries/cases/commands.server.ts';
import { findAssigneeEmail } from '../../productions/access.queries.server.ts';
import { getOutsideName } from '../../productions/list.queries.server.ts';
import { addEntry } from '../../productions/timeline/commands.server.ts';
import { type NewFigure, countChange, lockImpact, saveFigures } from '../changes.commands.server.ts';
import * as messages from '../messages.ts';
import { getVersion } from '../version.queries.server.ts';
import { type DeclaredFigures, FIGURE_NAMES, SURVEY_STATES } from '../schema.ts';
import type { answerSurvey, planSurvey, withdrawSurvey } from './contract.ts';
import { type SurveyedProduction, answerMail, surveyMail } from './mails.server.ts';
import { getLastDay, getProductionByLink } from './queries.server.ts';
import { MAX_DAILY_ANSWERS, MAX_DAILY_MAILS } from './schema.ts';

type Context = MailServices & { readonly trx: Trx; readonly at: Date };

/**
 * Chooses who is asked for the figures of a production, and asks them if the wrap has passed or if that is wanted. It replaces a survey
 * before, whose links end.
 * @throws {ApiError} NOT_FOUND; INVALID for somebody who cannot be asked; CONFLICT, also at the limit
 */
export async function startSurvey(
  context: CommandContext & MailServices,
  { personId, now, ...change }: z.output<typeof planSurvey.input>,
): Promise<void> {
  const { trx, at } = context;
  const { id } = change;
  const { shoot_from, shoot_to, stage } = await lockImpact(context, change);
  if (!(await findContact(trx, id, personId)))
    throw new ApiError('INVALID', CHECK_FIELDS, { personId: messages.CHOOSE_CONTACT });
  const state = { person_id: personId, sent_at: null, reminders: 0, answered_at: null, withdrawn_at: null };
  await trx
    .insertInto('impact_surveys')
    .values({ production_id: id, ...state })
    .onConflict((conflict) => conflict.column('production_id').doUpdateSet(state))
    .execute();
  const wrap = shoot_to ?? shoot_from;
  const isDue = now || (wrap !== null && wrap < toDay(at) && stage !== 'LOST');
  if (isDue) {
    await assertWithinLimit(trx, {
      lock: `surveys of production ${id}`,
      count: sql`
        select count(*) from impact_survey_mails
        where production_id = ${id} and created_at > ${new Date(at.getTime() - DAY_MS)}`,
      adding: 1,
      max: MAX_DAILY_MAILS,
      message: messages.mailLimit,
    });
    await askContact(context, id);
  }
  const after = [`${isDue ? SURVEY_STATES.SENT : SURVEY_STATES.PLANNED}: `, { person: personId }];
  await addEntry(context, id, { kind: 'CHANGED', changes: [{ label: 'Survey', before: null, after }] });
}

/** Withdraws the survey of a production. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function endSurvey(context: CommandContext, change: z.output<typeof withdrawSurvey.input>): Promise<void> {
  const { trx, at } = context;
  const { id } = change;
  await lockImpact(context, change);
  const { numUpdatedRows } = await trx
    .updateTable('impact_surveys')
    .set({ withdrawn_at: at })
    .where('production_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ApiError('NOT_FOUND', messages.NO_SURVEY);
  const changes = [{ label: 'Survey', before: null, after: SURVEY_STATES.WITHDRAWN }];
  await addEntry(context, id, { kind: 'CHANGED', changes });
}

/** A contact of a production who has an email address. */
async function findContact(
  trx: Trx,
  id: string,
  personId: string,
): Promise<{ name: string; email: string } | undefined> {
  return trx
    .selectFrom('production_contacts as pc')
    .innerJoin('people as c', 'c.id', 'pc.person_id')
    .select(['c.name', 'c.email'])
    .where('pc.production_id', '=', id)
    .where('c.id', '=', personId)
    .where('c.email', 'is not', null)
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
}

/**
 * Emails the survey of a production to its person: the first time, or as a reminder. The production must be locked.
 * @returns whether there is somebody to ask
 */
export async function askContact(context: Context, id: string): Promise<boolean> {
  const { trx, at } = context;
  const survey = await trx
    .selectFrom('impact_surveys')
    .select(['person_id', 'sent_at', 'reminders'])
    .where('production_id', '=', id)
    .executeTakeFirstOrThrow();
  const person = await findContact(trx, id, survey.person_id);
  if (!person) return false;
  const isFirst = survey.sent_at === null;
  const sent_at = survey.sent_at ?? at;
  const reminders = survey.reminders + (isFirst ? 0 : 1);
  await trx.updateTable('impact_surveys').set({ sent_at, reminders }).where('production_id', '=', id).execute();
  const openUntil = getLastDay(sent_at);
  const mail = surveyMail(await getSurveyed(trx, id, at), person, { openUntil, reminder: reminders }, context);
  const mail_id = await context.queueMail(trx, mail);
  await trx.insertInto('impact_survey_mails').values({ mail_id, production_id: id, created_at: at }).execute();
  return true;
}

async function getSurveyed(trx: Trx, id: string, at: Date): Promise<SurveyedProduction> {
  const { rows } = await sql<SurveyedProduction>`
    select p.id, p.reference, ${getOutsideName(at)} as production from productions p where p.id = ${id}`.execute(trx);
  return rows[0]!;
}

/**
 * Issues the secret of the link in an email, and stores its hash; one that was issued for an earlier attempt becomes invalid. Must be
 * committed before the email is sent.
 * @returns the token; null if the email is about no survey, or one that was withdrawn or replaced
 */
export async function issueSurveyLink(db: Db, mailId: string): Promise<string | null> {
  const token = createSecret();
  const { numAffectedRows = 0n } = await sql`
    update impact_survey_mails m set token_hash = ${hashSecret(token)} from impact_surveys s
    where m.mail_id = ${mailId} and s.production_id = m.production_id and s.withdrawn_at is null
      and m.created_at >= s.sent_at`.execute(db);
  return numAffectedRows > 0n ? token : null;
}

/**
 * Stores the figures that a production declares, and emails them to the office. Measured figures stay. A production can change its answer
 * until the link ends.
 * @throws {ApiError} NOT_FOUND; INVALID without any figure; CONFLICT when figures have changed meanwhile, or at the limit
 */
export async function saveAnswer(
  context: Context,
  { token, version, figures }: z.output<typeof answerSurvey.input>,
): Promise<void> {
  const { trx, at } = context;
  const { id } = await getProductionByLink(trx, token, at);
  // Changes of the office lock the production as well.
  await trx.selectFrom('productions').select('id').where('id', '=', id).forUpdate().execute();
  // Somebody may have withdrawn the survey before the lock.
  const { answered } = await getProductionByLink(trx, token, at);
  if ((await getVersion(trx, id)) !== version) throw new ApiError('CONFLICT', messages.FIGURES_CHANGED);
  if (FIGURE_NAMES.every((name) => figures[name] === null)) throw new ApiError('INVALID', messages.ENTER_SOME_FIGURE);
  await assertWithinLimit(trx, {
    lock: `answers to the survey of ${id}`,
    count: sql`
      select count(*) from production_entries
      where production_id = ${id} and kind = 'CHANGED' and user_id is null
        and created_at > ${new Date(at.getTime() - DAY_MS)}`,
    adding: 1,
    max: MAX_DAILY_ANSWERS,
    message: messages.answerLimit,
  });
  const hasChanged = await saveFigures({ trx, at, actor: null }, id, await toNewFigures(trx, id, figures));
  if (answered && !hasChanged) return;
  await countChange(trx, id);
  await trx.updateTable('impact_surveys').set({ answered_at: at }).where('production_id', '=', id).execute();
  const surveyed = await getSurveyed(trx, id, at);
  const { reference } = surveyed;
  await recordAudit(trx, { type: 'WRAP_SURVEY_ANSWERED', actorId: null, details: { production: id, reference }, at });
  const recipient = (await findAssigneeEmail(trx, id)) ?? context.site.mailbox;
  await context.queueMail(trx, answerMail(surveyed, figures, recipient, context));
}

/** What an answer changes: measured figures stay, and so do estimates of what the production does not know. */
async function toNewFigures(trx: Trx, id: string, figures: DeclaredFigures): Promise<NewFigure[]> {
  const rows = await trx
    .selectFrom('production_figures')
    .select(['figure', 'basis'])
    .where('production_id', '=', id)
    .execute();
  const bases = new Map(rows.map(({ figure, basis }) => [figure, basis]));
  return FIGURE_NAMES.filter((name) =>
    figures[name] === null ? bases.get(name) === 'DECLARED' : bases.get(name) !== 'MEASURED',
  ).map((figure) => ({ figure, value: figures[figure], basis: 'DECLARED' }));
}
