import './select-region.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { connect } from '../../src/platform/db/pool.ts';
import { openJobs } from '../../src/platform/jobs/job-queue.ts';
import { createLog } from '../../src/platform/diagnostics/log.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { seedVocabulary } from '../../src/features/search/vocabulary/commands.server.ts';
import { seedContent } from '../../src/server/seed/content-seed.ts';
import { loadDemo } from '../../src/server/seed/demo-catalogue.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import { publishEvent } from '../../src/server/event-subscriptions.ts';
import setUpDatabase from './global-setup.ts';
import { administer, siblingDatabase } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    demo: {
      /** Name of the template database with the demo catalogue. Read-only; tests clone it. */
      template: string;
      /** Storage of the original photographs. */
      storageUrl: string;
    };
  }
}

/** Creates, once for all journeys, a template database with the content and the catalogue of the demo. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const tearDown = await setUpDatabase(project);
  const { serverUrl, template } = project.getProvidedContext().database;
  const demo = `recce_demo_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, `create database ${demo} template ${template}`);
  const files = await mkdtemp(path.join(tmpdir(), 'recce-demo-files-'));
  const storageUrl = pathToFileURL(files).href;
  await fill(siblingDatabase(serverUrl, demo), storageUrl);
  project.provide('demo', { template: demo, storageUrl });
  return async () => {
    await waitForWorkers(serverUrl, demo);
    await rm(files, { recursive: true });
    const copies = await administer(serverUrl, `select datname from pg_database where starts_with(datname, '${demo}')`);
    for (const { datname } of copies.rows) await administer(serverUrl, `drop database ${datname} with (force)`);
    await tearDown();
  };
}

/** Waits for the workers, which vitest is ending: each may be connected to its copy of the demo. Gives up after ten seconds. */
async function waitForWorkers(serverUrl: string, demo: string): Promise<void> {
  for (let waits = 0; waits < 100; waits++) {
    const { rows } = await administer(serverUrl, `select from pg_stat_activity where starts_with(datname, '${demo}')`);
    if (rows.length === 0) return;
    await delay(100);
  }
}

async function fill(url: string, storageUrl: string): Promise<void> {
  const log = createLog({ logLevel: 'error' });
  const { kysely: db, pool } = connect(url, log);
  const jobs = await openJobs({ url, queues: QUEUES, log });
  const storage = await openStorage({ storageUrl, dataDir: '' });
  await seedContent({ db, storage, jobs });
  await seedVocabulary(db);
  await loadDemo({ db, storage, jobs, publishEvent });
  await jobs.stop();
  await pool.end();
}
