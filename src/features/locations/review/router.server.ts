import type { Db, Trx } from '../../../platform/db/transaction.ts';
import {
  type CallContext,
  type CommandContext,
  type RouteHandler,
  createHandler,
  toCommandContext,
} from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import { inSnapshot } from '../catalogue/published/queries.server.ts';
import { claimLocation, releaseLocation } from './claims.commands.server.ts';
import * as routes from './contract.ts';
import { getFigures, getReview, listQueue } from './queries.server.ts';
import type { ReasonTemplate } from './schema.ts';
import { addTemplate, changeTemplate, deleteTemplate } from './templates.commands.server.ts';
import { listTemplates } from './templates.queries.server.ts';

interface Deps {
  readonly db: Db;
  readonly now: () => Date;
}

/** Route handlers for the review of submitted locations. */
export function reviewHandlers({ db, now }: Deps): RouteHandler[] {
  return [
    createHandler(routes.reviewQueue, (params, call) => listQueue(db, requireActor(call), params)),
    createHandler(routes.figures, (_, call) => getFigures(db, requireActor(call), now())),
    createHandler(routes.reviewById, ({ id }, call) =>
      inSnapshot(db, (snapshot) => getReview(snapshot, requireActor(call), id)),
    ),
    createHandler(routes.claimReview, (claim, call) =>
      db.transaction().execute((trx) => claimLocation(trx, toCommandContext(call, now), claim)),
    ),
    createHandler(routes.releaseReview, ({ id }, call) =>
      db.transaction().execute((trx) => releaseLocation(trx, toCommandContext(call, now), id)),
    ),
    ...templateHandlers({ db, now }),
  ];
}

/** Each change of the templates returns all of them. */
function templateHandlers({ db, now }: Deps): RouteHandler[] {
  const change = async (
    call: CallContext,
    command: (trx: Trx, context: CommandContext) => Promise<void>,
  ): Promise<ReasonTemplate[]> => {
    await db.transaction().execute((trx) => command(trx, toCommandContext(call, now)));
    return listTemplates(db);
  };
  return [
    createHandler(routes.reasonTemplates, () => listTemplates(db)),
    createHandler(routes.addReasonTemplate, (template, call) =>
      change(call, (trx, context) => addTemplate(trx, context, template)),
    ),
    createHandler(routes.changeReasonTemplate, (template, call) =>
      change(call, (trx, context) => changeTemplate(trx, context, template)),
    ),
    createHandler(routes.deleteReasonTemplate, (template, call) =>
      change(call, (trx, context) => deleteTemplate(trx, context, template)),
    ),
  ];
}
