import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { start, startOrJoin } from '../../src/platform/db/embedded.ts';
import { findServers } from '../../src/platform/db/embedded/processes.ts';
import { connect } from '../../src/platform/db/pool.ts';
import { mailQueue, createOutbox } from '../../src/platform/mail/outbox.ts';
import { openJobs } from '../../src/platform/jobs/job-queue.ts';
import { testDatabase } from '../support/database.ts';
import { startSiteProcess, findWorkerPid } from '../support/site-process.ts';
import { freePort } from '../support/site.ts';

const RECCE = fileURLToPath(new URL('../../bin/recce', import.meta.url));
const quiet = { warn() {}, error() {} };

/** Runs a query on the embedded database of a folder, which may be in use by a node. */
async function queryNumber(dataDir: string, query: string, open = startOrJoin): Promise<number> {
  const server = await open(dataDir, quiet);
  const { kysely, pool } = connect(server.url, quiet);
  try {
    const { rows } = await sql.raw<{ value: number }>(`select (${query})::integer as value`).execute(kysely);
    return rows[0]!.value;
  } finally {
    await pool.end();
    await server.stop();
  }
}

test('stops at once during startup, with its database and without a partial catalogue', async () => {
  const dataDir = await realpath(await mkdtemp(path.join(tmpdir(), 'recce-stopping-')));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const node = spawn(RECCE, ['demo', 'serve'], {
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void node.kill('SIGKILL'));
  const exit = once(node, 'exit');
  const errors = text(node.stderr);
  let output = '';
  node.stdout.setEncoding('utf8').on('data', (words: string) => (output += words));
  // Joining the database earlier would lock the folder.
  await expect.poll(() => output).toContain('database migrated');
  // The pages exist; loading the catalogue takes some more seconds.
  await expect.poll(() => queryNumber(dataDir, 'select count(*) from pages').catch(() => 0)).toBeGreaterThan(0);

  node.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
  // The node did not wait for the catalogue.
  expect(output).not.toContain('is ready');
  expect(await errors).toBe('');
  expect(await findServers(path.join(dataDir, 'postgres'))).toEqual([]);
  expect(await queryNumber(dataDir, 'select count(*) from locations', start)).toBe(0);
});

/** Starts a mail server that accepts connections and never responds. */
async function startSilentMailServer(): Promise<{ url: string; connected: Promise<unknown> }> {
  const server = createServer((socket) => socket.on('error', () => {}));
  const connected = once(server, 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, connected };
}

test('stops without waiting for jobs, and requeues the running job', async () => {
  const { kysely: db, url } = await testDatabase();
  const mailServer = await startSilentMailServer();
  const node = await startSiteProcess(url, { SMTP_URL: mailServer.url, LOG_LEVEL: 'silent' });
  const worker = await findWorkerPid(node.process.pid!);
  const jobs = await openJobs({ url, queues: [mailQueue], log: quiet });
  onTestFinished(() => jobs.stop());
  const mail = { kind: 'test', recipient: 'crew@film.example', subject: 'A mill', text: 'A mill', html: 'A mill' };
  await db.transaction().execute((trx) => createOutbox(jobs)(trx, mail));
  await mailServer.connected;

  node.process.kill('SIGTERM');
  await expect.poll(() => node.process.exitCode, { timeout: 20_000 }).toBe(0);
  expect(() => process.kill(worker, 0)).toThrow('ESRCH');
  const { rows } = await sql`
    select state, retry_count, start_after <= now() as due from pgboss.job where name = ${mailQueue.name}`.execute(db);
  // A job that had waited for the timeout of the mail server would not be due yet.
  expect(rows).toEqual([{ state: 'retry', retry_count: 0, due: true }]);
}, 60_000);

test('kills a worker that does not stop', async () => {
  const { url } = await testDatabase();
  const node = await startSiteProcess(url, { LOG_LEVEL: 'silent' });
  const worker = await findWorkerPid(node.process.pid!);
  // It cannot handle signals any more, as while it processes a picture.
  process.kill(worker, 'SIGSTOP');
  onTestFinished(() => {
    if (node.process.exitCode === null) process.kill(worker, 'SIGKILL');
  });
  node.process.kill('SIGTERM');
  await expect.poll(() => node.process.exitCode, { timeout: 30_000 }).toBe(0);
  expect(() => process.kill(worker, 0)).toThrow('ESRCH');
}, 60_000);
