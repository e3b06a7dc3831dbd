import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { start } from '../../src/platform/db/embedded.ts';
import { findServers } from '../../src/platform/db/embedded/processes.ts';
import { connect } from '../../src/platform/db/pool.ts';
import { startSiteProcess } from '../support/site-process.ts';
import { addSignedInPerson } from '../support/people.ts';
import { administer } from '../support/test-server.ts';
import { startFlakyDatabase } from '../support/flaky-database.ts';

vi.setConfig({ testTimeout: 120_000 });

const quiet = { warn() {}, error() {} };
const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'recce-outages-')));
let server = await start(folder, quiet);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
const flaky = await startFlakyDatabase(server.url);
const node = await startSiteProcess(flaky.url, { LOG_LEVEL: 'silent' });
const { kysely: db, pool } = connect(server.url, quiet);
const scout = await addSignedInPerson({ url: node.url, db }, 'SCOUT');
await pool.end();

/** The site responds within two seconds; twice that on a loaded machine. */
const TIMEOUT_MS = 4_000;

interface Received {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

async function request(address: string, init: RequestInit = {}): Promise<Received> {
  const response = await fetch(node.url + address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() };
}

const read = () => request('/api/user/boards', { headers: { authorization: `Bearer ${scout.token}` } });
const write = () =>
  request('/api/boards', {
    method: 'POST',
    headers: { authorization: `Bearer ${scout.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Harbours' }),
  });
const page = () => request('/boards', { headers: { cookie: scout.cookie, accept: 'text/html' } });

async function expectUnavailable(): Promise<void> {
  const [reading, writing, shown] = await Promise.all([read(), write(), page()]);
  const unavailable = { status: 503, retryAfter: '2' };
  expect(reading).toMatchObject(unavailable);
  expect(JSON.parse(reading.body)).toMatchObject({
    errorType: 'UNAVAILABLE',
    message: 'The site is not available at the moment. Please try again in a few seconds.',
  });
  expect(writing).toMatchObject(unavailable);
  expect(JSON.parse(writing.body)).toMatchObject({
    errorType: 'UNAVAILABLE',
    message:
      'The site is not available at the moment. Please try again in a few seconds. If you were saving something, first check whether it was saved.',
  });
  expect(shown).toMatchObject(unavailable);
  expect(shown.body).toContain('<title>The site is not available - Recce Scotland</title>');
  expect(shown.body).not.toContain('Log In');
  expect(await request('/api/ready')).toMatchObject(unavailable);
  // Pages and searches served from memory still work.
  expect(await request('/api/locations')).toMatchObject({ status: 200 });
  expect(await request('/')).toMatchObject({ status: 200 });
}

/** Sends more requests at once than there are connections. */
async function expectAllUnavailable(): Promise<void> {
  const statuses = (await Promise.all(Array.from({ length: 30 }, read))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([503]));
}

async function expectHealthy(): Promise<void> {
  await expect
    .poll(async () => [(await read()).status, (await write()).status, (await page()).status], { timeout: 5_000 })
    .toEqual([200, 201, 200]);
  await expect.poll(async () => (await request('/api/ready')).status, { timeout: 5_000 }).toBe(200);
  expect(node.process.exitCode).toBeNull();
}

async function signal(name: NodeJS.Signals): Promise<void> {
  for (const pid of await findServers(path.join(folder, 'postgres'))) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // The process of a connection may have ended since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function endConnections(): Promise<unknown> {
  return administer(
    server.url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'recce%' and pid <> pg_backend_pid()`,
  );
}

const FAULTS: Readonly<Record<string, { begin: () => unknown; end: () => unknown }>> = {
  'is restarted': {
    begin: () => server.stop(),
    end: async () => void (server = await start(folder, quiet)),
  },
  'is suspended': { begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT') },
  'is behind a firewall that drops packets': { begin: () => flaky.dropTraffic(), end: () => flaky.resumeTraffic() },
};

describe.each(Object.entries(FAULTS))('while the database %s', (_name, { begin, end }) => {
  test('responds 503 at once, and recovers afterwards', async () => {
    await expectHealthy();
    await begin();
    try {
      await expectUnavailable();
      await expectAllUnavailable();
    } finally {
      await end();
    }
    await expectHealthy();
  });
});

test('replaces silent connections', async () => {
  await expectHealthy();
  flaky.dropTraffic();
  flaky.resumeTraffic();
  await expectHealthy();
});

test('replaces connections that the server terminates, without internal errors', async () => {
  await expectHealthy();
  const statuses = new Set<number>();
  for (let n = 0; n < 20; n++) {
    const reading = Array.from({ length: 10 }, read);
    await endConnections();
    for (const { status } of await Promise.all(reading)) statuses.add(status);
  }
  expect([200, 503]).toEqual(expect.arrayContaining([...statuses]));
  await expectHealthy();
});

test('survives connections that end as they are opened', async () => {
  await expectHealthy();
  const ended = flaky.endAtOnce(20);
  await endConnections();
  // Connections of the pool, the job queue and the listeners.
  await ended;
  await expectHealthy();
});
