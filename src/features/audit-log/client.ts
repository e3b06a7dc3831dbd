import type { z } from 'zod';
import type { Api } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import { auditLogs } from './contract.ts';

/** Entries are added all the time. */
const STALE_TIME_MS = 5_000;

/** A page of the list. */
export const auditLogQuery = (api: Api, params: z.input<typeof auditLogs.input>) => ({
  ...routeQuery(api, ['audit-logs', params], auditLogs, params),
  staleTime: STALE_TIME_MS,
});
