import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../platform/http/contract.ts';
import { auditLogs } from './contract.ts';

/** Entries are added all the time. */
const STALE_TIME_MS = 5_000;

/** A page of the list. */
export const auditLogQuery = (api: Api, params: z.input<typeof auditLogs.input>) =>
  queryOptions({
    queryKey: ['audit-logs', params],
    queryFn: ({ signal }) => api(auditLogs, params, { signal }),
    staleTime: STALE_TIME_MS,
  });
