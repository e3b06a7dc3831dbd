import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { CSV } from '../../platform/http/csv-download.ts';

/** A mail that was given up, without its address and its words. */
const failedMail = z.object({
  id: z.string(),
  kind: z.string(),
  created_at: z.string(),
  failed_at: z.string(),
  attempts: z.number(),
  last_error: z.string().nullable(),
});

const failedJob = z.object({
  id: z.string(),
  queue: z.string(),
  created_at: z.string(),
  failed_at: z.string(),
  attempts: z.number(),
  error: z.string().nullable(),
});

export const failedMails = route({
  method: 'GET',
  path: '/operations/mails',
  summary: 'The mails that were given up last, and how many there are',
  access: 'operations.manage',
  input: z.object({}),
  output: z.object({ total: z.number(), data: z.array(failedMail) }),
});

export const exportFailedMails = route({
  method: 'GET',
  path: '/operations/mails/export',
  summary: 'All mails that were given up, as CSV',
  access: 'operations.manage',
  input: z.object({}),
  ...CSV,
});

export const retryMail = route({
  method: 'POST',
  path: '/operations/mails/{id}/retry',
  summary: 'Sends a mail that was given up once more',
  access: 'operations.manage',
  input: z.object({ id: z.uuid() }),
  output: z.void(),
});

export const retryMails = route({
  method: 'POST',
  path: '/operations/mails/retry',
  summary: 'Sends every mail that was given up once more, and says how many those are',
  access: 'operations.manage',
  input: z.object({}),
  output: z.object({ count: z.number() }),
});

export const discardMail = route({
  method: 'DELETE',
  path: '/operations/mails/{id}',
  summary: 'Removes a mail that was given up; nobody will receive it',
  access: 'operations.manage',
  input: z.object({ id: z.uuid() }),
  output: z.void(),
});

export const failedJobs = route({
  method: 'GET',
  path: '/operations/jobs',
  summary: 'The background jobs other than mails that failed for the last time within a day, and how many there are',
  access: 'operations.manage',
  input: z.object({}),
  output: z.object({ total: z.number(), data: z.array(failedJob) }),
});

export const exportFailedJobs = route({
  method: 'GET',
  path: '/operations/jobs/export',
  summary: 'All background jobs other than mails that failed for the last time within a day, as CSV',
  access: 'operations.manage',
  input: z.object({}),
  ...CSV,
});

export const retryJob = route({
  method: 'POST',
  path: '/operations/jobs/{queue}/{id}/retry',
  summary: 'Does a background job that failed once more',
  access: 'operations.manage',
  input: z.object({ queue: z.string().max(100), id: z.uuid() }),
  output: z.void(),
});
