import { route } from '../../platform/http/contract.ts';
import { CSV } from '../../platform/http/csv-download.ts';
import { pageSchema, tableParams } from '../../platform/http/paging.ts';
import { date, singleLine } from '../../platform/http/field-schemas.ts';
import { AUDIT_LOG_COLUMNS, auditLogEntry } from './schema.ts';
import { auditType } from './entry-types.ts';

const auditLogParams = tableParams(AUDIT_LOG_COLUMNS).extend({
  type: auditType.optional(),
  /** Beginnings of words in the name of the actor, including deleted accounts. */
  user: singleLine.max(100).default(''),
  /** First day, inclusive. */
  from: date.optional(),
  /** Last day, inclusive. */
  to: date.optional(),
});

export const auditLogs = route('GET', '/audit-logs', {
  summary: 'Lists the entries of the audit log, latest first by default',
  access: 'audit-log.view',
  input: auditLogParams,
  output: pageSchema(auditLogEntry),
});

export const exportAuditLogs = route('GET', '/audit-logs/export', {
  summary: 'Exports the matching entries in the same order as CSV',
  access: 'audit-log.view',
  input: auditLogParams.omit({ page: true }),
  ...CSV,
});
