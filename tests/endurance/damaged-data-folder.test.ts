import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { start } from '../../src/platform/db/embedded.ts';
import { administer } from '../support/test-server.ts';
import { createSmallDisk } from '../support/small-disk.ts';
import { freePort } from '../support/site.ts';

vi.setConfig({ testTimeout: 60_000 });

const NODE = fileURLToPath(new URL('../support/serve-node.ts', import.meta.url));
const quiet = { warn() {} };

const home = await realpath(await mkdtemp(path.join(tmpdir(), 'recce-damaged-')));
afterAll(() => rm(home, { recursive: true }));
const intact = path.join(home, 'intact');
const tables = await prepare();
const disk = createSmallDisk(160);

/** Creates a data folder with a database. Returns the folder of its tables. */
async function prepare(): Promise<string> {
  const server = await start(intact, quiet);
  await administer(server.url, 'create table lasting as select 1 as id');
  const { rows } = await administer(
    server.url,
    `select 'base/' || oid as folder from pg_database where datname = current_database()`,
  );
  await server.stop();
  return (rows as { folder: string }[])[0]!.folder;
}

/** Copies the data folder. The copy is deleted when the calling test ends. */
async function copyTo(name: string, below = home): Promise<string> {
  const copy = path.join(below, name);
  execFileSync('cp', ['--archive', intact, copy]);
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  return copy;
}

/** Starts a node that fails. Returns its exit code and error output. */
async function failStart(dataDir: string): Promise<{ exitCode: number; output: string }> {
  const node = spawn(process.execPath, [NODE], {
    env: {
      ...process.env,
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void node.kill('SIGKILL'));
  const [[exitCode], output] = await Promise.all([once(node, 'exit'), text(node.stderr)]);
  return { exitCode: exitCode as number, output };
}

async function expectStartError(dataDir: string, message: RegExp): Promise<void> {
  const { exitCode, output } = await failStart(dataDir);
  expect(output).toMatch(message);
  expect(output.trimEnd().split('\n')).toHaveLength(1);
  expect(exitCode).toBe(1);
}

async function expectIntact(dataDir: string): Promise<void> {
  const server = await start(dataDir, quiet);
  onTestFinished(server.stop);
  expect((await administer(server.url, 'select id from lasting')).rows).toEqual([{ id: 1 }]);
}

test('rejects a folder in place of the lock file, and keeps it', async () => {
  const dataDir = await copyTo('lock-folder');
  const lock = path.join(dataDir, 'recce.lock');
  await rm(lock);
  await mkdir(lock);
  await expectStartError(dataDir, /recce\.lock cannot be used as a lock file \(.+\): move it away, then start again\./);
  await rm(lock, { recursive: true });
  await expectIntact(dataDir);
});

test('rejects a lock file with invalid content, and keeps it', async () => {
  const dataDir = await copyTo('lock-rubbish');
  const lock = path.join(dataDir, 'recce.lock');
  const rubbish = 'not a lock. '.repeat(400);
  await writeFile(lock, rubbish);
  await expectStartError(dataDir, /recce\.lock cannot be used as a lock file \(.+\): move it away, then start again\./);
  expect(await readFile(lock, 'utf8')).toBe(rubbish);
});

test('rejects a file in place of the folder of files, and keeps it', async () => {
  const dataDir = await copyTo('files-file');
  await writeFile(path.join(dataDir, 'files'), 'mine');
  await expectStartError(
    dataDir,
    /^Files cannot be stored in \/.*\/files \(\w+\): make it writable, or set STORAGE_URL\./,
  );
  expect(await readFile(path.join(dataDir, 'files'), 'utf8')).toBe('mine');
});

test.each(['of the site', 'of all databases'])(
  'rejects a missing folder of tables %s, which can be restored',
  async (which) => {
    const dataDir = await copyTo('no-tables');
    const removed = path.join(dataDir, 'postgres', which === 'of the site' ? tables : 'base');
    await rename(removed, path.join(home, 'removed'));
    await expectStartError(dataDir, /restore .* from a backup/);
    await rename(path.join(home, 'removed'), removed);
    await expectIntact(dataDir);
  },
);

test.each(['global', 'pg_wal', 'pg_xact'])(
  'rejects a missing database folder %s, which can be restored',
  async (name) => {
    const dataDir = await copyTo('no-folder');
    const removed = path.join(dataDir, 'postgres', name);
    await rename(removed, path.join(home, 'removed'));
    await expectStartError(dataDir, /restore .* from a backup/);
    await rename(path.join(home, 'removed'), removed);
    await expectIntact(dataDir);
  },
);

test('fails the first start on a full disk, and starts once there is space', async () => {
  const dataDir = path.join(disk.folder, 'new');
  await disk.fill();
  await expectStartError(dataDir, /free some|Free some space/);
  await disk.empty();
  const server = await start(dataDir, quiet);
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await server.stop();
});

test('fails a later start on a full disk without damage to the database', async () => {
  const dataDir = await copyTo('full', disk.folder);
  await disk.fill();
  await expectStartError(dataDir, /free some|Free some space/);
  await disk.empty();
  await expectIntact(dataDir);
});
