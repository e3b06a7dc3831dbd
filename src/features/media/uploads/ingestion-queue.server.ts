import { z } from 'zod';
import { defineQueue } from '../../../platform/jobs.ts';

/**
 * Validates a complete upload and makes a picture of it. An acknowledged upload must survive a storage that is full for an evening:
 * retried for about two days. See {@link MAX_ATTEMPTS} for files that crash the worker.
 */
export const ingestion = defineQueue({
  name: 'image-ingestion',
  data: z.object({ id: z.string() }),
  retries: { limit: 600, firstDelay: 5, maxDelay: 300 },
  expiresAfter: 120,
});
/**
 * A file is rejected after so many attempts that ended with the worker, whatever ended it: with growing pauses, after more than an
 * hour. A file that is known to crash the worker is rejected earlier, see processing-watchdog.server.ts.
 */
export const MAX_ATTEMPTS = 20;
