import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { addUploadedImages } from '../../src/features/locations/images/upload.commands.server.ts';
import { startIngestionWorker } from '../../src/features/media/uploads/ingestion.jobs.server.ts';
import { startRenditionWorker } from '../../src/features/media/jobs.server.ts';
import { readConfig } from '../../src/platform/config.ts';
import { startJobs } from '../../src/platform/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import type { Site } from './site.ts';

/** The pictures of the demo stay as they are from now on: nothing is asked of them. */
export async function deletePictureJobs({ db }: Pick<Site, 'db'>): Promise<void> {
  await sql`delete from pgboss.job`.execute(db);
}

/** Looks at the pictures that were sent to a site and makes them smaller, as the worker does. @returns what ends it */
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

/** The same for the pictures that are sent from now on, until the calling test file ends. */
export async function ingestPictures(site: Site, env: NodeJS.ProcessEnv): Promise<void> {
  await deletePictureJobs(site);
  afterAll(await startImageWorker(site, env));
}
