import type { Page } from 'playwright-core';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import { startSite } from '../support/site.ts';

// Three locations with 8, 20 and 120 parking spaces; all others give none. They are set before the site starts,
// since it reads a later change only after a while.
const database = await testDatabase(inject('demo').template);
await sql`
  update published_locations p set details = details || jsonb_build_object('parkingspaces', n.spaces)
  from (select id, (array[8, 20, 120])[row_number() over (order by id)] as spaces from published_locations limit 3) n
  where n.id = p.id`.execute(database.kysely);
const site = await startSite({ database });
const browser = await openBrowser();

async function openFind(query: string, screen: keyof typeof SCREENS): Promise<Page> {
  const page = await browser.newPage({ viewport: SCREENS[screen] });
  await visit(page, `${site.url}/find-a-location${query}`);
  return page;
}

const total = async (page: Page) => {
  const text = await page.locator('.find__count').textContent();
  return Number(/of ([\d,]+) locations?/.exec(text ?? '')?.[1]);
};

test('filters by a range with the keyboard alone, and removes it by its chip', async () => {
  const page = await openFind('', 'desk');
  const button = page.getByRole('button', { name: 'Parking spaces' });
  await button.focus();
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Parking spaces' });
  await popup.getByText('Available: 8 to 120').waitFor();
  await page.keyboard.type('10');
  await page.keyboard.press('Tab');
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/find-a-location?parkingspaces=10-50');
  await expect.poll(() => total(page)).toBe(1);
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await button.textContent()).toBe('Parking spaces 1 chosen');

  await page.getByRole('link', { name: 'Remove Parking spaces 10 to 50' }).click();
  await page.waitForURL('**/find-a-location');
});

test('accepts an open range, swaps reversed ends, and removes an empty range', async () => {
  const page = await openFind('?parkingspaces=-20', 'desk');
  await expect.poll(() => total(page)).toBe(2);
  await page.getByRole('button', { name: 'Parking spaces' }).click();
  const popup = page.getByRole('dialog', { name: 'Parking spaces' });
  const [from, to] = [popup.getByLabel('From'), popup.getByLabel('to')];
  expect([await from.inputValue(), await to.inputValue()]).toEqual(['', '20']);
  await from.fill('500');
  await popup.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL('**/find-a-location?parkingspaces=20-500');
  await expect.poll(() => total(page)).toBe(2);
  await from.fill('');
  await to.fill('');
  await popup.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL('**/find-a-location');
});

test('shows the range in the filter dialog on a phone', async () => {
  const page = await openFind('?parkingspaces=100-', 'phone');
  await page.getByRole('button', { name: 'Filters 1 chosen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await dialog.getByLabel('From').fill('8');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL('**/find-a-location?parkingspaces=8-');
  await dialog.getByRole('button', { name: 'Show 3 locations' }).waitFor();
});

test('offers to remove the range from an empty result', async () => {
  const page = await openFind('?setting=Loch&parkingspaces=9000-', 'desk');
  await page.getByText('Nothing matches these two filters. Remove one filter:').waitFor();
  await page.getByRole('link', { name: 'Remove Parking spaces 9000 or more' }).click();
  await page.waitForURL('**/find-a-location?setting=Loch');
});
