import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { logIn } from '../../src/features/accounts/contract.ts';
import { createBoard } from '../../src/features/boards/contract.ts';
import { openBrowser, visit, waitForHydration } from '../support/browser.ts';
import { SAMPLE_OPTIONS, addLocation } from '../support/locations.ts';
import { PASSWORD, addPerson, signInAs, addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();
const { db } = site;

/** Opens a page of the back office as a new admin, in a browser without stored data. */
async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  await (await addSignedInPerson(site, 'ADMIN')).enter(page.context());
  await visit(page, site.url + path);
  return page;
}

const rows = (page: Page) => page.locator('tbody tr');
const cells = (page: Page, column: number) => page.locator(`tbody td:nth-child(${column})`).allInnerTexts();
const counted = (page: Page) => page.locator('.table-header output');
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
const choose = async (page: Page, filter: string, option: string) => {
  await page.getByRole('button', { name: new RegExp(`^${filter}`) }).click();
  await page.getByRole('radio', { name: option, exact: true }).click();
  await page.keyboard.press('Escape');
};

const scout = await addSignedInPerson(site, 'SCOUT', { first_name: 'Catriona', last_name: 'Muir' });
const boards: string[] = [];
for (const title of ['Episode 1', 'Episode 2', 'Episode 3']) boards.push((await scout.api(createBoard, { title })).id);
await db
  .insertInto('notifications')
  .values({ type: 'LOCATION_REQUESTING_APPROVAL', user_id: scout.person.id, location_id: null })
  .execute();

test('lists unread notifications of locations first, and marks them as read and unread', async () => {
  const page = await open('/admin/notifications');
  await page.getByRole('button', { name: 'Type Locations' }).waitFor();
  await page.getByRole('button', { name: 'Status Unread' }).waitFor();
  // The count in the bar matches the list.
  const inBar = (total: number) => page.getByRole('link', { name: `Notifications ${total} unread`, exact: true });
  const [location] = await rows(page).all();
  const before = Number.parseInt(await counted(page).innerText(), 10);
  await inBar(before).waitFor();
  await location!.getByRole('button', { name: /^Mark as read/ }).click();
  await toast(page, 'was marked as read.').getByRole('button', { name: 'Undo' }).waitFor();
  await inBar(before - 1).waitFor();
  await toast(page, 'was marked as read.').getByRole('button', { name: 'Undo' }).click();
  await inBar(before).waitFor();

  await choose(page, 'Type', 'Boards');
  await page.waitForURL(/type=board/);
  await rows(page).filter({ hasText: 'Episode 3' }).waitFor();
  const row = rows(page).filter({ hasText: 'Episode 2' });
  expect(await row.innerText()).toMatch(/Board created\s+Episode 2\s+Catriona Muir/);
  await row.getByRole('button', { name: /^Mark as read/ }).click();
  await row.waitFor({ state: 'detached' });
  await inBar(before).waitFor();

  await choose(page, 'Status', 'All');
  await row.getByRole('button', { name: /^Mark as unread/ }).click();
  await row.getByRole('button', { name: /^Mark as read/ }).waitFor();
  expect(await row.getByRole('link', { name: 'View Episode 2' }).getAttribute('href')).toBe(
    `/admin/users/${scout.person.id}/boards/${boards[1]!}`,
  );
});

test('opens notifications with the default query or that of the URL', async () => {
  const page = await open('/admin/notifications?type=board&status=all&sortBy=created_at');
  await page.getByRole('button', { name: 'Status All' }).waitFor();
  await choose(page, 'Type', 'All types');
  await page.waitForURL(/type=all/);
  await rows(page).filter({ hasText: 'Location requesting approval' }).first().waitFor();
  await rows(page).filter({ hasText: 'Board created' }).first().waitFor();
  await page.getByRole('link', { name: 'Audit Logs' }).click();
  await page.getByRole('heading', { name: 'Audit Logs' }).waitFor();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('button', { name: 'Type Locations' }).waitFor();
  await page.getByRole('button', { name: 'Status Unread' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('marks a notification as read when its link is opened, also in a new tab', async () => {
  const other = await addSignedInPerson(site, 'SCOUT', { first_name: 'Eilidh' });
  const { id } = await other.api(createBoard, { title: 'Opened' });
  await other.api(createBoard, { title: 'Opened aside' });
  const page = await open('/admin/notifications?type=board');
  const row = (title: string) => rows(page).filter({ has: page.getByRole('link', { name: title, exact: true }) });
  await row('Opened aside').getByRole('link', { name: 'View' }).click({ button: 'middle' });
  await toast(page, '‘Opened aside’ was marked as read.').waitFor();
  await row('Opened aside').waitFor({ state: 'detached' });
  await row('Opened').getByRole('link', { name: 'Opened', exact: true }).click();
  await page.waitForURL(`**/boards/${id}`);
  const read = db.selectFrom('notifications').select('read_at').where('board_id', '=', id);
  await expect.poll(async () => (await read.executeTakeFirst())?.read_at).toBeInstanceOf(Date);
});

test('explains a restored query without results, and clears it with its sort order in one click', async () => {
  const page = await open('/admin/audit-logs?user=nobody-of-this-name&sortBy=type&sortOrder=asc');
  const note = page.getByText('The filters from your last visit still apply, and no results match them.');
  await page.getByText('No entries were found.').waitFor();
  expect(await note.count()).toBe(0);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await page.getByRole('link', { name: 'Audit Logs' }).click();
  await note.getByRole('link', { name: 'Clear all filters' }).click();
  await rows(page).first().waitFor();
  await note.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await rows(page).first().waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('keeps a list reset whose page is loaded, as in a new tab or before scripts run', async () => {
  const page = await open('/admin/audit-logs?user=nobody-of-this-name');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Reset' }).click({ button: 'middle' });
  const tab = await opened;
  await waitForHydration(tab);
  await rows(tab).first().waitFor();
  expect(new URL(tab.url()).search).toBe('');
  await tab.reload();
  await waitForHydration(tab);
  expect(new URL(tab.url()).search).toBe('');
});

test('shows an error and keeps the state when a notification cannot be marked', async () => {
  const page = await open('/admin/notifications?type=board');
  await page.route('**/toggle-read', (route) =>
    route.fulfill({
      status: 404,
      json: { errorType: 'NOT_FOUND', message: 'We cannot find this notification. It may have been deleted.' },
    }),
  );
  const row = rows(page).filter({ hasText: 'Episode 3' });
  await row.getByRole('button', { name: /^Mark as read/ }).click();
  const alert = page.getByRole('alertdialog', { name: 'Error' });
  await alert.getByText('We cannot find this notification. It may have been deleted.').waitFor();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: /^Mark as read/ }).waitFor();
});

test('sorts, searches, restores and resets the audit logs', async () => {
  const page = await open('/admin/audit-logs');
  await page.getByRole('columnheader', { name: 'Id', exact: true }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Id' }).getAttribute('aria-sort')).toBe('descending');
  const ids = (await cells(page, 1)).map(Number);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));

  await page.getByRole('columnheader', { name: 'User' }).getByRole('link').click();
  await page.waitForURL(/sortBy=user&sortOrder=asc/);
  await choose(page, 'Type', 'Board created');
  await page.waitForURL(/type=BOARD_CREATED/);
  await page.getByRole('button', { name: /^User/, exact: false }).click();
  await page.getByRole('textbox', { name: 'User' }).fill('catriona');
  await page.keyboard.press('Enter');
  await page.waitForURL(/user=catriona/);
  await expect.poll(() => counted(page).innerText()).toContain('3');
  await expect.poll(() => cells(page, 4)).toEqual(['Episode 1', 'Episode 2', 'Episode 3']);
  expect(new Set(await cells(page, 2))).toEqual(new Set(['Catriona Muir']));
  const address = page.url();

  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.waitForURL(/notifications$/);
  await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  await page.getByRole('link', { name: 'Audit Logs' }).click();
  await page.waitForURL(address);
  await page.reload();
  await waitForHydration(page);
  await page.getByText('Refined by').waitFor();

  await page.getByRole('link', { name: 'Reset' }).click();
  await page.waitForURL(/audit-logs$/);
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.waitForURL(/notifications$/);
  await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  await page.getByRole('link', { name: 'Audit Logs' }).click();
  await page.getByRole('heading', { name: 'Audit Logs' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('combines changes of a list while the first one is loading', async () => {
  const page = await open('/admin/audit-logs');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/audit-logs*', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('columnheader', { name: 'User' }).getByRole('link').click();
  await page.waitForURL(/sortBy=user&sortOrder=asc/);
  await choose(page, 'Type', 'Board created');
  await page.waitForURL(/type=BOARD_CREATED/);
  release();
  await expect.poll(() => new URL(page.url()).search).toBe('?type=BOARD_CREATED&sortBy=user&sortOrder=asc');
});

test('names a deleted user in the audit logs, as deleted', async () => {
  const person = await addPerson(db, 'SCOUT', { first_name: 'Beathag', last_name: 'Gunn' });
  const leaving = await signInAs(site, person);
  await leaving.api(logIn, { email: person.email, password: PASSWORD });
  const admin = await addSignedInPerson(site, 'ADMIN');
  expect((await admin.fetch(`/api/users/${person.id}`, { method: 'DELETE' })).ok).toBe(true);
  const page = await open('/admin/audit-logs?user=beathag');
  await expect.poll(async () => [...new Set(await cells(page, 2))]).toEqual(['Beathag Gunn (Deleted user)']);
});

test('moves through a list with keys, and restores the row on return', async () => {
  const page = await open('/admin/audit-logs?type=BOARD_CREATED');
  const current = () => page.locator('tr.is-row td:first-child').innerText();
  const ids = await cells(page, 1);
  await page.keyboard.press('j');
  await expect.poll(() => current()).toBe(ids[0]);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect.poll(() => current()).toBe(ids[1]);
  const opened = await page.locator('tr.is-row a[data-opens]').getAttribute('href');
  await page.keyboard.press('Enter');
  await page.waitForURL(site.url + opened!);
  await page.goBack();
  await page.waitForURL(/type=BOARD_CREATED/);
  await page.getByRole('heading', { name: 'Audit Logs' }).waitFor();
  await expect.poll(current).toBe(ids[1]);
  await page.keyboard.press('j');
  await expect.poll(() => current()).toBe(ids[2]);
});

test.each([1440, 390])(
  'keeps the search field of a filter in view while its options scroll, %i px wide',
  async (width) => {
    const page = await open('/admin/audit-logs');
    await page.setViewportSize({ width, height: 844 });
    await page.locator('.filter-button').filter({ hasText: 'Type' }).click();
    const isOnTop = (of: Locator) =>
      of.evaluate((element) => {
        const { left, top, width: wide, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + wide / 2, top + height / 2) === element;
      });
    const options = page.locator('.popover .checkbox-row input');
    await options.last().scrollIntoViewIfNeeded();
    await expect.poll(() => isOnTop(page.getByRole('searchbox', { name: 'Find in Type' }))).toBe(true);
    // It does not cover the focused option.
    const above = options.nth(5);
    await above.focus();
    await expect.poll(() => isOnTop(above)).toBe(true);
  },
);

test('lists the keyboard shortcuts, ignores them in fields, and turns them off', async () => {
  const page = await open('/admin/audit-logs');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Next row').waitFor();
  await help.getByText('Open the row').waitFor();
  await page.keyboard.press('j');
  expect(await page.locator('tr.is-row').count()).toBe(0);
  await help.getByRole('checkbox', { name: 'Use single keys as shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await page.keyboard.press('j');
  expect(await page.locator('tr.is-row').count()).toBe(0);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await help.getByRole('checkbox').check();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^User/ }).click();
  await page.getByRole('textbox', { name: 'User' }).pressSequentially('jk?');
  await expect.poll(() => page.getByRole('textbox', { name: 'User' }).inputValue()).toBe('jk?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.locator('tr.is-row').waitFor();
});

test('keeps a hidden column hidden', async () => {
  const page = await open('/admin/notifications?type=board');
  const heading = page.getByRole('columnheader', { name: 'Created At' });
  await heading.waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Created At' }).uncheck();
  await heading.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('columnheader', { name: 'About' }).waitFor();
  await heading.waitFor({ state: 'detached' });
});

test('leads from a missing field on the overview to the locations without it', async () => {
  await addLocation(db, { title: 'Weir mill without words', status: 'LIVE', options: SAMPLE_OPTIONS });
  const page = await open('/admin/overview');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Description', exact: true }) });
  const total = Number((await row.getByRole('cell').innerText()).replaceAll(',', ''));
  await row.getByRole('link').click();
  await page.getByRole('link', { name: 'Remove Empty Field Description' }).waitFor();
  await rows(page).filter({ hasText: 'Weir mill without words' }).waitFor();
  expect(Number.parseInt((await counted(page).innerText()).replaceAll(',', ''), 10)).toBe(total);
});

test('exports a list with its filters', async () => {
  const page = await open('/admin/audit-logs?type=BOARD_CREATED&user=catriona&sortBy=id&sortOrder=asc');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('audit-logs.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines.map((line) => line.split(',').toSpliced(3, 1).toSpliced(0, 1).join())).toEqual([
    'User,Type,Location,Board,Account,Note',
    ...[1, 2, 3].map((number) => `Catriona Muir,Board created,,Episode ${number},,`),
  ]);
});
