import { z } from 'zod';
import type { Trx } from '../../platform/db/transaction.ts';
import { type JobSender, type PlainJob, defineQueue } from '../../platform/jobs/job-queue.ts';
import { RENDITION_FORMATS } from './schema.ts';

const renditionJob = z.object({
  sha256: z.string(),
  format: z.enum(RENDITION_FORMATS),
  primary: z.boolean(),
  /** Whether it is one of many that nobody waits for, such as those of an import. */
  background: z.boolean().optional(),
});
export type RenditionJob = z.infer<typeof renditionJob>;

/**
 * Creates the renditions of one picture in one format. Retried for more than an hour, since the worker can be killed by another picture and
 * the storage can be unavailable.
 */
export const renditions = defineQueue({
  name: 'renditions',
  data: renditionJob,
  retries: { limit: 20, initialDelay: 5, maxDelay: 300 },
  expiresAfter: 300,
});

/** WebP before AVIF; in either format, primary pictures first. In the background, both come after all others. */
export function enqueueRenditions(trx: Trx, jobs: JobSender, job: RenditionJob): Promise<void> {
  return jobs.enqueue(trx, renditions, job, getPriority(job));
}

/**
 * Enqueues the renditions of a READY picture that lacks a file, at most once a day: the width is newer than the picture, or the file was
 * lost. With the priority of primary pictures, since a visitor waits for it.
 */
export function enqueueMissingRenditions(
  trx: Trx,
  jobs: JobSender,
  { sha256, format }: Omit<RenditionJob, 'primary'>,
): Promise<void> {
  const job = { sha256, format, primary: true };
  return jobs.enqueue(trx, renditions, job, getPriority(job), `${sha256} ${format}`);
}

/** Converts a job for a restore, which adds many at once. */
export function toPlainJob(job: RenditionJob): PlainJob {
  return { data: job, priority: getPriority(job) };
}

function getPriority({ format, primary, background = false }: RenditionJob): number {
  return (format === 'webp' ? 2 : 0) + (primary ? 1 : 0) - (background ? 4 : 0);
}
