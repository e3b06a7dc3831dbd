import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createFixtures } from '../permissions/fixtures.ts';
import { addPeople } from '../permissions/people.ts';
import { PAGES } from '../permissions/expected.ts';
import { toPath } from '../permissions/pages.ts';
import { openBrowser, visit, waitForIdle } from '../support/browser.ts';
import { signInAs } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();
const people = await addPeople(site);
const fixtures = await createFixtures(site, people);
const admin = await signInAs(site, people.admin);

const RECORDS = PAGES.map(({ name }) => name).filter((name) =>
  /^\/admin\/.*\{|^\/boards\/\{(board|privateBoard)\}$/.test(name),
);

/** Returns how far from the top of the page its controls are, by what identifies them. */
async function measureControls(page: Page): Promise<Map<string, number>> {
  await waitForIdle(page);
  const found = await page.locator('main :is(button, a, input, select, textarea)').evaluateAll((elements) =>
    elements.map((element) => {
      const name = `${element.tagName} ${element.id || element.textContent} ${element.getAttribute('href')}`;
      return [name, Math.round(element.getBoundingClientRect().y + scrollY)] as const;
    }),
  );
  return new Map(found);
}

test.each(RECORDS)('the controls of %s stay in place when responses of the API come late', async (name) => {
  const page = await browser.newPage();
  await admin.enter(page.context());
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const responses: Promise<unknown>[] = [];
  await page.route('**/api/**', (route) => {
    // These never end.
    if (route.request().url().endsWith('/events')) return route.continue();
    const response = released.then(async () => route.fulfill({ response: await route.fetch() }));
    responses.push(response);
    return response;
  });
  await visit(page, site.url + toPath(name, fixtures));
  // The editors of texts come with a script of their own, and are higher than their placeholders.
  await expect.poll(() => page.locator('.rich-text--loading').count()).toBe(0);
  const before = await measureControls(page);
  release();
  // A response can lead to the next request.
  for (const response of responses) await response;
  const after = await measureControls(page);
  expect([...before].filter(([control, y]) => after.has(control) && after.get(control) !== y)).toEqual([]);
});
