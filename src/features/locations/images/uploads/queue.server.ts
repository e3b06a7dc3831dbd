import { z } from 'zod';
import { defineQueue } from '../../../../platform/jobs.ts';

/**
 * Looks at an upload of which every byte is here, and makes an image of it. What was acknowledged must not be lost because the
 * storage is full for an evening, so this is tried for about two days; see {@link TRIES} for files that bring the worker down.
 */
export const intake = defineQueue({
  name: 'image-intake',
  data: z.object({ id: z.string() }),
  retries: { limit: 600, firstDelay: 5, longestDelay: 300 },
  expiresAfter: 120,
});
/** How often a worker begins to look at a file and does not come to an end before the file is taken for the cause. */
export const TRIES = 2;
