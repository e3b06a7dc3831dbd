import type { Db } from '../../platform/db/transaction.ts';
import type { Feature } from '../../platform/feature/feature.ts';
import { command, csvExport, query, withTag } from '../../platform/http/handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { addEstimate, enterFigure, mergePeople } from './commands.server.ts';
import * as routes from './contract.ts';
import { filmedHere } from './filmed-here/contract.ts';
import { filmedLocations, filmedPoints } from './filmed-here/locations/contract.ts';
import { listFilmedHere, listFilmedLocations, listFilmedPoints } from './filmed-here/queries.server.ts';
import { createFormula, endFormula } from './formulas/commands.server.ts';
import * as formulaRoutes from './formulas/contract.ts';
import { listFormulas } from './formulas/queries.server.ts';
import { formula } from './formulas/schema.ts';
import * as messages from './messages.ts';
import { IMPACT_DATA } from './personal-data.queries.server.ts';
import { getImpact } from './queries.server.ts';
import { publishYear, unpublishYear } from './published/commands.server.ts';
import * as publishedRoutes from './published/contract.ts';
import { CSV_HEADINGS, computePreview, getPublishedImpact, listPublishedRows } from './published/queries.server.ts';
import { publishedImpact } from './published/schema.ts';
import { getReport } from './report/queries.server.ts';
import { type Impact, impact } from './schema.ts';
import { endSurvey, saveAnswer, startSurvey } from './survey/commands.server.ts';
import * as surveyRoutes from './survey/contract.ts';
import { deleteOldLinks } from './survey/jobs.server.ts';
import { getSurveyByLink } from './survey/queries.server.ts';
import { wrapSurvey } from './survey/schema.ts';
import * as yearlyRoutes from './yearly/contract.ts';
import { EXPORT_HEADINGS, exportRows, getYearlyImpact } from './yearly/queries.server.ts';
import { yearlyImpact } from './yearly/schema.ts';

/** Returns what responds with the impact of a production after a change. */
const respond =
  (message: string) =>
  async (db: Db, caller: Actor, { id }: { readonly id: string }): Promise<{ message: string; impact: Impact }> => ({
    message,
    impact: await getImpact(db, caller, { id }),
  });

/** Returns what responds with all formulas after a change. */
const respondFormulas = (message: string) => async (db: Db) => ({ message, formulas: await listFormulas(db) });

/** What productions have brought to the region. */
export const impactFeature: Feature = {
  tag: 'impact',
  handlers: [
    query(routes.productionImpact, getImpact),
    command(routes.setFigure, enterFigure, respond(messages.FIGURE_SAVED)),
    command(routes.estimateFigure, addEstimate, respond(messages.FIGURE_SAVED)),
    query(formulaRoutes.impactFormulas, listFormulas),
    command(formulaRoutes.addFormula, createFormula, respondFormulas(messages.FORMULA_ADDED)),
    command(formulaRoutes.retireFormula, endFormula, respondFormulas(messages.FORMULA_ENDED)),
    query(yearlyRoutes.impactOfYear, getYearlyImpact),
    query(yearlyRoutes.impactReport, getReport),
    query(publishedRoutes.impactData, (db, _caller, input, context) => getPublishedImpact(db, input, context)),
    csvExport(
      publishedRoutes.impactDataCSV,
      ({ year }) => (year === undefined ? 'impact.csv' : `impact-${year}.csv`),
      CSV_HEADINGS,
      (db, _caller, input, context) => listPublishedRows(db, input, context),
    ),
    query(publishedRoutes.previewImpact, (db, _caller, input) => computePreview(db, input)),
    command(publishedRoutes.publishImpact, publishYear, messages.YEAR_PUBLISHED),
    command(publishedRoutes.unpublishImpact, unpublishYear, messages.YEAR_UNPUBLISHED),
    csvExport(yearlyRoutes.exportImpact, 'impact.csv', EXPORT_HEADINGS, exportRows),
    command(surveyRoutes.planSurvey, startSurvey, respond(messages.SURVEY_SAVED)),
    command(surveyRoutes.withdrawSurvey, endSurvey, respond(messages.SURVEY_WITHDRAWN)),
    ...withTag('search', [query(filmedHere, (db, _caller, input, context) => listFilmedHere(db, input, context))]),
    query(filmedLocations, (db, _caller, input, context) => listFilmedLocations(db, input, context)),
    query(filmedPoints, (db, _caller, input, context) => listFilmedPoints(db, input, context)),
    query(surveyRoutes.surveyByLink, (db, _caller, input, { at }) => getSurveyByLink(db, input, at)),
    command(surveyRoutes.answerSurvey, async (context, input) => {
      await saveAnswer(context, input);
      return { message: messages.ANSWER_SAVED, survey: await getSurveyByLink(context.trx, input, context.at) };
    }),
  ],
  subscriptions: { 'people.merging': mergePeople },
  personalData: IMPACT_DATA,
  cleanup: { 'links of surveys': ({ db, at }) => deleteOldLinks(db, at) },
  schemas: {
    Impact: impact,
    ImpactFormula: formula,
    PublishedImpact: publishedImpact,
    WrapSurvey: wrapSurvey,
    YearlyImpact: yearlyImpact,
  },
};
