import { request } from 'node:http';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startSite } from './support/site.ts';

// The clock is fixed, so that no minute passes on a slow machine.
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => vi.useRealTimers());

const site = await startSite({ env: { RATE_LIMIT: 'on' } });
const behindProxy = await startSite({ env: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16' } });
const CHALLENGE = '/api/verification/challenge?action=Contact';
const CHALLENGES_A_MINUTE = 60;

/** Sends requests with this chain of forwarded addresses. Returns their statuses. */
async function sendRequests(
  path: string,
  times: number,
  forwardedFor: string,
  init: RequestInit = {},
): Promise<number[]> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor };
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) {
    const response = await fetch(behindProxy.url + path, { ...init, headers });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

test('limits requests per address, with a Retry-After header', async () => {
  const statuses: number[] = [];
  let rejected: Response | undefined;
  for (let i = 0; i < 700 && !rejected; i++) {
    const response = await fetch(`${site.url}/api/health`, { headers: { 'x-forwarded-for': `10.0.0.${i % 250}` } });
    statuses.push(response.status);
    if (response.status === 429) rejected = response;
    else await response.arrayBuffer();
  }
  expect(statuses.filter((status) => status === 200).length).toBe(600);
  expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await rejected?.json()).toMatchObject({ errorType: 'TOO_MANY_REQUESTS' });
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
  test('counts each visitor by the last address that is not a proxy', async () => {
    const allowed = Array.from({ length: CHALLENGES_A_MINUTE }, () => 200);
    expect(await sendRequests(CHALLENGE, CHALLENGES_A_MINUTE + 1, '203.0.113.7')).toEqual([...allowed, 429]);
    expect(await sendRequests(CHALLENGE, 1, '203.0.113.8')).toEqual([200]);
    // Addresses that the visitor adds in front do not matter, and further trusted proxies are skipped.
    expect(await sendRequests(CHALLENGE, 1, '198.51.100.1, 203.0.113.7')).toEqual([429]);
    expect(await sendRequests(CHALLENGE, 1, '203.0.113.7, 10.1.2.3')).toEqual([429]);
    expect(await sendRequests(CHALLENGE, 1, '203.0.113.7, 203.0.113.9')).toEqual([200]);
  });

  test('counts the IPv6 addresses of a subscriber as one', async () => {
    for (let n = 1; n <= CHALLENGES_A_MINUTE; n++) await sendRequests(CHALLENGE, 1, `2001:db8:7:1::${n}`);
    expect(await sendRequests(CHALLENGE, 1, '2001:db8:7:1:ffff::1')).toEqual([429]);
    expect(await sendRequests(CHALLENGE, 1, '2001:db8:7:2::1')).toEqual([200]);
  });

  test('counts a route with its own limit separately', async () => {
    const send = { method: 'POST', body: '{}' };
    const rejected = Array.from({ length: 20 }, () => 422);
    expect(await sendRequests('/api/enquire', 21, '203.0.113.20', send)).toEqual([...rejected, 429]);
    expect(await sendRequests(CHALLENGE, 1, '203.0.113.20')).toEqual([200]);
    expect(await sendRequests('/api/locations', 1, '203.0.113.20')).toEqual([200]);
  });
});
