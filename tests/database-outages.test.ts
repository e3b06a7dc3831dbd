import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { start } from '../src/platform/db/embedded.ts';
import { findServers } from '../src/platform/db/embedded/processes.ts';
import { connect } from '../src/platform/db/pool.ts';
import { startSiteProcess } from './support/site-process.ts';
import { signedIn } from './support/people.ts';
import { administer } from './support/test-server.ts';
import { startFlakyDatabase } from './support/flaky-database.ts';

vi.setConfig({ testTimeout: 120_000 });

const quiet = { warn() {}, error() {} };
const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'recce-outages-')));
let server = await start(folder, quiet);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
const way = await startFlakyDatabase(server.url);
const node = await startSiteProcess(way.url, { LOG_LEVEL: 'silent' });
const { kysely: db, pool } = connect(server.url, quiet);
const scout = await signedIn({ url: node.url, db }, 'SCOUT');
await pool.end();

/** A person's answer comes within two seconds; a machine that does other things too is given twice that. */
const ANSWER_WITHIN_MS = 4_000;

interface Answered {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

async function ask(address: string, init: RequestInit = {}): Promise<Answered> {
  const answer = await fetch(node.url + address, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text() };
}

const read = () => ask('/api/user/boards', { headers: { authorization: `Bearer ${scout.token}` } });
const write = () =>
  ask('/api/boards', {
    method: 'POST',
    headers: { authorization: `Bearer ${scout.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Harbours' }),
  });
const page = () => ask('/boards', { headers: { cookie: scout.cookie, accept: 'text/html' } });

async function expectUnavailable(): Promise<void> {
  const [reading, writing, shown] = await Promise.all([read(), write(), page()]);
  const unavailable = { status: 503, retryAfter: '2' };
  expect(reading).toMatchObject(unavailable);
  expect(JSON.parse(reading.body)).toEqual({
    errorType: 'UNAVAILABLE',
    message: 'The site cannot reach its data at the moment. Please try again in a few seconds.',
  });
  expect(writing).toMatchObject(unavailable);
  expect(JSON.parse(writing.body)).toEqual({
    errorType: 'UNAVAILABLE',
    message:
      'The site cannot reach its data at the moment. Please try again in a few seconds. If you were saving something, first check whether it was saved.',
  });
  expect(shown).toMatchObject(unavailable);
  expect(shown.body).toContain('The site is unavailable for a moment');
  expect(shown.body).not.toContain('Log In');
  expect(await ask('/api/ready')).toMatchObject(unavailable);
  // What is in memory goes on.
  expect(await ask('/api/locations')).toMatchObject({ status: 200 });
  expect(await ask('/')).toMatchObject({ status: 200 });
}

/** All who ask at the same time, of whom the first have the connections that there are. */
async function expectAllUnavailable(): Promise<void> {
  const statuses = (await Promise.all(Array.from({ length: 30 }, read))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([503]));
}

async function expectWell(): Promise<void> {
  await expect
    .poll(async () => [(await read()).status, (await write()).status, (await page()).status], { timeout: 5_000 })
    .toEqual([200, 200, 200]);
  await expect.poll(async () => (await ask('/api/ready')).status, { timeout: 5_000 }).toBe(200);
  expect(node.process.exitCode).toBeNull();
}

async function signal(name: NodeJS.Signals): Promise<void> {
  for (const pid of await findServers(path.join(folder, 'postgres'))) process.kill(pid, name);
}

function endConnections(): Promise<unknown> {
  return administer(
    server.url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'recce%' and pid <> pg_backend_pid()`,
  );
}

const FAULTS: Readonly<Record<string, { begin: () => unknown; end: () => unknown }>> = {
  'is stopped and started again': {
    begin: () => server.stop(),
    end: async () => void (server = await start(folder, quiet)),
  },
  'is halted': { begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT') },
  'is behind a firewall that drops packets': { begin: () => way.silence(), end: () => way.endSilence() },
};

describe.each(Object.entries(FAULTS))('while the database %s', (_name, { begin, end }) => {
  test('whoever needs it is told at once to come back, and it all works again afterwards', async () => {
    await expectWell();
    await begin();
    try {
      await expectUnavailable();
      await expectAllUnavailable();
    } finally {
      await end();
    }
    await expectWell();
  });
});

test('connections that fall silent while others can be made are replaced', async () => {
  await expectWell();
  way.silence();
  way.endSilence();
  await expectWell();
});

test('connections that the server ends are replaced, and fail nobody with an error of ours', async () => {
  await expectWell();
  const statuses = new Set<number>();
  for (let n = 0; n < 20; n++) {
    const reading = Array.from({ length: 10 }, read);
    await endConnections();
    for (const { status } of await Promise.all(reading)) statuses.add(status);
  }
  expect([200, 503]).toEqual(expect.arrayContaining([...statuses]));
  await expectWell();
});

test('connections that end as they begin end nothing else', async () => {
  await expectWell();
  const ended = way.endAtOnce(20);
  await endConnections();
  // Those of the pool, of the queue and of the listeners among them.
  await ended;
  await expectWell();
});
