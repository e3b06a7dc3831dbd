import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createBoard } from '../../src/features/boards/contract.ts';
import { addView } from '../../src/features/list-views/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { type SignedIn, addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();
const isla = await addSignedInPerson(site, 'ADMIN');
const ewan = await addSignedInPerson(site, 'ADMIN');
const scout = await addSignedInPerson(site, 'SCOUT');
for (const title of ['Episode 1', 'Episode 2']) await scout.api(createBoard, { title });

/** Opens a page in a browser without stored data. */
async function open(who: SignedIn, path: string): Promise<Page> {
  const page = await browser.newPage();
  await who.enter(page.context());
  await visit(page, site.url + path);
  return page;
}

const headings = async (page: Page) => (await page.locator('thead th').allInnerTexts()).join(' ');
const viewButton = (page: Page) => page.getByRole('button', { name: /^View / });
const chooseAction = async (page: Page, name: string) => {
  await viewButton(page).click();
  await page.getByRole('group', { name: 'Views' }).getByRole('button', { name, exact: true }).click();
};
const widthHandle = (page: Page, name: string) => page.getByRole('separator', { name: `Width of ${name}` });
const width = async (of: Locator) => (await of.boundingBox())!.width;

test('a view with columns in another order is made with the keyboard, shared, and opened by a colleague', async () => {
  const page = await open(isla, '/admin/audit-logs?type=BOARD_CREATED');
  await page.keyboard.press('c');
  const earlier = page.getByRole('button', { name: 'Move Date earlier' });
  await earlier.focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press('Enter');
  await expect.poll(() => headings(page)).toBe('Date Id User Type About Actions');
  await page.getByText('Date moved to position 1 of 5.').waitFor();
  await page.keyboard.press('Enter');
  expect(await earlier.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await widthHandle(page, 'User').focus();
  await page.keyboard.press('ArrowRight');
  const text = (await widthHandle(page, 'User').getAttribute('aria-valuetext'))!;
  expect(text).toMatch(/^\d+ pixels$/);

  await page.keyboard.press('v');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as new view' });
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await dialog.getByText('Enter a name for the view.').first().waitFor();
  await dialog.getByLabel('Name').fill('New boards');
  await dialog.getByLabel('Share with the team').check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await page.waitForURL(/audit-logs\?view=[\w-]+$/);
  await page.getByRole('button', { name: 'View New boards', exact: true }).waitFor();

  const theirs = await open(ewan, page.url().slice(site.url.length));
  await theirs.getByRole('link', { name: 'Remove Type Board created' }).waitFor();
  expect(await headings(theirs)).toBe('Date Id User Type About Actions');
  expect(await widthHandle(theirs, 'User').getAttribute('aria-valuetext')).toBe(text);
  const count = await page.locator('tbody tr').count();
  expect(await theirs.locator('tbody tr').count()).toBe(count);

  // Changes are marked, survive a reload, and can be undone; the view of the colleague does not change.
  await theirs.getByRole('link', { name: 'Remove Type Board created' }).click();
  await theirs.waitForURL(/view=.*&sortBy=id&sortOrder=desc$/);
  await theirs.getByRole('button', { name: 'View New boards Changed' }).waitFor();
  await theirs.getByRole('button', { name: 'Columns' }).click();
  await theirs.getByRole('checkbox', { name: 'About' }).uncheck();
  await expect.poll(() => headings(theirs)).toBe('Date Id User Type Actions');
  await theirs.reload();
  await theirs.getByRole('button', { name: 'View New boards Changed' }).waitFor();
  await expect.poll(() => headings(theirs)).toBe('Date Id User Type Actions');
  await theirs.goBack();
  await theirs.getByRole('link', { name: 'Remove Type Board created' }).waitFor();
  await theirs.goForward();
  await chooseAction(theirs, 'Undo changes');
  await theirs.getByRole('button', { name: 'View New boards', exact: true }).waitFor();
  expect(await headings(theirs)).toBe('Date Id User Type About Actions');

  // Without the view the list is as before.
  await viewButton(theirs).click();
  await theirs.getByRole('link', { name: 'All', exact: true }).click();
  await theirs.waitForURL(/audit-logs$/);
  await expect.poll(() => headings(theirs)).toBe('Id User Type About Date Actions');

  await chooseAction(page, 'Delete');
  await page.getByRole('button', { name: 'Delete view' }).click();
  await page.waitForURL(/audit-logs$/);
  await page.getByRole('button', { name: 'View All' }).and(page.locator(':focus')).waitFor();
});

test('a default view opens with the list, can be renamed and saved again, and is private to its maker', async () => {
  const page = await open(isla, '/admin/notifications?type=board&status=all');
  await chooseAction(page, 'Save as new view');
  await page.getByLabel('Name').fill('All boards');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.waitForURL(/\?view=[\w-]+$/);
  const path = page.url().slice(site.url.length);
  await chooseAction(page, 'Make it my default');
  await page.getByText('This list now opens with the view').waitFor();
  await visit(page, `${site.url}/admin/notifications`);
  await page.waitForURL(site.url + path);
  await page.getByRole('button', { name: 'Type Boards' }).waitFor();

  await page.getByRole('button', { name: /^Type/ }).click();
  await page.getByRole('radio', { name: 'Users' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'View All boards Changed' }).waitFor();
  await chooseAction(page, 'Save changes');
  await page.waitForURL(site.url + path);
  await page.getByRole('button', { name: 'Type Users' }).waitFor();
  await chooseAction(page, 'Rename or share');
  await page.getByRole('textbox', { name: 'Name' }).fill('All users');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'View All users', exact: true }).waitFor();

  // The built-in view has a URL of its own where another one is the default.
  await viewButton(page).click();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.waitForURL(/\?view=all$/);
  await page.getByRole('button', { name: 'Type Locations' }).waitFor();

  const theirs = await open(ewan, path);
  const notice = theirs.getByText('This view was deleted, or it is a view of somebody else');
  await notice.waitFor();
  await theirs.getByRole('button', { name: 'View All' }).waitFor();
  await theirs.getByRole('button', { name: 'Type Locations' }).waitFor();
  // The filters are restored at the next visit; the notice is not.
  await visit(theirs, site.url + path.replace(/\?.*/, ''));
  await theirs.getByRole('button', { name: 'Type Locations' }).waitFor();
  expect(await notice.count()).toBe(0);
});

test('a view of content has its filters, and synonyms and bulk changes have views too', async () => {
  const page = await open(isla, '/admin/content');
  await page.getByRole('button', { name: /^Kind/ }).click();
  await page.getByRole('checkbox', { name: 'Custom page' }).check();
  await page.keyboard.press('Escape');
  await page.waitForURL(/kind=Custom/);
  await chooseAction(page, 'Save as new view');
  const dialog = page.getByRole('dialog', { name: 'Save as new view' });
  await dialog.getByLabel('Name').fill('Our own pages');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await page.waitForURL(/content\?view=[\w-]+$/);
  await page.getByRole('link', { name: 'Remove Kind Custom page' }).waitFor();
  expect(await page.getByRole('row', { name: /System page/ }).count()).toBe(0);

  const layout = { hidden: [], order: [], widths: {}, density: 'comfortable' as const };
  const content = { search: { sortOrder: 'asc' }, layout };
  for (const [list, path] of [
    ['search-terms', '/admin/search-terms'],
    ['bulk-changes', '/admin/locations/bulk-changes'],
  ] as const) {
    const { id } = await isla.api(addView, { list, name: 'Oldest first', isTeam: false, content });
    await visit(page, `${site.url}${path}?view=${id}`);
    await page.getByRole('button', { name: 'View Oldest first', exact: true }).waitFor();
  }
});

test('a view opens without the columns and filters that the list no longer has', async () => {
  const { id } = await isla.api(addView, {
    list: 'audit-logs',
    name: 'From long ago',
    isTeam: true,
    content: {
      search: { type: 'GONE', colour: 'blue', sortBy: 'size', sortOrder: 'asc', user: 'isla' },
      layout: { hidden: ['size', 'type'], order: ['size', 'user', 'id'], widths: { size: 90 }, density: 'compact' },
    },
  });
  const page = await open(ewan, `/admin/audit-logs?view=${id}`);
  await page.getByRole('button', { name: 'View From long ago', exact: true }).waitFor();
  expect(await headings(page)).toBe('User About Date Id Actions');
  expect(await page.getByRole('group', { name: 'Refined by' }).getByRole('link').allInnerTexts()).toEqual([
    expect.stringMatching(/User\s+isla/),
    'Clear all filters',
  ]);
});

test('wide columns scroll in their region, and not with the page, before the scripts run', async () => {
  const layout = { hidden: [], order: [], widths: { user: 900, about: 900 }, density: 'comfortable' as const };
  const { id } = await isla.api(addView, {
    list: 'audit-logs',
    name: 'Wide',
    isTeam: false,
    content: { search: {}, layout },
  });
  const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });
  await isla.enter(page.context());
  await page.goto(`${site.url}/admin/audit-logs?view=${id}`);
  const region = page.getByRole('region', { name: 'Audit Logs' });
  expect(await region.evaluate((element) => element.scrollWidth)).toBeGreaterThan(1800);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
});

test('columns have the width and place to which they are dragged', async () => {
  const page = await open(isla, '/admin/audit-logs');
  const handle = widthHandle(page, 'Type');
  const heading = page.getByRole('columnheader', { name: 'Type' });
  const before = await width(heading);
  const drag = async (from: Locator, x: number, y: number) => {
    const box = (await from.boundingBox())!;
    const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left + x, top + y, { steps: 3 });
  };
  await drag(handle, 70, 0);
  await page.mouse.up();
  await expect.poll(async () => Math.abs((await width(heading)) - before - 70)).toBeLessThan(2);
  await page.reload();
  await expect.poll(async () => Math.abs((await width(heading)) - before - 70)).toBeLessThan(2);
  await handle.dblclick();
  await expect.poll(() => handle.getAttribute('aria-valuetext')).toBe('automatic');

  await page.getByRole('button', { name: 'Columns' }).click();
  await drag(page.locator('.column-list__handle').last(), 0, -130);
  await page.locator('.drop-before', { hasText: 'User' }).waitFor();
  await page.mouse.up();
  await expect.poll(() => headings(page)).toBe('Id Date User Type About Actions');
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(() => headings(page)).toBe('Id User Type About Date Actions');
});

test.each([1440, 390])('headings and the first column never cover the focus, %i px wide', async (size) => {
  const page = await open(isla, '/admin/audit-logs?user=isla');
  await page.setViewportSize({ width: size, height: 500 });
  const links = page.locator('tbody a[data-opens]');
  await links.first().waitFor();
  await links.last().focus();
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Shift+Tab');
    // oxlint-disable-next-line no-loop-func
    const isVisible = () =>
      page.evaluate(() => {
        const { left, top, width: wide, height } = document.activeElement!.getBoundingClientRect();
        const shown = document.elementFromPoint(left + wide / 2, top + height / 2);
        return document.activeElement!.contains(shown);
      });
    await expect.poll(isVisible).toBe(true);
  }
});
