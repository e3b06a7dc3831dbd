import { z } from 'zod';
import { defineQueue } from '../../../platform/jobs/job-queue.ts';

/** Seconds. Ten thousand rows take some seconds. */
const EXPIRES_AFTER = 300;

/** Dry runs. Each is one job, which starts again after a crash: it changes no location. */
export const importQueue = defineQueue({
  name: 'imports',
  data: z.object({ id: z.uuid(), version: z.number().int() }),
  retries: { limit: 3, initialDelay: 2, maxDelay: 30 },
  expiresAfter: EXPIRES_AFTER,
});
