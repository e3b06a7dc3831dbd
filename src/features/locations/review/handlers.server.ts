import { inSnapshot } from '../catalogue/published/queries.server.ts';
import { approveLocations } from './approvals.commands.server.ts';
import { claimLocation, releaseLocation } from './claims.commands.server.ts';
import * as routes from './contract.ts';
import { getFigures, getReview, listQueue } from './queries.server.ts';
import { addTemplate, changeTemplate, deleteTemplate } from './templates.commands.server.ts';
import { listTemplates } from './templates.queries.server.ts';
import { type Handler, action, command, query } from '../../../platform/http/handlers.ts';

/** Handlers of the review of submitted locations. */
export const reviewHandlers: readonly Handler[] = [
  query(routes.reviewQueue, listQueue),
  query(routes.figures, (db, caller, _input, { at }) => getFigures(db, caller, at)),
  query(routes.reviewById, (db, caller, { id }) => inSnapshot(db, (snapshot) => getReview(snapshot, caller, id))),
  action(routes.approveLocations, approveLocations),
  command(routes.claimReview, claimLocation),
  command(routes.releaseReview, releaseLocation),
  query(routes.reasonTemplates, listTemplates),
  command(routes.addReasonTemplate, addTemplate, listTemplates),
  command(routes.changeReasonTemplate, changeTemplate, listTemplates),
  command(routes.deleteReasonTemplate, deleteTemplate, listTemplates),
];
