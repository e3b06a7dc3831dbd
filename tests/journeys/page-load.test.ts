import fastify from 'fastify';
import { expect, test } from 'vitest';
import { ApiError } from '../../src/platform/http/contract.ts';
import { createInProcessCaller } from '../../src/platform/http/route-handlers.ts';
import { createRenderPool } from '../../src/server/rendering/render-pool.ts';
import { openBrowser } from '../support/browser.ts';
import { createCallContext } from '../support/call-context.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const callApi = createInProcessCaller(site.app.handlers, createCallContext(null));

test.each([
  ['fail', () => Promise.reject(new ApiError('UNAVAILABLE', 'Not now.'))],
  ['take long', () => new Promise<never>(() => {})],
] as const)('shows a spinner while menu and footer %s, and then the content', async (_, answer) => {
  const server = fastify();
  const { render } = await createRenderPool(1)(server);
  const page = await render(`${site.url}/about`, (route, input) =>
    /^GET \/(menu|footer)$/.test(route) ? answer() : callApi(route, input),
  );
  await server.close();
  expect(page.headers).toContainEqual(['cache-control', 'no-store']);
  const tab = await browser.newPage();
  await tab.route(`${site.url}/about`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: Buffer.from(page.html) }),
  );
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await tab.route(/\/api\/menu/, async (route) => {
    await released;
    await route.continue();
  });
  let footers = 0;
  await tab.route(/\/api\/footer/, (route) => (++footers < 3 ? route.abort() : route.continue()));
  await tab.goto(`${site.url}/about`);
  const spinner = tab.getByRole('status').filter({ hasText: 'Loading...' });
  await spinner.waitFor();
  expect(await tab.getByRole('heading', { level: 1 }).count()).toBe(0);
  const { width, height } = (await tab.locator('.loading-screen').boundingBox())!;
  expect([width, height]).toEqual([1440, 900]);
  await spinner.getByText('This is taking longer than usual.').waitFor({ state: 'visible' });
  await expect.poll(() => footers, { timeout: 30_000 }).toBe(3);
  release();
  await tab.getByRole('heading', { level: 1 }).waitFor();
  await tab.getByRole('contentinfo').waitFor();
  await tab.getByRole('button', { name: 'Menu' }).click();
  await tab.getByRole('dialog', { name: 'Menu' }).waitFor();
  expect(await spinner.count()).toBe(0);
});

test('caches a complete page for the next visitor', async () => {
  const server = fastify();
  const { render } = await createRenderPool(1)(server);
  const { headers } = await render(`${site.url}/about`, callApi);
  await server.close();
  expect(headers.map(([name]) => name)).not.toContain('cache-control');
});
