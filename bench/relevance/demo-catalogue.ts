import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSearchDocuments } from '../../src/features/locations/catalogue/published/search-documents.queries.server.ts';
import type { SearchDocument } from '../../src/features/locations/catalogue/schema.ts';
import { seedVocabulary } from '../../src/features/search/vocabulary/commands.server.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { connectAsOwner } from '../../src/platform/db/pool.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import type { JobSender } from '../../src/platform/jobs/job-queue.ts';
import { createLog } from '../../src/platform/diagnostics/log.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { openDatabase } from '../../src/server/database.ts';
import { publishEvent } from '../../src/server/event-subscriptions.ts';
import { loadDemo } from '../../src/server/seed/demo-catalogue.ts';

const NO_JOBS: JobSender = { enqueue: async () => {}, stop: async () => {} };

/**
 * Loads the demo catalogue into a temporary database. Renditions of its photographs are not created.
 * @param use gets a connection of the owner of the database, who may create tables, and the catalogue
 */
export async function withDemoCatalogue(
  use: (owner: Db, documents: readonly SearchDocument[]) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-bench-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const log = createLog(config);
  const { db, url, close } = await openDatabase(config, log, 'start');
  const owner = connectAsOwner(url, log);
  try {
    await loadDemo({ db, storage: await openStorage(config), jobs: NO_JOBS, publishEvent });
    await seedVocabulary(db);
    const documents: SearchDocument[] = [];
    for await (const batch of readSearchDocuments(db)) documents.push(...batch);
    await use(owner.kysely, documents);
  } finally {
    await owner.pool.end();
    await close();
    await rm(dataDir, { recursive: true });
  }
}
