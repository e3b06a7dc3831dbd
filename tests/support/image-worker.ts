import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { addUploadedImages } from '../../src/features/locations/editing/images/image-uploads.commands.server.ts';
import { startIngestionWorker } from '../../src/features/media/uploads/ingestion.jobs.server.ts';
import { startRenditionWorker } from '../../src/features/media/renditions.jobs.server.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { startJobs } from '../../src/platform/jobs/job-queue.ts';
import { createLog } from '../../src/platform/diagnostics/log.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import type { Site } from './site.ts';

/** Deletes the queued jobs for the pictures of the demo. */
export async function deletePictureJobs({ db }: Pick<Site, 'db'>): Promise<void> {
  await sql`delete from pgboss.job`.execute(db);
}

/** Ingests uploaded pictures and makes their renditions, as the worker does. Returns a function that stops it. */
export async function startImageWorker(
  { db, dataDir, databaseUrl }: Pick<Site, 'db' | 'dataDir' | 'databaseUrl'>,
  env: NodeJS.ProcessEnv,
): Promise<() => Promise<void>> {
  const log = createLog({ logLevel: 'error' });
  const storage = await openStorage(readConfig({ DATA_DIR: dataDir, ...env }));
  const jobs = await startJobs({ url: databaseUrl, queues: QUEUES, log });
  await startIngestionWorker({ db, storage, jobs, log, addToLocation: addUploadedImages });
  await startRenditionWorker({ db, storage, jobs, log });
  return () => jobs.stop();
}

/** Does the same for new uploads until the calling test file ends. */
export async function ingestPictures(site: Site, env: NodeJS.ProcessEnv): Promise<void> {
  await deletePictureJobs(site);
  afterAll(await startImageWorker(site, env));
}
