import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startSite } from './support/site.ts';

const site = await startSite();
const html = { accept: 'text/html' };

test('while the renderer has enough to do, other pages are refused for now, and nothing else is', async () => {
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  // Pages wait for what they ask of the API as long as the catalogue is locked.
  const lock = site.db.transaction().execute(async (trx) => {
    await sql`lock table published_locations in access exclusive mode`.execute(trx);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const pages = Array.from({ length: 60 }, (_, n) =>
    fetch(`${site.url}/find-a-location/eilean-donan-castle?n=${n}`, { headers: html }),
  );
  const rejected = await firstRefused(pages);
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await rejected.text()).toContain('Too many people are opening pages at the moment. Please try again');
  expect((await fetch(`${site.url}/api/health`)).status).toBe(200);

  held.resolve();
  await lock;
  const statuses = (await Promise.all(pages)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await fetch(`${site.url}/find-a-location/eilean-donan-castle?n=again`, { headers: html })).status).toBe(200);
});

/** The first of these answers that is no page. */
function firstRefused(pages: readonly Promise<Response>[]): Promise<Response> {
  return Promise.any(
    pages.map(async (page) => {
      const answer = await page;
      if (answer.status === 200) throw new Error('a page');
      return answer;
    }),
  );
}
