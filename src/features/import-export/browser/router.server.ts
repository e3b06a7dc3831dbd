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
import { type UploadHandler, createUploadHandler } from '../../../platform/http/upload-routes.ts';
import type { JobSender } from '../../../platform/jobs/job-queue.ts';
import { IMPORT_FORM_REQUIRED, UPLOADS_BUSY, importTooLarge } from '../messages.ts';
import { addImport, applyImport, chooseSheet, discardImport, reopenImport, startCheck } from './commands.server.ts';
import * as routes from './contract.ts';
import { getTemplate } from './template.queries.server.ts';
import { REPORT_HEADINGS, exportRows, getImport, listImports, listRows } from './queries.server.ts';
import { readSheetsInProcess } from './read-in-process.server.ts';
import { MAX_FILE_BYTES, MAX_FILE_MB } from './schema.ts';

interface Deps {
  readonly db: Db;
  readonly jobs: JobSender;
  readonly siteUrl: string;
  readonly now: () => Date;
}

const RETRY_AFTER_SECONDS = 5;

/** Creates the handler of the route that receives files. */
export function importUpload({ db }: Pick<Deps, 'db'>): UploadHandler {
  return createUploadHandler(
    routes.uploadImport,
    {
      maxBytes: MAX_FILE_BYTES,
      // Reading a large file takes some hundred megabytes of memory.
      maxConcurrent: { total: 2, perAccount: 1 },
      busy: { message: UPLOADS_BUSY, retryAfter: RETRY_AFTER_SECONDS },
      unsupportedMessage: IMPORT_FORM_REQUIRED,
      tooLargeMessage: importTooLarge(MAX_FILE_MB),
    },
    async ({ name }, content, { actor, at }) => {
      const sheets = await readSheetsInProcess(content);
      const id = await db.transaction().execute((trx) => addImport(trx, { actor, at }, { name, sheets }));
      return getImport(db, actor, id);
    },
  );
}

/** Route handlers for imports in the browser, except the upload. */
export function importHandlers({ db, jobs, siteUrl, now }: Deps): RouteHandler[] {
  const change = async (
    call: CallContext,
    id: string,
    command: (trx: Trx, context: CommandContext) => Promise<void>,
  ) => {
    await db.transaction().execute((trx) => command(trx, toCommandContext(call, now)));
    return getImport(db, requireActor(call), id);
  };
  return [
    createHandler(routes.imports, (_, call) => listImports(db, requireActor(call))),
    createHandler(routes.importTemplate, async () => {
      const { headings, rows } = await getTemplate(db);
      return new FileResponse('locations-template.csv', toCsv(headings, [rows]));
    }),
    createHandler(routes.importById, ({ id }, call) => getImport(db, requireActor(call), id)),
    createHandler(routes.chooseImportSheet, (input, call) =>
      change(call, input.id, (trx, context) => chooseSheet(trx, context, input)),
    ),
    createHandler(routes.checkImport, (input, call) =>
      change(call, input.id, (trx, context) => startCheck(trx, jobs, context, input)),
    ),
    createHandler(routes.reopenImport, (input, call) =>
      change(call, input.id, (trx, context) => reopenImport(trx, context, input)),
    ),
    createHandler(routes.importRows, (params, call) => listRows(db, requireActor(call), params)),
    createHandler(routes.exportImportRows, async (params, call) => {
      const rows = await exportRows(db, requireActor(call), params, siteUrl);
      return new FileResponse('import.csv', toCsv(REPORT_HEADINGS, rows));
    }),
    createHandler(routes.applyImport, (input, call) =>
      change(call, input.id, (trx, context) => applyImport(trx, jobs, context, input)),
    ),
    createHandler(routes.discardImport, ({ id }, call) =>
      db.transaction().execute((trx) => discardImport(trx, toCommandContext(call, now), id)),
    ),
  ];
}
