import type { Api } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import { failedJobs, failedMails, health, lastBackup } from './contract.ts';

/** Key prefix of all queries below; invalidated after every change. */
export const OPERATIONS_KEY = ['operations'];

/** The version of the node. */
export const versionQuery = (api: Api) => ({ ...routeQuery(api, ['version'], health, {}), staleTime: Infinity });

export const lastBackupQuery = (api: Api) => ({
  ...routeQuery(api, [...OPERATIONS_KEY, 'backup'], lastBackup, {}),
  staleTime: 0,
});

export const failedMailsQuery = (api: Api) => ({
  ...routeQuery(api, [...OPERATIONS_KEY, 'mails'], failedMails, {}),
  staleTime: 0,
});

export const failedJobsQuery = (api: Api) => ({
  ...routeQuery(api, [...OPERATIONS_KEY, 'jobs'], failedJobs, {}),
  staleTime: 0,
});
