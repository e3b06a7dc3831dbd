import { listCandidates } from '../ownership/queries.server.ts';
import { cancelChange, discardChange, startChange, undoChange } from './commands.server.ts';
import * as routes from './contract.ts';
import { exportLocations } from './export.queries.server.ts';
import { createPreview } from './preview.commands.server.ts';
import { REPORT_HEADINGS, exportItems, getChange, listChanges, listItems } from './queries.server.ts';
import { type Handler, command, csvExport, query } from '../../../platform/http/handlers.ts';

/** Handlers of changes of many locations. */
export const bulkChangeHandlers: readonly Handler[] = [
  command(
    routes.previewBulkChange,
    (context, input) => createPreview(context.trx, context, input),
    (db, caller, _input, { result: id, at }) => getChange(db, caller, id, at),
  ),
  query(routes.bulkChanges, listChanges),
  query(routes.bulkOwnerCandidates, (db, _caller, params) => listCandidates(db, { ...params, except: null })),
  query(routes.bulkChangeById, (db, caller, { id }, { at }) => getChange(db, caller, id, at)),
  query(routes.bulkItems, listItems),
  csvExport(routes.exportBulkItems, 'report.csv', REPORT_HEADINGS, (db, caller, params, { siteUrl }) =>
    exportItems(db, caller, params, siteUrl),
  ),
  command(
    routes.startBulkChange,
    (context, { id }) => startChange(context.trx, context.jobs, context, id),
    (db, caller, { id }, { at }) => getChange(db, caller, id, at),
  ),
  command(
    routes.cancelBulkChange,
    (context, { id }) => cancelChange(context.trx, context, context, id),
    (db, caller, { id }, { at }) => getChange(db, caller, id, at),
  ),
  command(
    routes.undoBulkChange,
    (context, { id }) => undoChange(context.trx, context.jobs, context, id),
    (db, caller, { id }, { at }) => getChange(db, caller, id, at),
  ),
  command(routes.discardBulkChange, (context, { id }) => discardChange(context.trx, context, id)),
  query(routes.exportSelection, (db, caller, params, { siteUrl }) =>
    exportLocations(db, caller, { ...params, siteUrl }),
  ),
];
