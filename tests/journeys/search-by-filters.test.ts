import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

async function openFind(query = '', screen: keyof typeof SCREENS = 'desk'): Promise<Page> {
  const page = await browser.newPage({ viewport: SCREENS[screen] });
  await visit(page, `${site.url}/find-a-location${query}`);
  return page;
}

const menu = (page: Page, label: string) => ({
  button: page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: label }),
  list: page.getByRole('listbox', { name: label }),
});

/** Returns the number of results that the page shows. */
async function total(page: Page): Promise<number> {
  const text = await page.locator('.find__count').textContent();
  return Number(/of ([\d,]+) locations?/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
}

/** Returns the count of an option. */
async function getOptionCount(page: Page, option: string): Promise<number> {
  const count = await page
    .getByRole('option', { name: new RegExp(`^${option},`) })
    .locator('i')
    .textContent();
  return Number(count?.replaceAll(',', ''));
}

describe('filter', () => {
  test('closes on Escape without scrolling the page', async () => {
    const page = await openFind();
    const setting = menu(page, 'Setting');
    await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
    await setting.button.click();
    await setting.list.getByRole('option', { name: /^Loch,/ }).click();
    await page.waitForURL('**/find-a-location?setting=Loch');
    const scrolled = () => page.evaluate(() => scrollY);
    await expect.poll(scrolled).toBeLessThan(900);
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await page.keyboard.press('Escape');
    await setting.list.waitFor({ state: 'detached' });
    await expect.poll(() => setting.button.evaluate((button) => button === document.activeElement)).toBe(true);
    await expect.poll(() => scrolled()).toBe(900);
  });

  test('shows options with counts; options of one filter are combined by or, filters by and', async () => {
    const page = await openFind();
    const setting = menu(page, 'Setting');
    await setting.button.click();
    const [loch, mountain] = [await getOptionCount(page, 'Loch'), await getOptionCount(page, 'Mountain')];

    await setting.list.getByRole('option', { name: /^Loch,/ }).click();
    await page.waitForURL('**/find-a-location?setting=Loch');
    await expect.poll(() => total(page)).toBe(loch);
    // The counts of a filter ignore that filter.
    expect(await getOptionCount(page, 'Mountain')).toBe(mountain);

    await setting.list.getByRole('option', { name: /^Mountain,/ }).click();
    await expect.poll(() => total(page)).toBeGreaterThan(Math.max(loch, mountain));
    expect(await total(page)).toBeLessThanOrEqual(loch + mountain);

    const authority = menu(page, 'Local authority');
    await authority.button.click();
    await setting.list.waitFor({ state: 'detached' });
    const highland = await getOptionCount(page, 'Highland');
    await authority.list.getByRole('option', { name: /^Highland,/ }).click();
    await expect.poll(() => total(page)).toBe(highland);
    await expect.poll(() => new URL(page.url()).search).toBe('?setting=Loch&setting=Mountain&localauthority=Highland');

    await authority.list.getByRole('option', { name: /^Highland,/ }).click();
    await page.waitForURL('**/find-a-location?setting=Loch&setting=Mountain');
  });

  test('works with the keyboard alone', async () => {
    const page = await openFind();
    const { button, list } = menu(page, 'Condition');
    await button.focus();
    await page.keyboard.press('Enter');
    const focused = page.locator('[role=option]:focus');
    await focused.waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press('r');
    const chosen = (await focused.locator('span').textContent())!;
    expect(chosen).toMatch(/^R/);
    await page.keyboard.press('Space');
    await page.waitForURL(`**/find-a-location?condition=${chosen}`);
    await expect.poll(() => focused.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.keyboard.press('ArrowDown');
    await focused.waitFor();
    await page.keyboard.press('Tab');
    await list.waitFor({ state: 'detached' });
  });

  test('lists chosen places first and the others by name, and searches a long list with the keyboard alone', async () => {
    const page = await openFind('?localauthority=Highland');
    const { button, list } = menu(page, 'Local authority');
    const names = () => list.getByRole('option').locator('span').allTextContents();
    await button.press('Enter');
    await list.waitFor();
    const [first, ...others] = await names();
    expect(first).toBe('Highland');
    expect(others).toEqual(others.toSorted((a, b) => a.localeCompare(b, 'en')));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('hébr');
    await page.getByText('No options available').waitFor();
    for (const _ of 'hébr') await page.keyboard.press('Backspace');
    await page.keyboard.type('éilean');
    await expect.poll(names).toEqual(['Na h-Eileanan Siar']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.waitForURL('**/find-a-location?localauthority=Highland&localauthority=Na+h-Eileanan+Siar');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
  });

  test('closes two seconds after the mouse has left, unless it returns', async () => {
    const page = await browser.newPage();
    // Set before the page loads: React would wait after a clock that is set back later.
    await page.clock.install({ time: 0 });
    await visit(page, `${site.url}/find-a-location`);
    const { button, list } = menu(page, 'Century');
    await page.clock.pauseAt(600_000);
    await button.click();
    await list.hover();
    await page.mouse.move(200, 800);
    await page.clock.runFor(1_900);
    await list.hover();
    await page.clock.runFor(5_000);
    expect(await list.isVisible()).toBe(true);
    await page.mouse.move(200, 800);
    await page.clock.runFor(1_999);
    expect(await list.isVisible()).toBe(true);
    await page.clock.runFor(1);
    await list.waitFor({ state: 'detached' });
  });

  test('closes on a click elsewhere', async () => {
    const page = await openFind();
    const { button, list } = menu(page, 'Film office');
    await button.click();
    await list.waitFor();
    await page.locator('.find__count').click();
    await list.waitFor({ state: 'detached' });
  });
});

describe('active filters', () => {
  test('are removed one by one, or all at once', async () => {
    const page = await openFind('?query=loch&setting=Loch&setting=Mountain&localauthority=Highland');
    const chips = page.getByRole('group', { name: 'Refined by' });
    const chip = (name: string) => chips.getByRole('link', { name });
    await chip('Remove Setting Mountain').click();
    await page.waitForURL('**/find-a-location?query=loch&setting=Loch&localauthority=Highland');
    await chip('Remove Setting Mountain').waitFor({ state: 'detached' });
    await chip('Clear all filters').click();
    await page.waitForURL('**/find-a-location?query=loch');
    await chips.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('search').getByRole('combobox').inputValue()).toBe('loch');
  });

  test('without results suggest which filters to remove', async () => {
    const page = await openFind('?query=abbey&century=21st');
    await page.getByRole('heading', { name: 'No results found.' }).waitFor();
    const suggestion = page.getByRole('link', { name: /^Remove Century 21st/ });
    const offered = /[\d,]+ locations/.exec((await suggestion.textContent())!)?.[0];
    await suggestion.click();
    await page.waitForURL('**/find-a-location?query=abbey');
    await page.getByText(`of ${offered}`).waitFor();
  });

  test('without results offer a wider area, in the order chosen', async () => {
    const page = await openFind('?category=Lighthouse&place=57.1,-4.1&within=50&sort=nearest');
    await page.getByText('Nothing matches this filter within 50 km of this position. Try one of these:').waitFor();
    await page.getByRole('link', { name: 'Change Place within 100 km of this position' }).press('Enter');
    await page.waitForURL('**/find-a-location?category=Lighthouse&place=57.1*-4.1&within=100&sort=nearest');
    const chips = page.getByRole('group', { name: 'Refined by' });
    await chips.getByRole('link', { name: 'Remove Place within 100 km of this position' }).waitFor();
    await chips.getByRole('link', { name: 'Clear all filters' }).press('Enter');
    await page.waitForURL('**/find-a-location?sort=nearest');
  });

  test('with an unknown place offer to remove it', async () => {
    const page = await openFind('?place=Atlantis');
    await page.getByText('Nothing matches in Atlantis. Remove the filter:').waitFor();
    await page.getByRole('link', { name: 'Remove Place Atlantis' }).press('Enter');
    await page.waitForURL('**/find-a-location');
    await page.getByText(/^Displaying 1 - 20 of/).waitFor();
  });

  test('can still be changed with an option that has no locations left', async () => {
    const page = await openFind('?query=qqqqzzzz');
    await page.getByRole('heading', { name: 'No results found.' }).waitFor();
    const { button, list } = menu(page, 'Category');
    await button.click();
    await page.getByText('No options available').waitFor();
    expect(await list.count()).toBe(0);
    await page.getByRole('link', { name: 'See all locations' }).click();
    await page.getByText(/^Displaying 1 - 20 of/).waitFor();
  });
});

test('shows the filters on a separate screen on a phone', async () => {
  const page = await openFind('', 'phone');
  const opener = page.getByRole('button', { name: 'Filters' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  const done = dialog.getByRole('button', { name: /^Show [\d,]+ locations$/ });
  const all = await done.textContent();
  await dialog.getByText('Setting').click();
  await dialog.getByRole('checkbox', { name: /^Island/ }).check();
  await page.waitForURL('**/find-a-location?setting=Island');
  await expect.poll(() => done.textContent()).not.toBe(all);
  const shown = /[\d,]+/.exec((await done.textContent())!)?.[0];
  await done.click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(`Displaying 1 - 20 of ${shown} locations`).waitFor();
  await expect.poll(() => opener.textContent()).toContain('1 chosen');
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);

  await opener.click();
  await dialog.getByRole('link', { name: 'Clear all filters' }).click();
  await page.waitForURL('**/find-a-location');
});
