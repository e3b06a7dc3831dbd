import type { Feature } from '../../platform/feature/feature.ts';
import { command, csvExport, query } from '../../platform/http/handlers.ts';
import { applyImport, chooseSheet, discardImport, reopenImport, startCheck } from './browser/commands.server.ts';
import * as routes from './browser/contract.ts';
import { importQueue } from './browser/import-queue.server.ts';
import { deleteOldImports } from './browser/jobs.server.ts';
import { REPORT_HEADINGS, exportRows, getImport, listImports, listRows } from './browser/queries.server.ts';
import { importDetails, importSummary } from './browser/schema.ts';
import { setRowSelection } from './browser/row-selection.commands.server.ts';
import { getTemplateHeadings, getTemplateRow } from './browser/template.queries.server.ts';
import { importUpload } from './browser/upload-handler.server.ts';
import { deleteOldPhotographImports } from './photographs/commands.server.ts';

/** Imports of locations from files, in the browser. A change returns the import. */
export const importFeature: Feature = {
  tag: 'imports',
  handlers: [
    importUpload,
    query(routes.imports, listImports),
    csvExport(routes.importTemplate, 'locations-template.csv', getTemplateHeadings, async (db) => [
      [await getTemplateRow(db)],
    ]),
    query(routes.importById, getImport),
    command(routes.chooseImportSheet, chooseSheet, getImport),
    command(routes.checkImport, startCheck, getImport),
    command(routes.reopenImport, reopenImport, getImport),
    query(routes.importRows, listRows),
    command(routes.selectImportRows, setRowSelection, getImport),
    csvExport(routes.exportImportRows, 'import.csv', REPORT_HEADINGS, exportRows),
    command(routes.applyImport, applyImport, getImport),
    command(routes.discardImport, discardImport),
  ],
  queues: [importQueue],
  cleanup: {
    imports: ({ db, at }) => deleteOldImports(db, at),
    'photograph imports': ({ db, at }) => deleteOldPhotographImports(db, at),
  },
  schemas: {
    Import: importDetails,
    ImportSummary: importSummary,
  },
};
