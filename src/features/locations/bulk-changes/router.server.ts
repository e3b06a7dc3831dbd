import { toCsv } from '../../../platform/text/csv.ts';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import {
  type CallContext,
  type CommandContext,
  FileResponse,
  type RouteHandler,
  createHandler,
  toCommandContext,
} from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import type { JobSender } from '../../../platform/jobs/job-queue.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import { listCandidates } from '../ownership/queries.server.ts';
import { cancelChange, discardChange, startChange, undoChange } from './commands.server.ts';
import * as routes from './contract.ts';
import { exportLocations } from './export.queries.server.ts';
import { createPreview } from './preview.commands.server.ts';
import { REPORT_HEADINGS, exportItems, getChange, listChanges, listItems } from './queries.server.ts';
import type { BulkChangeDetails } from './schema.ts';

type Deps = LocationDeps & { readonly db: Db; readonly jobs: JobSender; readonly now: () => Date };

/** Route handlers for changes of many locations. */
export function bulkChangeHandlers({ db, jobs, now, ...deps }: Deps): RouteHandler[] {
  const change = async (
    call: CallContext,
    id: string,
    command: (trx: Trx, context: CommandContext) => Promise<void>,
  ): Promise<BulkChangeDetails> => {
    await db.transaction().execute((trx) => command(trx, toCommandContext(call, now)));
    return getChange(db, requireActor(call), id, now());
  };
  return [
    createHandler(routes.previewBulkChange, async (input, call) => {
      const id = await db.transaction().execute((trx) => createPreview(trx, toCommandContext(call, now), input));
      return getChange(db, requireActor(call), id, now());
    }),
    createHandler(routes.bulkChanges, (params, call) => listChanges(db, requireActor(call), params)),
    createHandler(routes.bulkOwnerCandidates, (params) => listCandidates(db, { ...params, except: null })),
    createHandler(routes.bulkChangeById, ({ id }, call) => getChange(db, requireActor(call), id, now())),
    createHandler(routes.bulkItems, (params, call) => listItems(db, requireActor(call), params)),
    createHandler(routes.exportBulkItems, async (params, call) => {
      const rows = await exportItems(db, requireActor(call), params, deps.siteUrl);
      return new FileResponse('report.csv', toCsv(REPORT_HEADINGS, rows));
    }),
    createHandler(routes.startBulkChange, ({ id }, call) =>
      change(call, id, (trx, context) => startChange(trx, jobs, context, id)),
    ),
    createHandler(routes.cancelBulkChange, ({ id }, call) =>
      change(call, id, (trx, context) => cancelChange(trx, deps, context, id)),
    ),
    createHandler(routes.undoBulkChange, ({ id }, call) =>
      change(call, id, (trx, context) => undoChange(trx, jobs, context, id)),
    ),
    createHandler(routes.discardBulkChange, ({ id }, call) =>
      db.transaction().execute((trx) => discardChange(trx, toCommandContext(call, now), id)),
    ),
    createHandler(routes.exportSelection, (params, call) =>
      exportLocations(db, requireActor(call), { ...params, siteUrl: deps.siteUrl }),
    ),
  ];
}
