import { inSnapshot } from '../catalogue/published/queries.server.ts';
import { claimLocation, releaseLocation } from './claims.commands.server.ts';
import * as routes from './contract.ts';
import { getFigures, getReview, listQueue } from './queries.server.ts';
import { addTemplate, changeTemplate, deleteTemplate } from './templates.commands.server.ts';
import { listTemplates } from './templates.queries.server.ts';
import { type Handler, command, query } from '../../../platform/http/handlers.ts';

/** Handlers of the review of submitted locations. */
export const reviewHandlers: readonly Handler[] = [
  query(routes.reviewQueue, listQueue),
  query(routes.figures, (db, caller, _input, { at }) => getFigures(db, caller, at)),
  query(routes.reviewById, (db, caller, { id }) => inSnapshot(db, (snapshot) => getReview(snapshot, caller, id))),
  command(routes.claimReview, (context, claim) => claimLocation(context.trx, context, claim)),
  command(routes.releaseReview, (context, { id }) => releaseLocation(context.trx, context, id)),
  query(routes.reasonTemplates, (db) => listTemplates(db)),
  command(
    routes.addReasonTemplate,
    (context, template) => addTemplate(context.trx, context, template),
    (db) => listTemplates(db),
  ),
  command(
    routes.changeReasonTemplate,
    (context, template) => changeTemplate(context.trx, context, template),
    (db) => listTemplates(db),
  ),
  command(
    routes.deleteReasonTemplate,
    (context, template) => deleteTemplate(context.trx, context, template),
    (db) => listTemplates(db),
  ),
];
