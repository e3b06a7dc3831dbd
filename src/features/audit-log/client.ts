import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../platform/http/contract.ts';
import { auditLogs } from './contract.ts';

/** A page of the trail, which grows with every act. */
export const trailQuery = (api: Api, asked: z.input<typeof auditLogs.input>) =>
  queryOptions({
    queryKey: ['audit-logs', asked],
    queryFn: ({ signal }) => api(auditLogs, asked, { signal }),
    staleTime: 5_000,
  });
