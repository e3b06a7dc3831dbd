import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startSite } from './support/site.ts';

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
