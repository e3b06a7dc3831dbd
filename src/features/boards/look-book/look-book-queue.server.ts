import { z } from 'zod';
import { defineQueue } from '../../../platform/jobs/job-queue.ts';

/** Makes look-books. */
export const lookBookQueue = defineQueue({
  name: 'look-books',
  data: z.object({ id: z.uuid() }),
  retries: { limit: 2, initialDelay: 10, maxDelay: 60 },
  expiresAfter: 1_800,
});
