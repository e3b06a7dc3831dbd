import { z } from 'zod';
import { defineQueue } from '../../../platform/jobs/job-queue.ts';

/** Seconds. A batch takes about one. */
const EXPIRES_AFTER = 120;

/**
 * Each job is one batch of a change, and adds the next one in its transaction: a crash loses at most one batch, which is rolled back and
 * repeated. Changes take turns, since each waits at the end of the queue again.
 */
export const bulkQueue = defineQueue({
  name: 'bulk-changes',
  data: z.object({ id: z.uuid() }),
  retries: { limit: 5, initialDelay: 2, maxDelay: 60 },
  expiresAfter: EXPIRES_AFTER,
});
