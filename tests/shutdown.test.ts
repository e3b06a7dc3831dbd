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
import { start, startOrJoin } from '../src/platform/db/embedded.ts';
import { findServers } from '../src/platform/db/embedded/processes.ts';
import { connect } from '../src/platform/db/pool.ts';
import { mailQueue, createOutbox } from '../src/platform/mail/outbox.ts';
import { openJobs } from '../src/platform/jobs.ts';
import { testDatabase } from './support/database.ts';
import { startSiteProcess, findWorkerPid } from './support/site-process.ts';
import { freePort } from './support/site.ts';

const MAIN = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));
const quiet = { warn() {}, error() {} };

/** Runs a query on the embedded database of a folder, beside whoever holds it. */
async function ask(dataDir: string, query: string, open = startOrJoin): Promise<number> {
  const server = await open(dataDir, quiet);
  const { kysely, pool } = connect(server.url, quiet);
  try {
    const { rows } = await sql.raw<{ answer: number }>(`select (${query})::integer as answer`).execute(kysely);
    return rows[0]!.answer;
  } finally {
    await pool.end();
    await server.stop();
  }
}

test('a node that is told to stop while it starts leaves at once, without its database and without half a catalogue', async () => {
  const dataDir = await realpath(await mkdtemp(path.join(tmpdir(), 'recce-stopping-')));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const node = spawn(process.execPath, [MAIN], {
    env: { ...process.env, NODE_ENV: 'test', PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: 'on' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void node.kill('SIGKILL'));
  const exit = once(node, 'exit');
  const complained = text(node.stderr);
  let said = '';
  node.stdout.setEncoding('utf8').on('data', (words: string) => (said += words));
  // Before that, the folder would be ours.
  await expect.poll(() => said).toContain('database migrated');
  // Its pages are there; the catalogue takes some seconds more.
  await expect.poll(() => ask(dataDir, 'select count(*) from pages').catch(() => 0)).toBeGreaterThan(0);

  node.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
  // Had it waited for the catalogue, it would be there, and the site too.
  expect(said).not.toContain('is ready');
  expect(await complained).toBe('');
  expect(await findServers(path.join(dataDir, 'postgres'))).toEqual([]);
  expect(await ask(dataDir, 'select count(*) from locations', start)).toBe(0);
});

/** A mail server that takes connections and never says a word. */
async function silentMailServer(): Promise<{ url: string; called: Promise<unknown> }> {
  const server = createServer((socket) => socket.on('error', () => {}));
  const called = once(server, 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, called };
}

test('a node that is told to stop waits for no job: its worker ends too, and the job is as if never begun', async () => {
  const { kysely: db, url } = await testDatabase();
  const mails = await silentMailServer();
  const node = await startSiteProcess(url, { SMTP_URL: mails.url, LOG_LEVEL: 'silent' });
  const worker = await findWorkerPid(node.process.pid!);
  const jobs = await openJobs({ url, queues: [mailQueue], log: quiet });
  onTestFinished(() => jobs.stop());
  const mail = { kind: 'test', recipient: 'crew@film.example', subject: 'A mill', text: 'A mill', html: 'A mill' };
  await db.transaction().execute((trx) => createOutbox(jobs)(trx, mail));
  await mails.called;

  node.process.kill('SIGTERM');
  // A mail server may be waited for twice as long as this.
  await expect.poll(() => node.process.exitCode, { timeout: 8_000 }).toBe(0);
  expect(() => process.kill(worker, 0)).toThrow('ESRCH');
  const { rows } = await sql`
    select state, retry_count, start_after <= now() as due from pgboss.job where name = ${mailQueue.name}`.execute(db);
  expect(rows).toEqual([{ state: 'retry', retry_count: 0, due: true }]);
}, 60_000);

test('a worker that does not end is killed with its node', async () => {
  const { url } = await testDatabase();
  const node = await startSiteProcess(url, { LOG_LEVEL: 'silent' });
  const worker = await findWorkerPid(node.process.pid!);
  // It can hear nothing any more, as in the middle of a picture.
  process.kill(worker, 'SIGSTOP');
  onTestFinished(() => {
    if (node.process.exitCode === null) process.kill(worker, 'SIGKILL');
  });
  node.process.kill('SIGTERM');
  await expect.poll(() => node.process.exitCode, { timeout: 30_000 }).toBe(0);
  expect(() => process.kill(worker, 0)).toThrow('ESRCH');
}, 60_000);
