import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect, inject } from 'vitest';
import { type App, createApp } from '../../src/server/app.ts';
import type { Pages } from '../../src/server/rendering/caching-page-renderer.ts';
import { createRenderPool } from '../../src/server/rendering/render-pool.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { connect } from '../../src/platform/db/pool.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import { type JobRetrier, openJobs } from '../../src/platform/jobs/job-queue.ts';
import { createLog } from '../../src/platform/diagnostics/log.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import { type TestDatabase, copyDemo, testDatabase } from './database.ts';
import { LOW_COST } from './solve-challenge.ts';

export interface Site {
  readonly url: string;
  readonly db: Kysely<Database>;
  readonly databaseUrl: string;
  readonly app: App;
  readonly jobs: JobRetrier;
  readonly storage: Storage;
  readonly dataDir: string;
}

interface SiteOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The clock of sessions, links and limits. */
  readonly now?: () => Date;
}

/**
 * Starts the whole site, by default on a database with the demo catalogue. It is stopped when the calling test file ends. Rate limits
 * are off unless `env` sets them, and challenges are cheap.
 */
export async function startSite({
  database,
  ...options
}: SiteOptions & { database?: TestDatabase } = {}): Promise<Site> {
  const { url } = database ?? (await testDatabase(inject('demo').template));
  const { stop, ...site } = await runSite(url, options);
  afterAll(stop);
  return site;
}

let shared: Promise<Site> | undefined;

/** What all files see on the site of their worker: the published catalogue, the search vocabulary, content and settings. */
const SHARED_TABLES = [
  'content_drafts',
  'film_office_areas',
  'navigation',
  'options',
  'pages',
  'published_locations',
  'search_pins',
  'search_places',
  'search_synonyms',
  'settings',
  'thesaurus',
  'thesaurus_switches',
] as const;

/**
 * Returns the site of this worker, with the demo catalogue. It is for files that read, and that change only what belongs to people whom
 * they add: the calling file fails if it writes what others see. Starting a site takes as much CPU time as opening three pages. It ends
 * with the process of the worker.
 */
export async function getSharedSite(): Promise<Site> {
  const site = await (shared ??= copyDemo().then((url) => runSite(url)));
  const before = await summariseSharedTables(site.db);
  afterAll(async () => {
    expect(await summariseSharedTables(site.db), 'tables of the shared site').toEqual(before);
  });
  return site;
}

/** Returns the rows of each table, and the last transaction that has written one. */
async function summariseSharedTables(db: Kysely<Database>): Promise<unknown> {
  const summaries = SHARED_TABLES.map(
    (name) =>
      sql`select ${sql.lit(name)} as name, count(*) as rows, max(xmin::text::bigint) as written from ${sql.table(name)}`,
  );
  return (await sql`${sql.join(summaries, sql` union all `)}`.execute(db)).rows;
}

let pages: Promise<Pages> | undefined;

/** The sites of a worker render their pages in one thread, which ends with the process of the worker. */
function getPages(): Promise<Pages> {
  return (pages ??= createRenderPool(1)(fastify()));
}

async function runSite(
  databaseUrl: string,
  { env = {}, now }: SiteOptions = {},
): Promise<Site & { stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-site-'));
  const port = Number(env['PORT'] ?? (await freePort()));
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    STORAGE_URL: inject('demo').storageUrl,
    ...env,
  });
  const log = createLog(config);
  const { kysely: db, pool } = connect(databaseUrl, log);
  const jobs = await openJobs({ url: databaseUrl, queues: QUEUES, log });
  const storage = await openStorage(config);
  const app = await createApp({
    config,
    log,
    db,
    databaseUrl,
    getPoolUsage: () => pool.getUsage(),
    storage,
    jobs,
    loadPages: getPages,
    challengeCost: LOW_COST,
    ...(now && { now }),
  });
  await app.server.listen({ port, host: '127.0.0.1' });
  const stop = async () => {
    await app.close();
    await jobs.stop();
    await pool.end();
    await rm(dataDir, { recursive: true });
  };
  return { url: config.siteUrl, db, databaseUrl, app, jobs, storage, dataDir, stop };
}

/** Below the range of ephemeral ports, and different for each test process. */
const FIRST_PORT = 20_000 + (process.pid % 500) * 20;
let ports = 0;

/** Returns a free port that no other test process uses. */
export async function freePort(): Promise<number> {
  const port = FIRST_PORT + (ports++ % 20);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
