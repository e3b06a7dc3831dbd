import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SCREENS, openBrowser, visit, waitForHydration } from '../support/browser.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

async function openFind(query: string, screen: keyof typeof SCREENS = 'desk'): Promise<Page> {
  const page = await browser.newPage({ viewport: SCREENS[screen] });
  await visit(page, `${site.url}/find-a-location${query}`);
  return page;
}

const sortSelect = (page: Page) => page.getByLabel('Sort by');
const listTitles = (page: Page) => page.locator('[data-location] h3').allTextContents();
const listOrders = (page: Page) => sortSelect(page).locator('option').allTextContents();

describe('the order of results', () => {
  test('is changed by keyboard, from the first page on, kept in the URL and announced', async () => {
    const page = await openFind('?setting=Loch&currentPage=2');
    const before = await listTitles(page);
    await sortSelect(page).focus();
    await page.keyboard.type('Title');
    await page.waitForURL('**/find-a-location?setting=Loch&sort=title');
    // The previous results stay for a moment, then skeletons.
    await expect.poll(() => listTitles(page)).not.toEqual(before);
    await expect.poll(() => listTitles(page)).toHaveLength(20);
    const titles = await listTitles(page);
    expect(titles).toEqual(titles.toSorted(new Intl.Collator('en-GB', { ignorePunctuation: true }).compare));
    await page.locator('output', { hasText: /locations, sorted by title$/ }).waitFor();
    await expect.poll(() => sortSelect(page).evaluate((select) => select === document.activeElement)).toBe(true);

    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/find-a-location?setting=Loch&sort=title&currentPage=2');
    await page.reload();
    await waitForHydration(page);
    expect(await sortSelect(page).inputValue()).toBe('title');
    await sortSelect(page).selectOption('Best match');
    await page.waitForURL('**/find-a-location?setting=Loch');
    await page.locator('output', { hasText: /locations$/ }).waitFor();
  });

  test('can be nearest first only for a search with a place', async () => {
    const page = await openFind('?query=castle');
    expect(await listOrders(page)).toEqual(['Best match', 'Newest', 'Title']);
    await page.getByRole('search').getByRole('combobox').fill('castle near Inverness');
    await page.keyboard.press('Enter');
    await expect.poll(() => listOrders(page)).toEqual(['Best match', 'Newest', 'Nearest', 'Title']);
    await sortSelect(page).selectOption('Nearest');
    await page.waitForURL('**/find-a-location?query=castle+near+Inverness&sort=nearest');
    await page.locator('output', { hasText: /locations, nearest first$/ }).waitFor();
  });

  test.each([
    ['phone', 'below'],
    ['desk', 'beside'],
  ] as const)('is chosen on a %s %s the count', async (screen, where) => {
    const page = await openFind('', screen);
    const count = (await page.locator('.find__count').boundingBox())!;
    const select = (await sortSelect(page).boundingBox())!;
    expect(select.y >= count.y + count.height ? 'below' : 'beside').toBe(where);
  });
});
