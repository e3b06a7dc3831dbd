import { z } from 'zod';
import { defineQueue } from '../../../platform/jobs/job-queue.ts';

/**
 * Deletes the data of deleted accounts that is too much for one transaction. Each job is one batch, and adds the next one in its
 * transaction: a crash loses at most one batch, which is rolled back and repeated.
 */
export const deletionQueue = defineQueue({
  name: 'account-deletions',
  data: z.object({ userId: z.uuid() }),
  retries: { limit: 20, initialDelay: 2, maxDelay: 600 },
  expiresAfter: 120,
});
