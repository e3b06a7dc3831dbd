import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { intakeWorker } from '../../src/features/locations/images/uploads/jobs.server.ts';
import { renditionWorker } from '../../src/features/media/jobs.server.ts';
import { readConfig } from '../../src/platform/config.ts';
import { startJobs } from '../../src/platform/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { openStorage } from '../../src/platform/storage/storage.ts';
import { QUEUES } from '../../src/server/queues.ts';
import type { Site } from './site.ts';

/** Looks at the pictures that are sent to a site and makes them smaller, as the worker does, until the calling test file ends. */
export async function takeInPictures({ db, dataDir, databaseUrl }: Site, env: NodeJS.ProcessEnv): Promise<void> {
  const log = createLog({ logLevel: 'error' });
  const storage = await openStorage(readConfig({ DATA_DIR: dataDir, ...env }));
  // The pictures of the demo stay as they are: nothing is asked of them here.
  await sql`delete from pgboss.job`.execute(db);
  const jobs = await startJobs({ url: databaseUrl, queues: QUEUES, log });
  await intakeWorker({ db, storage, jobs, log, stop: () => {} });
  await renditionWorker({ db, storage, jobs, log });
  afterAll(() => jobs.stop());
}
