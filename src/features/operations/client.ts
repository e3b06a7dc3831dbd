import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { failedJobs, failedMails } from './contract.ts';

/** Key prefix of all queries below; invalidated after every change. */
export const OPERATIONS_KEY = ['operations'];

export const failedMailsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...OPERATIONS_KEY, 'mails'],
    queryFn: ({ signal }) => api(failedMails, {}, { signal }),
    staleTime: 0,
  });

export const failedJobsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...OPERATIONS_KEY, 'jobs'],
    queryFn: ({ signal }) => api(failedJobs, {}, { signal }),
    staleTime: 0,
  });
