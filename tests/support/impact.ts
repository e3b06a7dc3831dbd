import { randomUUID } from 'node:crypto';
import { issueSurveyLink } from '../../src/features/impact/survey/commands.server.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import { addProduction } from './productions.ts';

/** A production with shooting days, a formula for it, and a survey that was sent. */
export interface ImpactFixtures {
  readonly formula: string;
  /** The contact who was asked, and the secret of the link. */
  readonly person: string;
  readonly surveyLink: string;
  /** A year whose impact is published: one confidential sum. */
  readonly publishedYear: number;
  /** A year that is not published, in which a production has filmed. */
  readonly unpublishedYear: number;
}

/** Each call gets another year of the last century. */
let years = 0;

/** Adds an impact of a production, in its first version. */
export async function addImpact(db: Db, production_id: string): Promise<ImpactFixtures> {
  const at = new Date();
  const formula = (await findFormula(db)) ?? (await addFormula(db, at));
  await db.insertInto('production_impact').values({ production_id }).execute();
  await db
    .insertInto('production_figures')
    .values({ production_id, figure: 'DAYS', value: 12, basis: 'DECLARED', recorded_at: at })
    .execute();
  const person = randomUUID();
  await db
    .insertInto('people')
    .values({ id: person, name: 'Una Reid', email: `${person}@crew.example` })
    .execute();
  await db
    .insertInto('production_contacts')
    .values({ production_id, person_id: person, role: 'Producer', position: 10 })
    .execute();
  await db.insertInto('impact_surveys').values({ production_id, person_id: person, sent_at: at }).execute();
  const mail_id = randomUUID();
  await db.insertInto('impact_survey_mails').values({ mail_id, production_id, created_at: at }).execute();
  const publishedYear = 2019;
  await publish(db, publishedYear, at);
  const unpublishedYear = 1900 + (years++ % 100);
  await addProduction(db, {}, { stage: 'COMPLETED', ended_at: at, shoot_to: `${unpublishedYear}-05-04` });
  return { formula, person, surveyLink: (await issueSurveyLink(db, mail_id)) ?? '', publishedYear, unpublishedYear };
}

async function publish(db: Db, year: number, published_at: Date): Promise<void> {
  const sums = [{ by: 'TOTAL', group: '', measure: 'PRODUCTIONS', basis: 'ALL', value: null }];
  await db
    .insertInto('published_impact')
    .values({ year, content: JSON.stringify({ sums, formulas: [] }), published_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The formula of other fixtures, unless it was retired: their number is limited. */
async function findFormula(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('impact_formulas')
    .select('id')
    .where('figure', '=', 'SPEND_SERVICES')
    .where('retired_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

async function addFormula(db: Db, created_at: Date): Promise<string> {
  const formula = { name: `Hire ${randomUUID()}`, version: 1, source: 'A study, 2026, page 4' };
  const { id } = await db
    .insertInto('impact_formulas')
    .values({ ...formula, figure: 'SPEND_SERVICES', inputs: ['DAYS'], factor: 1_500, created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
