import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { failedJobs, failedMails } from './contract.ts';

/** Everything below has changed once any of it is tried again. */
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
