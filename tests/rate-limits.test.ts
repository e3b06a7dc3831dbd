import { request } from 'node:http';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startSite } from './support/site.ts';

// A minute does not pass here, however slowly the machine asks.
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => vi.useRealTimers());

const site = await startSite({ env: { RATE_LIMIT: 'on' } });
const behindProxy = await startSite({ env: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16' } });
const CHALLENGE = '/api/verification/challenge?action=Contact';
const CHALLENGES_A_MINUTE = 60;

/** The statuses of so many requests, which a proxy says come from this chain of addresses. */
async function ask(path: string, times: number, forwardedFor: string, init: RequestInit = {}): Promise<number[]> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor };
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) {
    const response = await fetch(behindProxy.url + path, { ...init, headers });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

test('one address may ask only so often, and is told when to come back', async () => {
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

test('a page is counted whatever its address pretends to be', async () => {
  const { port } = new URL(site.url);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request({ port, path: '/basemap/../find-a-location?query=castle' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(429);
  const shown = await fetch(site.url, { headers: { accept: 'text/html' } });
  expect([shown.status, await shown.text()]).toEqual([429, expect.stringContaining('<p>Too many requests.')]);
  expect((await fetch(`${site.url}/basemap/6/31/19.pbf`)).status).toBe(200);
});

describe('behind a proxy that is trusted', () => {
  test('each visitor is counted alone, by the last address that is not a proxy', async () => {
    const allowed = Array.from({ length: CHALLENGES_A_MINUTE }, () => 200);
    expect(await ask(CHALLENGE, CHALLENGES_A_MINUTE + 1, '203.0.113.7')).toEqual([...allowed, 429]);
    expect(await ask(CHALLENGE, 1, '203.0.113.8')).toEqual([200]);
    // What the visitor writes in front makes nobody another, and a second proxy of ours hides nobody.
    expect(await ask(CHALLENGE, 1, '198.51.100.1, 203.0.113.7')).toEqual([429]);
    expect(await ask(CHALLENGE, 1, '203.0.113.7, 10.1.2.3')).toEqual([429]);
    expect(await ask(CHALLENGE, 1, '203.0.113.7, 203.0.113.9')).toEqual([200]);
  });

  test('the many IPv6 addresses of one subscriber count as one', async () => {
    for (let n = 1; n <= CHALLENGES_A_MINUTE; n++) await ask(CHALLENGE, 1, `2001:db8:7:1::${n}`);
    expect(await ask(CHALLENGE, 1, '2001:db8:7:1:ffff::1')).toEqual([429]);
    expect(await ask(CHALLENGE, 1, '2001:db8:7:2::1')).toEqual([200]);
  });

  test('a call with a limit of its own leaves the others free', async () => {
    const send = { method: 'POST', body: '{}' };
    const rejected = Array.from({ length: 20 }, () => 422);
    expect(await ask('/api/enquire', 21, '203.0.113.20', send)).toEqual([...rejected, 429]);
    expect(await ask(CHALLENGE, 1, '203.0.113.20')).toEqual([200]);
    expect(await ask('/api/locations', 1, '203.0.113.20')).toEqual([200]);
  });
});
