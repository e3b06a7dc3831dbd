import { z } from 'zod';
import { defineQueue } from '../../../platform/jobs.ts';

/**
 * Looks at an upload of which every byte is here, and makes an image of it. What was acknowledged must not be lost because the
 * storage is full for an evening, so this is tried for about two days; see {@link MAX_ATTEMPTS} for files at which workers die.
 */
export const ingestion = defineQueue({
  name: 'image-intake',
  data: z.object({ id: z.string() }),
  retries: { limit: 600, firstDelay: 5, longestDelay: 300 },
  expiresAfter: 120,
});
/**
 * How often a worker begins to look at a file and does not come to an end, from whatever cause, before the file is refused: for more
 * than an hour, as the pauses grow. A file whose own fault it is known to be is refused earlier, see media/in-work.server.ts.
 */
export const MAX_ATTEMPTS = 20;
