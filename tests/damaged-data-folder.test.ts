import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { start } from '../src/platform/db/embedded.ts';
import { administer } from './support/test-server.ts';
import { createSmallDisk } from './support/small-disk.ts';
import { freePort } from './support/site.ts';

vi.setConfig({ testTimeout: 60_000 });

const MAIN = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));
const quiet = { warn() {} };

const home = await realpath(await mkdtemp(path.join(tmpdir(), 'recce-damaged-')));
afterAll(() => rm(home, { recursive: true }));
const whole = path.join(home, 'whole');
const tables = await prepare();
const disk = createSmallDisk(160);

/** Makes a folder with a database, and names the folder of its tables. */
async function prepare(): Promise<string> {
  const server = await start(whole, quiet);
  await administer(server.url, 'create table lasting as select 1 as id');
  const { rows } = await administer(
    server.url,
    `select 'base/' || oid as folder from pg_database where datname = current_database()`,
  );
  await server.stop();
  return (rows as { folder: string }[])[0]!.folder;
}

/** A copy of it, gone when the calling test ends. */
async function copyTo(name: string, below = home): Promise<string> {
  const copy = path.join(below, name);
  execFileSync('cp', ['--archive', whole, copy]);
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  return copy;
}

/** What a start says that fails. */
async function failedStart(dataDir: string): Promise<{ exitCode: number; said: string }> {
  const node = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void node.kill('SIGKILL'));
  const [[exitCode], said] = await Promise.all([once(node, 'exit'), text(node.stderr)]);
  return { exitCode: exitCode as number, said };
}

async function expectRefusal(dataDir: string, says: RegExp): Promise<void> {
  const { exitCode, said } = await failedStart(dataDir);
  expect(said).toMatch(says);
  expect(said.trimEnd().split('\n')).toHaveLength(1);
  expect(exitCode).toBe(1);
}

async function expectWhole(dataDir: string): Promise<void> {
  const server = await start(dataDir, quiet);
  onTestFinished(server.stop);
  expect((await administer(server.url, 'select id from lasting')).rows).toEqual([{ id: 1 }]);
}

test('a lock file that is a folder ends the start with one line, and is left alone', async () => {
  const dataDir = await copyTo('lock-folder');
  const lock = path.join(dataDir, 'recce.lock');
  await rm(lock);
  await mkdir(lock);
  await expectRefusal(
    dataDir,
    /recce\.lock cannot be used to lock the folder \(.+\): move it away, then start again\./,
  );
  await rm(lock, { recursive: true });
  await expectWhole(dataDir);
});

test('a lock file that holds rubbish ends it with one line, and keeps its content', async () => {
  const dataDir = await copyTo('lock-rubbish');
  const lock = path.join(dataDir, 'recce.lock');
  const rubbish = 'not a lock. '.repeat(400);
  await writeFile(lock, rubbish);
  await expectRefusal(
    dataDir,
    /recce\.lock cannot be used to lock the folder \(.+\): move it away, then start again\./,
  );
  expect(await readFile(lock, 'utf8')).toBe(rubbish);
});

test('a file in the place of the folder of files ends it with one line, and stays', async () => {
  const dataDir = await copyTo('files-file');
  await writeFile(path.join(dataDir, 'files'), 'mine');
  await expectRefusal(
    dataDir,
    /^Files cannot be kept in \/.*\/files \(\w+\): make it a folder of ours, or set STORAGE_URL\./,
  );
  expect(await readFile(path.join(dataDir, 'files'), 'utf8')).toBe('mine');
});

test.each(['of the site', 'of all databases'])(
  'a folder of tables %s that is gone ends it with one line, and can be put back',
  async (which) => {
    const dataDir = await copyTo('no-tables');
    const removed = path.join(dataDir, 'postgres', which === 'of the site' ? tables : 'base');
    await rename(removed, path.join(home, 'removed'));
    await expectRefusal(dataDir, /restore .* from a backup/);
    await rename(path.join(home, 'removed'), removed);
    await expectWhole(dataDir);
  },
);

test.each(['global', 'pg_wal', 'pg_xact'])('so does a folder %s of the database that is gone', async (name) => {
  const dataDir = await copyTo('no-folder');
  const removed = path.join(dataDir, 'postgres', name);
  await rename(removed, path.join(home, 'removed'));
  await expectRefusal(dataDir, /restore .* from a backup/);
  await rename(path.join(home, 'removed'), removed);
  await expectWhole(dataDir);
});

test('a full disk ends the first start with one line, and nothing is left in the way of the next', async () => {
  const dataDir = path.join(disk.folder, 'new');
  await disk.fill();
  await expectRefusal(dataDir, /free some|Free some space/);
  await disk.empty();
  const server = await start(dataDir, quiet);
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await server.stop();
});

test('a full disk ends a later start with one line, and the database is whole', async () => {
  const dataDir = await copyTo('full', disk.folder);
  await disk.fill();
  await expectRefusal(dataDir, /free some|Free some space/);
  await disk.empty();
  await expectWhole(dataDir);
});
