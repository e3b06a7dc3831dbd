import { z } from 'zod';
import { defineQueue } from '../../../platform/jobs/job-queue.ts';

/**
 * Validates a complete upload and adds its picture. Retried for about two days, so that an acknowledged upload survives a storage
 * outage of several hours. See {@link MAX_ATTEMPTS} for files that crash the worker.
 */
export const ingestion = defineQueue({
  name: 'image-ingestion',
  data: z.object({ id: z.string() }),
  retries: { limit: 600, initialDelay: 5, maxDelay: 300 },
  expiresAfter: 120,
});
/**
 * Attempts during which the worker exited for any reason, before the file is rejected: after more than an hour, as delays increase. A file that is known to crash the worker is rejected earlier, see image-processing/decoder-process.server.ts.
 */
export const MAX_ATTEMPTS = 20;
