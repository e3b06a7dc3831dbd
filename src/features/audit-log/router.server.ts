import { toCsv } from '../../platform/text/csv.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { type RouteHandler, FileResponse, createHandler } from '../../platform/http/route-handlers.ts';
import * as routes from './contract.ts';
import { EXPORT_HEADINGS, exportRows, listEntries } from './queries.server.ts';

export function auditLogHandlers(db: Db): RouteHandler[] {
  return [
    createHandler(routes.auditLogs, (params) => listEntries(db, params)),
    createHandler(
      routes.exportAuditLogs,
      (params) => new FileResponse('audit-logs.csv', toCsv(EXPORT_HEADINGS, exportRows(db, params))),
    ),
  ];
}
