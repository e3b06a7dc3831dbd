import { spawn } from 'node:child_process';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { startOrJoin } from '../../src/platform/db/embedded.ts';
import { connect, openClient } from '../../src/platform/db/pool.ts';
import { createSmallDisk } from '../support/small-disk.ts';
import { PASSWORD, addPerson, signInAs } from '../support/people.ts';
import { freePort } from '../support/site.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const NODE = fileURLToPath(new URL('../support/serve-node.ts', import.meta.url));
const quiet = { warn() {}, error() {} };
const FULL = {
  errorType: 'UNAVAILABLE',
  message: 'This cannot be saved because our storage is full. Please try again later.',
};

const disk = createSmallDisk(320);
const dataDir = path.join(disk.folder, 'var');
const output = path.join(disk.folder, 'output');
const port = await freePort();
const url = `http://localhost:${port}`;
const node = spawn(process.execPath, [NODE], {
  env: {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'info',
  },
  stdio: ['ignore', openSync(output, 'a'), 'inherit'],
});
afterAll(async () => {
  if (node.exitCode !== null || node.signalCode !== null) return;
  const exit = once(node, 'exit');
  node.kill('SIGTERM');
  await exit;
});
const status = (address: string, init?: RequestInit) =>
  fetch(url + address, init).then(
    (response) => response.status,
    () => undefined,
  );
await vi.waitFor(async () => assert.equal(await status('/api/ready'), 200), { timeout: 60_000, interval: 100 });

const database = await startOrJoin(dataDir, quiet);
const { kysely: db, pool } = connect(database.url, quiet);
const scout = await signInAs({ url, db }, await addPerson(db, 'SCOUT'));
await pool.end();

const read = () => scout.fetch('/api/user/boards');
const write = () =>
  scout.fetch('/api/boards', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Harbours' }),
  });

const logIn = () =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: scout.person.email, password: PASSWORD }),
  });

/** Fills the write-ahead log until the database crashes for lack of disk space. */
async function exhaustLog(): Promise<void> {
  const client = await openClient(database.url);
  const statement = `select pg_logical_emit_message(true, '', repeat('x', 500000))`;
  await expect(
    (async () => {
      for (let n = 0; n < 200; n++) await client.query(statement);
    })(),
  ).rejects.toThrow(/No space left/);
  await client.end();
}

test('rejects only writes while the disk is full, and recovers once there is space', async () => {
  expect((await write()).status).toBe(201);
  await disk.fill();
  await vi.waitFor(async () => expect((await write()).status).toBe(503), { timeout: 5_000 });
  const rejected = await write();
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await rejected.json()).toMatchObject(FULL);
  expect((await read()).status).toBe(200);
  expect(await status('/boards', { headers: { cookie: scout.cookie } })).toBe(200);
  expect(await status('/')).toBe(200);
  expect((await scout.fetch('/api/user/boards')).status).toBe(200);

  await disk.empty();
  await expect.poll(async () => (await write()).status, { timeout: 10_000 }).toBe(201);
});

test('recovers after the database crashed on a full disk', async () => {
  await disk.fill();
  await exhaustLog();
  await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(503);
  expect((await write()).status).toBe(503);
  expect(await status('/')).toBe(200);
  expect(await status('/api/locations')).toBe(200);
  expect(node.exitCode).toBeNull();

  await disk.empty();
  await expect.poll(async () => [(await read()).status, (await write()).status]).toEqual([200, 201]);
  const { size } = await stat(output);
  await read();
  await expect.poll(async () => (await stat(output)).size).toBeGreaterThan(size);
});

test('allows login while the disk is nearly full', async () => {
  await disk.fill(32);
  await vi.waitFor(async () => expect((await write()).status).toBe(503), { timeout: 5_000 });
  const other = await logIn();
  expect(other.status).toBe(200);
  const { session } = (await other.json()) as { session: { token: string } };
  expect(await status('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } })).toBe(
    200,
  );

  await disk.empty();
  await expect.poll(async () => (await write()).status, { timeout: 10_000 }).toBe(201);
});

test('stops on a full disk', async () => {
  await disk.fill();
  await read();
  const exit = once(node, 'exit');
  node.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
});
