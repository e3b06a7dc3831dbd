import { expect, test } from 'vitest';
import { startSite } from './support/site.ts';
import { administer } from './support/test-server.ts';
import { GENERIC_MESSAGE } from '../src/platform/text/common-messages.ts';

const site = await startSite({ env: { LOG_LEVEL: 'silent' } });
const INTERNALS = /published_locations|node_modules|relation|\/src\/|select /;

test('hides the details of an internal error from API calls and pages', async () => {
  await administer(site.databaseUrl, 'alter table published_locations rename to lost');

  const call = await fetch(`${site.url}/api/locations/by-url/eilean-donan-castle`);
  expect(call.status).toBe(500);
  const text = await call.text();
  expect(JSON.parse(text)).toMatchObject({ errorType: 'INTERNAL', message: GENERIC_MESSAGE, detail: GENERIC_MESSAGE });
  expect(text).not.toMatch(INTERNALS);

  const page = await fetch(`${site.url}/find-a-location/eilean-donan-castle`);
  const html = await page.text();
  expect(page.status).toBe(500);
  expect(html).toContain(GENERIC_MESSAGE);
  expect(html).not.toMatch(INTERNALS);
});
