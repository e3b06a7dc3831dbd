import { afterAll } from 'vitest';
import { startImportWorker } from '../../src/features/import-export/browser/jobs.server.ts';
import { rowImporter } from '../../src/features/import-export/browser/row-importer.commands.server.ts';
import { startBulkChangeWorker } from '../../src/features/locations/bulk-changes/jobs.server.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { startJobs } from '../../src/platform/jobs/job-queue.ts';
import { createLog } from '../../src/platform/diagnostics/log.ts';
import { publishEvent } from '../../src/server/event-subscriptions.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import type { Site } from './site.ts';

/** Performs bulk changes and dry runs of imports, as the worker does, until the calling test file ends. */
export async function performBulkChanges({
  db,
  databaseUrl,
  url,
}: Pick<Site, 'db' | 'databaseUrl' | 'url'>): Promise<void> {
  const log = createLog({ logLevel: 'error' });
  const jobs = await startJobs({ url: databaseUrl, queues: QUEUES, log });
  afterAll(() => jobs.stop());
  const { site } = readConfig({});
  await startBulkChangeWorker({
    db,
    jobs,
    site,
    siteUrl: url,
    queueMail: createOutbox(jobs),
    publishEvent,
    rowImporter,
  });
  await startImportWorker({ db, jobs });
}
