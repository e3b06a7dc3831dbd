import type { Feature } from '../../platform/feature/feature.ts';
import { csvExport, query } from '../../platform/http/handlers.ts';
import { AUDIT_DATA } from './personal-data.queries.server.ts';
import { EXPORT_HEADINGS, exportRows, listEntries } from './queries.server.ts';
import { auditLogEntry } from './schema.ts';
import * as routes from './contract.ts';

/** The audit log of the back office. */
export const auditLogFeature: Feature = {
  tag: 'operation',
  handlers: [
    query(routes.auditLogs, (db, _caller, params) => listEntries(db, params)),
    csvExport(routes.exportAuditLogs, 'audit-logs.csv', EXPORT_HEADINGS, (db, _caller, params) =>
      exportRows(db, params),
    ),
  ],
  personalData: [AUDIT_DATA],
  schemas: {
    AuditLogEntry: auditLogEntry,
  },
  examples: {
    'GET /audit-logs': { input: { page: 1, sortBy: 'id', sortOrder: 'desc' } },
  },
};
