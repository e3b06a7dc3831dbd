import { request } from 'node:http';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { testDatabase } from './support/database.ts';
import { startSite } from './support/site.ts';

// The clock is fixed, so that no minute passes on a slow machine.
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => vi.useRealTimers());

const site = await startSite({ env: { RATE_LIMIT: 'on' } });
const database = await testDatabase(inject('demo').template);
const env = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16' };
/** Two nodes of one site. */
const behindProxy = await startSite({ database, env });
const otherNode = await startSite({ database, env });
const CHALLENGE = '/api/verification/challenge?action=Contact';
const CHALLENGES_A_MINUTE = 60;

/** Sends requests with this chain of forwarded IP addresses. Returns their statuses. */
async function sendRequests(
  path: string,
  times: number,
  forwardedFor: string,
  init: RequestInit = {},
  node = behindProxy,
): Promise<number[]> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor };
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) {
    const response = await fetch(node.url + path, { ...init, headers });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

test('limits requests per IP address and node, with a Retry-After header', async () => {
  const statuses: number[] = [];
  let rejected: Response | undefined;
  for (let i = 0; i < 700 && !rejected; i++) {
    const response = await fetch(`${site.url}/api/session`, { headers: { 'x-forwarded-for': `10.0.0.${i % 250}` } });
    statuses.push(response.status);
    if (response.status === 429) rejected = response;
    else await response.arrayBuffer();
  }
  expect(statuses.filter((status) => status === 200).length).toBe(600);
  expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await rejected?.json()).toMatchObject({ errorType: 'TOO_MANY_REQUESTS' });
});

test('answers probes after that, up to a limit of their own', async () => {
  const [ready] = await sendRequests('/api/ready', 1, '10.0.0.1', {}, site);
  const statuses = await sendRequests('/api/health', 600, '10.0.0.1', {}, site);
  expect([ready, statuses.indexOf(429)]).toEqual([200, 599]);
});

test('counts a page request with a percent-encoded path', async () => {
  const { port } = new URL(site.url);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request({ port, path: '/basemap/../find-a-location?query=castle' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(429);
  const shown = await fetch(site.url, { headers: { accept: 'text/html' } });
  expect([shown.status, await shown.text()]).toEqual([429, expect.stringContaining('<p>Too many requests.')]);
  expect((await fetch(`${site.url}/basemap/6/31/19.pbf`)).status).toBe(200);
});

describe('behind a trusted proxy', () => {
  test('counts each visitor by the last IP address that is not a proxy', async () => {
    const allowed = Array.from({ length: CHALLENGES_A_MINUTE }, () => 200);
    expect(await sendRequests(CHALLENGE, CHALLENGES_A_MINUTE + 1, '203.0.113.7')).toEqual([...allowed, 429]);
    expect(await sendRequests(CHALLENGE, 1, '203.0.113.8')).toEqual([200]);
    // IP addresses that the visitor adds in front do not matter, and further trusted proxies are skipped.
    expect(await sendRequests(CHALLENGE, 1, '198.51.100.1, 203.0.113.7')).toEqual([429]);
    expect(await sendRequests(CHALLENGE, 1, '203.0.113.7, 10.1.2.3')).toEqual([429]);
    expect(await sendRequests(CHALLENGE, 1, '203.0.113.7, 203.0.113.9')).toEqual([200]);
  });

  test('counts the IPv6 addresses of a subscriber as one', async () => {
    for (let n = 1; n <= CHALLENGES_A_MINUTE; n++) await sendRequests(CHALLENGE, 1, `2001:db8:7:1::${n}`);
    expect(await sendRequests(CHALLENGE, 1, '2001:db8:7:1:ffff::1')).toEqual([429]);
    expect(await sendRequests(CHALLENGE, 1, '2001:db8:7:2::1')).toEqual([200]);
  });

  test('counts a /56 four times and a /48 sixteen times as often as a single subscriber', async () => {
    const send = { method: 'POST', body: '{}' };
    const [perSubscriber, path] = [20, '/api/enquire'];
    /** Sends as many requests as one subscriber may from the nth /64. Returns whether all were accepted. */
    const exhaust = async (n: number) => {
      const statuses = await sendRequests(path, perSubscriber, `2001:db8:9:${n.toString(16)}::1`, send);
      return statuses.every((status) => status === 422);
    };
    for (const n of [0, 1, 2, 3]) expect(await exhaust(n)).toBe(true);
    // The first /56 has reached its limit, the next has not.
    expect(await sendRequests(path, 1, '2001:db8:9:4::1', send)).toEqual([429]);
    for (let n = 0x100; n < 0xc00; n += 0x100) expect(await exhaust(n)).toBe(true);
    // The whole /48 reaches its limit, and another one does not.
    expect((await sendRequests(path, 20, '2001:db8:9:ff00::1', send)).at(-1)).toBe(429);
    expect(await sendRequests(path, 1, '2001:db8:a::1', send)).toEqual([422]);
  });

  test('counts the requests of a route with its own limit over all nodes', async () => {
    const send = { method: 'POST', body: '{}' };
    const statuses = [
      ...(await sendRequests('/api/enquire', 12, '203.0.113.40', send)),
      ...(await sendRequests('/api/enquire', 12, '203.0.113.40', send, otherNode)),
    ];
    expect(statuses.filter((status) => status === 422).length).toBe(20);
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429]);
    expect(await sendRequests('/api/enquire', 1, '203.0.113.40', send)).toEqual([429]);
  });

  test('starts again after the time of the limit, and stores no IP addresses', async () => {
    expect((await sendRequests(CHALLENGE, CHALLENGES_A_MINUTE + 1, '203.0.113.50')).at(-1)).toBe(429);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await sendRequests(CHALLENGE, 1, '203.0.113.50')).toEqual([200]);
    const rows = await database.kysely.selectFrom('request_counts').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ subject_hash }) => subject_hash.length))).toEqual(new Set([32]));
  });

  test('counts a route with its own limit separately', async () => {
    const send = { method: 'POST', body: '{}' };
    const rejected = Array.from({ length: 20 }, () => 422);
    expect(await sendRequests('/api/enquire', 21, '203.0.113.20', send)).toEqual([...rejected, 429]);
    expect(await sendRequests(CHALLENGE, 1, '203.0.113.20')).toEqual([200]);
    expect(await sendRequests('/api/locations', 1, '203.0.113.20')).toEqual([200]);
  });
});
