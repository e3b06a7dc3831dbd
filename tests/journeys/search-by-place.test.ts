import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NEAR_KM } from '../../src/features/search/schema.ts';
import { type PageOptions, SCREENS, openBrowser, visit } from '../support/browser.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

async function openFind(query = '', options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await visit(page, `${site.url}/find-a-location${query}`);
  return page;
}

/** Returns the number of results that the page shows. */
async function total(page: Page): Promise<number> {
  const text = await page.locator('.find__count').textContent();
  return Number(/of ([\d,]+) locations?/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
}

/** Returns the number of results of the API. */
async function countInApi(query: string): Promise<number> {
  const response = await fetch(`${site.url}/api/locations?${query}`);
  const { meta } = (await response.json()) as { meta: { page: { total_results: number } } };
  return meta.page.total_results;
}

const placeMenu = (page: Page) => {
  const popup = page.getByRole('dialog', { name: 'Place' });
  return {
    popup,
    button: page.getByRole('button', { name: /^Place/ }),
    place: popup.getByLabel('Town, island, area or postcode'),
    distance: popup.getByLabel('Distance'),
    locate: popup.getByRole('button', { name: 'Use my position' }),
    problem: popup.getByRole('alert'),
  };
};

const GLASGOW = { latitude: 55.864_237_9, longitude: -4.251_806_4 };

describe('the place filter', () => {
  test('filters by a place and a distance with the keyboard alone, and is removed by its chip', async () => {
    const all = await countInApi('');
    const page = await openFind();
    const { popup, button, place, distance } = placeMenu(page);
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => place.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('Oban');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/find-a-location?place=Oban');
    const inside = await countInApi('place=Oban');
    await expect.poll(() => total(page)).toBe(inside);

    await page.keyboard.press('Tab');
    for (const _ of ['10', '20', '40']) await page.keyboard.press('ArrowDown');
    await expect.poll(() => distance.inputValue()).toBe('40');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/find-a-location?place=Oban&within=40');
    const near = await countInApi('place=Oban&within=40');
    await expect.poll(() => total(page)).toBe(near);
    expect(inside).toBeLessThan(near);
    expect(near).toBeLessThan(all);

    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await button.textContent()).toBe('Place 1 chosen');
    await page.getByRole('link', { name: 'Remove Place within 40 km of Oban' }).click();
    await page.waitForURL('**/find-a-location');
    await expect.poll(() => total(page)).toBe(all);
  });

  test('offers names of places to the browser, without regard to accents', async () => {
    const page = await openFind();
    const { popup, button, place } = placeMenu(page);
    await button.click();
    const names = () => popup.locator('datalist option').allTextContents();
    await place.pressSequentially('inverne');
    await expect.poll(() => names()).toContain('Inverness');
    await place.fill('dun eid');
    await expect.poll(() => names()).toEqual(['Dùn Èideann']);
  });

  test('says at the field that a place is unknown, and stays on the page', async () => {
    const page = await openFind('?setting=Loch');
    const { button, place, problem } = placeMenu(page);
    await button.click();
    await place.fill('Nowhereshire');
    await place.press('Enter');
    expect(await problem.textContent()).toBe(
      'We do not know a place called ‘Nowhereshire’. Check the spelling, or enter a town, island, area or postcode nearby.',
    );
    expect(await place.getAttribute('aria-invalid')).toBe('true');
    expect(new URL(page.url()).search).toBe('?setting=Loch');
    await place.fill('Skye');
    await place.press('Enter');
    await page.waitForURL('**/find-a-location?setting=Loch&place=Skye');
    await problem.waitFor({ state: 'detached' });
  });

  test('shows a distance that it does not offer, and removes an empty place', async () => {
    const page = await openFind('?place=Perth&within=32');
    const { button, place, distance } = placeMenu(page);
    await button.click();
    expect([await place.inputValue(), await distance.inputValue()]).toEqual(['Perth', '32']);
    await place.fill('');
    await place.press('Enter');
    await page.waitForURL('**/find-a-location');
  });

  test('is in the filter dialog on a phone', async () => {
    const page = await openFind('?place=Oban&within=80', { viewport: SCREENS.phone });
    await page.getByRole('button', { name: 'Filters 1 chosen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    await dialog.getByLabel('Distance').selectOption('Within 20 km');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/find-a-location?place=Oban&within=20');
    const near = await countInApi('place=Oban&within=20');
    await dialog.getByRole('button', { name: `Show ${near} locations` }).click();
    await expect.poll(() => total(page)).toBe(near);
  });
});

describe('the position of the visitor', () => {
  test('is asked for on request, rounded, and used with a distance', async () => {
    const page = await openFind('', { permissions: ['geolocation'], geolocation: GLASGOW });
    const { button, distance, locate } = placeMenu(page);
    await button.click();
    await locate.click();
    await page.waitForURL(`**/find-a-location?place=55.8642%2C-4.2518&within=${NEAR_KM}`);
    await page.getByRole('link', { name: `Remove Place within ${NEAR_KM} km of this position` }).waitFor();
    const near = await countInApi(`place=55.8642,-4.2518&within=${NEAR_KM}`);
    await expect.poll(() => total(page)).toBe(near);
    await distance.selectOption('Within 10 km');
    await locate.click();
    await page.waitForURL('**/find-a-location?place=55.8642%2C-4.2518&within=10');
  });

  test('is not used if the visitor denies it, which the filter explains', async () => {
    const page = await openFind('', { permissions: [] });
    const { button, locate, problem, place } = placeMenu(page);
    await button.click();
    await locate.click();
    expect(await problem.textContent()).toBe(
      'Your browser does not share your position with this site. Allow it in the settings of your browser, or enter a place.',
    );
    expect(new URL(page.url()).search).toBe('');
    await place.fill('Oban');
    await place.press('Enter');
    await page.waitForURL('**/find-a-location?place=Oban');
  });

  test('may be unknown to the device, which the filter explains', async () => {
    const page = await openFind('', { permissions: ['geolocation'] });
    await page.evaluate(() => {
      navigator.geolocation.getCurrentPosition = (_, onError) =>
        onError?.({ code: 2, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });
    });
    const { button, locate, problem } = placeMenu(page);
    await button.click();
    await locate.click();
    expect(await problem.textContent()).toBe('We could not find out where you are. Try again, or enter a place.');
    expect(await locate.getAttribute('aria-busy')).toBe('false');
  });
});
