import { listCandidates } from '../ownership/queries.server.ts';
import { cancelChange, discardChange, startChange, undoChange } from './commands.server.ts';
import * as routes from './contract.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { getLocationHeadings, readExportedLocations } from '../admin-list/csv-export.queries.server.ts';
import { toLocationFile } from '../catalogue/export-formats/location-file.server.ts';
import { toSelectionFilter } from './selection.queries.server.ts';
import { createPreview } from './preview.commands.server.ts';
import { REPORT_HEADINGS, exportItems, getChange, listChanges, listItems } from './queries.server.ts';
import { type Handler, command, csvExport, query } from '../../../platform/http/handlers.ts';

/** Handlers of changes of many locations. A command returns the change. */
export const bulkChangeHandlers: readonly Handler[] = [
  command(routes.previewBulkChange, createPreview, (db, caller, _input, { result: id, at }) =>
    getChange(db, caller, { id }, { at }),
  ),
  query(routes.bulkChanges, listChanges),
  query(routes.bulkOwnerCandidates, (db, _caller, params) => listCandidates(db, { ...params, except: null })),
  query(routes.bulkChangeById, getChange),
  query(routes.bulkItems, listItems),
  csvExport(routes.exportBulkItems, 'report.csv', REPORT_HEADINGS, exportItems),
  command(routes.startBulkChange, startChange, getChange),
  command(routes.cancelBulkChange, cancelChange, getChange),
  command(routes.undoBulkChange, undoChange, getChange),
  command(routes.discardBulkChange, discardChange),
  query(routes.exportSelection, (db, caller, { selection, sort, format }, { siteUrl }) => {
    const toFilter = (snapshot: Db) => toSelectionFilter(snapshot, caller, selection);
    const batches = readExportedLocations(db, { sort, toFilter, siteUrl });
    return toLocationFile(format, {
      name: 'Locations',
      fileName: 'locations',
      headings: getLocationHeadings(),
      batches,
    });
  }),
];
