import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/db/tables.ts';
import { type JobSender, defineQueue } from '../../platform/jobs.ts';
import { RENDITION_FORMATS } from './schema.ts';

const renditionJob = z.object({ sha256: z.string(), format: z.enum(RENDITION_FORMATS), primary: z.boolean() });
export type RenditionJob = z.infer<typeof renditionJob>;

/**
 * Makes the renditions of one picture in one format. Its worker may be killed meanwhile by what is not the picture's fault, and the
 * storage may be away: it is tried for more than an hour.
 */
export const renditions = defineQueue({
  name: 'renditions',
  data: renditionJob,
  retries: { limit: 20, firstDelay: 5, longestDelay: 300 },
  expiresAfter: 300,
});

/** What every browser can show comes first, the smaller files after it; in either, the pictures that pages lead with. */
export function askForRenditions(trx: Transaction<Database>, jobs: JobSender, job: RenditionJob): Promise<void> {
  const priority = (job.format === 'webp' ? 2 : 0) + (job.primary ? 1 : 0);
  return jobs.enqueue(trx, renditions, job, priority);
}
