import type { Feature } from '../../platform/feature/feature.ts';
import { AUDIT_DATA } from './personal-data.queries.server.ts';
import { auditLogEntry } from './schema.ts';

export const auditLogFeature: Feature = {
  personalData: [AUDIT_DATA],
  schemas: {
    AuditLogEntry: auditLogEntry,
  },
  examples: {
    'GET /audit-logs': { input: { page: 1, sortBy: 'id', sortOrder: 'desc' } },
  },
};
