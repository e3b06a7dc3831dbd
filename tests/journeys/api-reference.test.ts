import { expect, test } from 'vitest';
import { expectNoProblems } from '../support/accessibility.ts';
import { SCREENS, openBrowser } from '../support/browser.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
// Fails the file when the content security policy blocks anything.
const browser = await openBrowser();

async function openReference(options: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await browser.newPage(options);
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(`${site.url}/api/docs`);
  await page.getByRole('heading', { name: 'Searches the published locations' }).waitFor();
  return { page, origins };
}

test('shows the operations, and loads nothing from other hosts', async () => {
  const { page, origins } = await openReference();
  expect(await page.title()).toBe('Recce Scotland API');
  expect(await page.locator('html').getAttribute('lang')).toBe('en-GB');
  await page.getByRole('link', { name: /^Boards/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Creates a board', { exact: true }).first().waitFor();
  expect(await page.getByText(/Ask AI|Generate MCP|Open API Client/).count()).toBe(0);
  expect([...origins]).toEqual([site.url]);
});

test('tries a call', async () => {
  const { page, origins } = await openReference();
  await page.getByRole('button', { name: /^Test Request.*get \/api\/locations\)/i }).click();
  const response = page.waitForResponse((it) => new URL(it.url()).pathname === '/api/locations');
  await page.getByRole('button', { name: /^Send get request/ }).click();
  expect((await response).status()).toBe(200);
  expect([...origins]).toEqual([site.url]);
});

test('meets WCAG 2.2 AA on a desk in the light theme, and on a phone in the dark one', async () => {
  const { page } = await openReference({ viewport: SCREENS.desk });
  await expectNoProblems(page, { darkScreen: 'phone' });
  expect(await page.locator('body').getAttribute('class')).toContain('dark-mode');
});

test('lists all calls without scripts', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site.url}/api/docs`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Recce Scotland API');
  expect(await page.getByRole('cell', { name: '/api/locations/by-url/{locationurl}' }).count()).toBe(1);
  expect(await page.getByRole('link', { name: 'openapi.json' }).getAttribute('href')).toBe('/api/openapi.json');
});
