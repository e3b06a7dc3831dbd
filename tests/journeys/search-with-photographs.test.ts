import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();

const counts = await site.db
  .selectFrom('published_locations')
  .select(({ fn }) => [
    fn.countAll<number>().as('all'),
    fn.count<number>('id').filterWhere('pictured', '=', true).as('pictured'),
  ])
  .executeTakeFirstOrThrow();

async function openFind(query: string, screen: keyof typeof SCREENS): Promise<Page> {
  const page = await browser.newPage({ viewport: SCREENS[screen] });
  await visit(page, `${site.url}/find-a-location${query}`);
  return page;
}

const total = async (page: Page) => {
  const text = await page.locator('.find__count').textContent();
  return Number(/of ([\d,]+) locations?/.exec(text ?? '')?.[1]?.replace(',', ''));
};

test('leaves out locations without photographs by keyboard, and includes them again by the chip', async () => {
  expect(counts.pictured).toBeGreaterThan(0);
  expect(counts.pictured).toBeLessThan(counts.all);
  const page = await openFind('', 'desk');
  await expect.poll(() => total(page)).toBe(counts.all);
  const button = page.getByRole('button', { name: 'With photographs' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/find-a-location?photographs=yes');
  await expect.poll(() => total(page)).toBe(counts.pictured);
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('link', { name: 'Remove With photographs' }).click();
  await page.waitForURL('**/find-a-location');
  await expect.poll(() => total(page)).toBe(counts.all);
});

test('counts the locations with photographs in the filter dialog on a phone', async () => {
  const page = await openFind('', 'phone');
  await page.getByRole('button', { name: 'Filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await dialog.getByLabel('With photographs').check();
  await page.waitForURL('**/find-a-location?photographs=yes');
  await dialog.getByRole('button', { name: `Show ${counts.pictured.toLocaleString('en-GB')} location` }).waitFor();
});

test('is one of the filters that an empty result offers to remove', async () => {
  const page = await openFind('?photographs=yes&parkingspaces=9000-', 'desk');
  await page.getByText('Nothing matches these two filters.').waitFor();
  await page.getByRole('link', { name: 'Remove Parking spaces 9000 or more' }).click();
  await page.waitForURL('**/find-a-location?photographs=yes');
});
