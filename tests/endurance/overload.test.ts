import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openClient } from '../../src/platform/db/pool.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const html = { accept: 'text/html' };

test('rejects pages, and nothing else, while the render pool is busy', async () => {
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  // Pages wait for the API while the catalogue is locked.
  const lock = site.db.transaction().execute(async (trx) => {
    await sql`lock table published_locations in access exclusive mode`.execute(trx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const pages = Array.from({ length: 60 }, (_, n) =>
    fetch(`${site.url}/find-a-location/eilean-donan-castle?n=${n}`, { headers: html }),
  );
  const rejected = await waitForFirstRejected(pages);
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await rejected.text()).toContain('Too many people are opening pages at the moment. Please try again');
  expect((await fetch(`${site.url}/api/health`)).status).toBe(200);

  release.resolve();
  await lock;
  const statuses = (await Promise.all(pages)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await fetch(`${site.url}/find-a-location/eilean-donan-castle?n=again`, { headers: html })).status).toBe(200);
});

test('rejects writes beyond the capacity of a route completely, and stays ready', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const search = () => fetch(`${site.url}/api/locations?query=castle`);
  // From now on, the cards of these results are in memory.
  await search();
  const headers = { 'content-type': 'application/json' };
  const write = async (_: unknown, n: number) => {
    const body = JSON.stringify({ title: `Board ${n}` });
    const response = await scout.fetch('/api/boards', { method: 'POST', headers, body });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  };
  const writes = await withLockedTable('boards', async () => {
    const sent = Array.from({ length: 150 }, write);
    const rejected = await Promise.any(sent.map(async (one) => ((await one).status === 503 ? one : Promise.reject())));
    expect(rejected.retryAfter).toBe('2');
    expect(rejected.text).toContain('Too many people are using the site at the moment.');
    for (const check of ['health', 'ready']) expect((await fetch(`${site.url}/api/${check}`)).status).toBe(200);
    expect((await search()).status).toBe(200);
    return sent;
  });
  const statuses = (await Promise.all(writes)).map(({ status }) => status);
  const accepted = statuses.filter((status) => status === 201).length;
  expect(accepted).toBeGreaterThanOrEqual(10);
  expect(statuses.filter((status) => status === 503).length).toBe(150 - accepted);
  const boards = await site.db.selectFrom('boards').select('id').where('user_id', '=', scout.person.id).execute();
  expect(boards.length).toBe(accepted);
});

test('does not count log-in attempts that are rejected', async () => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'nobody@crew.example', password: 'a wrong password' });
  const attempt = async () => (await fetch(`${site.url}/api/login`, { method: 'POST', headers, body })).status;
  const attempts = await withLockedTable('login_attempts', async () => {
    const sent = Array.from({ length: 120 }, attempt);
    await Promise.any(sent.map(async (one) => ((await one) === 503 ? one : Promise.reject())));
    return sent;
  });
  const statuses = await Promise.all(attempts);
  const handled = statuses.filter((status) => status !== 503).length;
  expect(handled).toBeLessThan(120);
  const counted = await site.db.selectFrom('login_attempts').select('attempts').execute();
  expect(Math.max(...counted.map(({ attempts: count }) => count))).toBeLessThanOrEqual(handled);
});

/** Runs a function while all statements on a table wait. The lock has a separate connection. */
async function withLockedTable<Result>(
  table: 'boards' | 'login_attempts',
  run: () => Promise<Result>,
): Promise<Result> {
  const client = await openClient(site.databaseUrl);
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    return await run();
  } finally {
    await client.end();
  }
}

/** Resolves to the first response with another status than 200. */
function waitForFirstRejected(pages: readonly Promise<Response>[]): Promise<Response> {
  return Promise.any(
    pages.map(async (page) => {
      const response = await page;
      if (response.status === 200) throw new Error('a page');
      return response;
    }),
  );
}
