import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openBrowser, visit } from '../support/browser.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const onHome = async (prepare?: (page: Page) => Promise<unknown>) => {
  const page = await browser.newPage();
  await prepare?.(page);
  await visit(page, site.url);
  return {
    page,
    field: page.getByRole('search').getByRole('combobox'),
    offers: page.getByRole('listbox', { name: 'Suggestions' }),
  };
};

describe('typing on the home page', () => {
  test('shows suggestions and first results after a pause, with highlighted terms', async () => {
    // Set before the page loads: React would wait after a clock that is set back later.
    const { page, field, offers } = await onHome((opened) => opened.clock.install({ time: 0 }));
    const requests: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/suggestions') && requests.push(new URL(request.url()).search),
    );
    await page.clock.pauseAt(600_000);
    await field.pressSequentially('cast');
    await page.clock.runFor(499);
    expect(requests).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await offers.waitFor();
    expect(requests).toEqual(['?query=cast']);
    expect(await offers.locator('.typeahead__suggestion').count()).toBe(4);
    expect(await offers.locator('.typeahead__location').count()).toBe(3);
    const titles = await offers.locator('.typeahead__location b').allTextContents();
    const suggested = await offers.locator('.typeahead__suggestion span').allTextContents();
    expect(suggested.filter((text) => titles.includes(text))).toEqual([]);
    expect(new Set(await offers.locator('mark').allTextContents())).toEqual(new Set(['Cast']));
  });

  test('loads the component of the suggestions on focus, and queries without waiting for it', async () => {
    const { page, field, offers } = await onHome();
    const requests = page.waitForRequest('**/api/locations/suggestions*');
    await page.route('**/assets/Typeahead*.js', async (route) => {
      await requests;
      await route.continue();
    });
    const fetched = page.waitForRequest('**/assets/Typeahead*.js');
    await field.focus();
    await fetched;
    await field.pressSequentially('castle');
    await offers.waitFor();
  });

  test('works with the keyboard alone: arrows, Escape, Enter', async () => {
    const { page, field, offers } = await onHome();
    await field.fill('lighthouse');
    await offers.waitFor();
    await field.press('ArrowDown');
    const first = offers.getByRole('option', { selected: true });
    expect(await first.getAttribute('id')).toBe(await field.getAttribute('aria-activedescendant'));
    await field.press('Escape');
    await offers.waitFor({ state: 'detached' });
    await expect.poll(() => field.inputValue()).toBe('lighthouse');

    await field.press('Backspace');
    await offers.waitFor();
    await field.press('ArrowUp');
    const place = await offers.getByRole('option', { selected: true }).locator('b').textContent();
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: place! }).waitFor();
    await expect.poll(() => page.url()).toContain('/find-a-location/');
  });

  test('shows a visible marker for a location without a photograph', async () => {
    const { field, offers } = await onHome();
    await field.fill('corrour');
    const map = offers.locator('.typeahead__picture img[src^="/media/maps/"]').first();
    await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(960);
    const { data, info } = await sharp(await map.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const yellow = Array.from({ length: info.width * info.height }, (_, i) => data.subarray(i * 3, i * 3 + 3)).filter(
      ([red = 0, green = 0, blue = 255]) => red > 230 && green > 190 && blue < 80,
    );
    expect(yellow.length).toBeGreaterThan(25);
  });

  test('suggests the filter of a category', async () => {
    const { page, field, offers } = await onHome();
    await field.fill('lighth');
    await offers.getByRole('option', { name: 'Lighthouse Category' }).click();
    await page.waitForURL('**/find-a-location?category=Lighthouse');
    await page.getByRole('link', { name: 'Remove Category Lighthouse' }).waitFor();
  });

  test('suggests places and terms by the start of their names, and completes the query with the keyboard', async () => {
    const { page, field, offers } = await onHome();
    await field.fill('stirl');
    await offers.getByRole('option', { name: 'Stirling Town', exact: true }).waitFor();
    await offers.getByRole('option', { name: 'Stirlingshire Council area', exact: true }).waitFor();
    await field.fill('derelict mi');
    const mill = offers.getByRole('option', { name: 'derelict mill Mill or factory', exact: true });
    await mill.waitFor();
    while ((await mill.getAttribute('aria-selected')) !== 'true') await field.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await mill.getAttribute('id'));
    await field.press('Enter');
    await page.waitForURL('**/find-a-location?query=derelict+mill');
    // The field of the home page has the same name and value.
    await page.locator('output', { hasText: /location/ }).waitFor();
    await expect.poll(() => field.inputValue()).toBe('derelict mill');
    await field.fill('castle near gla');
    await offers.getByRole('option', { name: 'castle near Glasgow Town', exact: true }).click();
    await page.waitForURL('**/find-a-location?query=castle+near+Glasgow');
  });

  test.each([
    ['the call fails', 'castle', true],
    ['nothing matches', 'qqqqzzzz', false],
  ])('shows a message when %s', async (_when, words, breaks) => {
    const { page, field } = await onHome();
    if (breaks) await page.route('**/api/locations/suggestions*', (route) => route.abort());
    await field.fill(words);
    await page.getByRole('alert').filter({ hasText: 'Sorry, no locations were found.' }).waitFor();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('false');
  });
});

describe('results of a text search', () => {
  test('can be reached past the filters by the keyboard', async () => {
    const page = await browser.newPage();
    await visit(page, `${site.url}/find-a-location`);
    const skip = page.getByRole('link', { name: 'Skip to the results' });
    await skip.focus();
    await expect.poll(() => skip.isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    await page.locator('#results:focus').waitFor();
  });

  test('are counted, paged with at most seven links, and determined by the URL', async () => {
    const { page, field } = await onHome();
    await field.fill('castle');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/find-a-location?query=castle');
    const count = page.locator('.find__count');
    await expect.poll(() => count.textContent()).toContain('Displaying');
    const total = /^Displaying 1 - 20 of (\d+) locations for ‘castle’$/.exec((await count.textContent()) ?? '')?.[1];
    expect(Number(total)).toBeGreaterThan(100);

    const pages = page.getByRole('navigation', { name: 'Pages' });
    expect(await pages.getByRole('link', { name: /^Page/ }).count()).toBeLessThanOrEqual(7);
    await pages.getByRole('link', { name: 'Page 3' }).click();
    await page.waitForURL('**/find-a-location?query=castle&currentPage=3');
    await page.getByText(`Displaying 41 - 60 of ${total} locations`).waitFor();
    expect(await pages.getByRole('link', { name: /^Page/ }).count()).toBeLessThanOrEqual(7);

    const titles = () => page.locator('.card__title').allTextContents();
    const before = await titles();
    await page.reload();
    expect(await titles()).toEqual(before);
    const elsewhere = await browser.newPage({ javaScriptEnabled: false });
    await elsewhere.goto(page.url());
    expect(await elsewhere.locator('.card__title').allTextContents()).toEqual(before);
  });

  test('restart at the first page when the text changes, and keep the filters', async () => {
    const page = await browser.newPage();
    await visit(page, `${site.url}/find-a-location?setting=Coastal&query=castle&currentPage=2`);
    await page.getByRole('search').getByRole('combobox').fill('tower');
    await page.getByRole('search').getByRole('combobox').press('Enter');
    await page.waitForURL('**/find-a-location?query=tower&setting=Coastal');
    await page.getByText(/^Displaying 1 - /).waitFor();
  });

  test('use at most 100 characters', async () => {
    const { field } = await onHome();
    await field.pressSequentially('x'.repeat(101));
    await expect.poll(() => field.inputValue()).toHaveLength(100);
  });

  test('restore the focus on the link to a page on Back', async () => {
    const page = await browser.newPage();
    await visit(page, `${site.url}/find-a-location?query=castle`);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    for (const name of ['Page 2', 'Next']) {
      const link = pages.getByRole('link', { name, exact: true });
      await link.press('Enter');
      await page.waitForURL('**/find-a-location?query=castle&currentPage=2');
      await page.getByText(/^Displaying 21 - 40 of/).waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('results');
      await page.goBack();
      await page.waitForURL('**/find-a-location?query=castle');
      await page.getByText(/^Displaying 1 - 20 of/).waitFor();
      await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
    }
  });

  test('have no pagination on a single page', async () => {
    const page = await browser.newPage();
    await visit(page, `${site.url}/find-a-location?query=eilean+donan+castle`);
    await page.getByText(/^Displaying 1 - \d+ of/).waitFor();
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
  });

  test('show an error when they cannot be fetched, with a link to all locations', async () => {
    const page = await browser.newPage();
    await visit(page, `${site.url}/find-a-location`);
    await page.route('**/api/locations?*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('search').getByRole('combobox').fill('castle');
    await page.getByRole('search').getByRole('combobox').press('Enter');
    const alert = page.getByRole('dialog', { name: 'Error' });
    await alert.getByText('Something went wrong on our side. Please try again in a moment.').waitFor();
    await page.unroute('**/api/locations?*');
    await alert.getByRole('button', { name: 'Find a location' }).click();
    await page.waitForURL('**/find-a-location');
    await page.getByText(/^Displaying 1 - 20 of/).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });
});
