import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryResult } from 'pg';
import { DataDirInUseError, start } from '../../src/platform/db/embedded.ts';
import { openClient } from '../../src/platform/db/pool.ts';

export interface TestServer {
  /** Connection URL of a database from which others can be created. */
  readonly url: string;
  stop(): Promise<void>;
}

const FOLDER_PREFIX = 'recce-test-';
const NON_DURABLE_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '128MB',
  max_wal_size: '128MB',
};
const MEMORY = '/dev/shm';
const ENOUGH_MEMORY_BYTES = 2 * 1024 ** 3;
const quiet = { warn() {} };

/** Returns the server of TEST_DATABASE_URL, or starts an embedded one in a new folder, without durability. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, async stop() {} };
  const parent = await chooseParentFolder();
  await removeOldFolders(parent);
  const folder = await mkdtemp(join(parent, FOLDER_PREFIX));
  const server = await start(folder, quiet, NON_DURABLE_SETTINGS);
  return { url: server.url, stop: () => server.stop().then(() => rm(folder, { recursive: true })) };
}

/** Prefers memory: a database has 300 files, which a slow disk takes ten times as long to create. */
async function chooseParentFolder(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > ENOUGH_MEMORY_BYTES ? MEMORY : tmpdir();
}

/** Stops the servers of killed test runs and removes their folders. */
async function removeOldFolders(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(FOLDER_PREFIX));
  for (const folder of names.map((name) => join(parent, name))) {
    // A folder without a lock is just being created.
    if (!(await stat(join(folder, 'recce.lock')).catch(() => undefined))) continue;
    try {
      await start(folder, quiet, NON_DURABLE_SETTINGS).then((server) => server.stop());
    } catch (error) {
      if (error instanceof DataDirInUseError) continue;
    }
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a statement outside of a transaction, as creating and dropping databases requires. */
export async function administer(url: string, statement: string): Promise<QueryResult> {
  const client = await openClient(url);
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The URL of another database on the same server. */
export function siblingDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
