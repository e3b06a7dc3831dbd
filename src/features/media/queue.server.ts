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
export function enqueueRenditions(trx: Transaction<Database>, jobs: JobSender, job: RenditionJob): Promise<void> {
  return jobs.enqueue(trx, renditions, job, getPriority(job));
}

/**
 * Asks for the renditions of a finished picture of which one is missing: its width is newer than the picture, or its file was lost.
 * However often it is asked for, it is tried once a day. Somebody waits for it, as for the pictures that pages lead with.
 */
export function enqueueMissingRenditions(
  trx: Transaction<Database>,
  jobs: JobSender,
  { sha256, format }: Omit<RenditionJob, 'primary'>,
): Promise<void> {
  const job = { sha256, format, primary: true };
  return jobs.enqueue(trx, renditions, job, getPriority(job), `${sha256} ${format}`);
}

function getPriority({ format, primary }: RenditionJob): number {
  return (format === 'webp' ? 2 : 0) + (primary ? 1 : 0);
}
