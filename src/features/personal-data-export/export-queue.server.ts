import { z } from 'zod';
import { defineQueue } from '../../platform/jobs/job-queue.ts';

/** Makes the archives that people have requested. */
export const exportQueue = defineQueue({
  name: 'personal-data-export',
  data: z.object({ id: z.uuid() }),
  retries: { limit: 5, initialDelay: 30, maxDelay: 1_800 },
  expiresAfter: 3 * 3_600,
});
