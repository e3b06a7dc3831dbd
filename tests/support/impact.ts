import { randomUUID } from 'node:crypto';
import { issueSurveyLink } from '../../src/features/impact/survey/commands.server.ts';
import type { Db } from '../../src/platform/db/transaction.ts';

/** A production with shooting days, a formula for it, and a survey that was sent. */
export interface ImpactFixtures {
  readonly formula: string;
  /** The contact who was asked, and the secret of the link. */
  readonly person: string;
  readonly surveyLink: string;
}

/** Adds an impact of a production, in its first version. */
export async function addImpact(db: Db, production_id: string): Promise<ImpactFixtures> {
  const at = new Date();
  const formula = { id: randomUUID(), name: `Hire ${randomUUID()}`, version: 1, source: 'A study, 2026, page 4' };
  await db
    .insertInto('impact_formulas')
    .values({ ...formula, figure: 'SPEND_SERVICES', inputs: ['DAYS'], factor: 1_500, created_at: at })
    .execute();
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
  return { formula: formula.id, person, surveyLink: (await issueSurveyLink(db, mail_id)) ?? '' };
}
