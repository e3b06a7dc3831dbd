import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { CSV } from '../../platform/http/csv-download.ts';

export const health = route('GET', '/health', {
  summary: 'Liveness check: the process responds, and says its version and whether it reaches the storage',
  access: 'public',
  output: z.object({
    status: z.literal('alive'),
    version: z.string(),
    storage: z.enum(['available', 'unavailable']),
  }),
});

export const lastBackup = route('GET', '/operations/backup', {
  summary:
    'Returns when the last complete backup of the site was taken, and how many files were missing or damaged; null if there is none',
  access: 'operations.manage',
  output: z.object({ last: z.object({ taken_at: z.string(), problems: z.number() }).nullable() }),
});

/** A dead letter without recipient and content. */
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

export const failedMails = route('GET', '/operations/mails', {
  summary: 'Lists the latest failed emails with their total number, and counts those that wait for another attempt',
  access: 'operations.manage',
  output: z.object({
    total: z.number(),
    data: z.array(failedMail),
    /** Emails with a failed attempt, and the reason of the latest failure. */
    waiting: z.object({ mails: z.number(), lastError: z.string().nullable() }),
  }),
});

export const exportFailedMails = route('GET', '/operations/mails/export', {
  summary: 'Exports all failed emails as CSV',
  access: 'operations.manage',
  ...CSV,
});

export const retryMail = route('POST', '/operations/mails/{id}/retry', {
  summary: 'Retries a failed email',
  access: 'operations.manage',
  input: z.object({ id: z.uuid() }),
});

export const retryMails = route('POST', '/operations/mails/retry', {
  summary: 'Retries all failed emails and returns their number',
  access: 'operations.manage',
  output: z.object({ count: z.number() }),
});

export const discardMail = route('DELETE', '/operations/mails/{id}', {
  summary: 'Discards a failed email',
  access: 'operations.manage',
  input: z.object({ id: z.uuid() }),
});

export const failedJobs = route('GET', '/operations/jobs', {
  summary: 'Lists the latest background jobs, other than emails, that failed within a day, with their total number',
  access: 'operations.manage',
  output: z.object({ total: z.number(), data: z.array(failedJob) }),
});

export const exportFailedJobs = route('GET', '/operations/jobs/export', {
  summary: 'Exports all background jobs, other than emails, that failed within a day as CSV',
  access: 'operations.manage',
  ...CSV,
});

export const retryJob = route('POST', '/operations/jobs/{queue}/{id}/retry', {
  summary: 'Retries a failed background job',
  access: 'operations.manage',
  input: z.object({ queue: z.string().max(100), id: z.uuid() }),
});
