import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startSite } from './support/site.ts';

const site = await startSite({ env: { RATE_LIMIT: 'on' } });

test('one address may ask only so often, and is told when to come back', async () => {
  const statuses: number[] = [];
  let refused: Response | undefined;
  for (let i = 0; i < 700 && !refused; i++) {
    const response = await fetch(`${site.url}/api/health`, { headers: { 'x-forwarded-for': `10.0.0.${i % 250}` } });
    statuses.push(response.status);
    if (response.status === 429) refused = response;
    else await response.arrayBuffer();
  }
  expect(statuses.filter((status) => status === 200).length).toBe(600);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ errorType: 'TOO_MANY_REQUESTS' });
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
  expect((await fetch(`${site.url}/basemap/6/31/19.pbf`)).status).toBe(200);
});
