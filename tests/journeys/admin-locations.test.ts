import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { SCREENS, waitForHydration, openBrowser, visit } from '../support/browser.ts';
import { addLocation } from '../support/locations.ts';
import { addPerson, addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();
const admin = await addSignedInPerson(site, 'ADMIN');
const COUNT = 60;
const LIST = '/admin/locations';
const BY_TITLE = `${LIST}?query=gorsehaven&sortBy=title&sortOrder=asc`;
const title = (n: number) => `Gorsehaven ${String(n).padStart(2, '0')}`;

beforeAll(async () => {
  const owner = await addPerson(site.db, 'OWNER', { first_name: 'Morven', last_name: 'Gillespie' });
  for (let n = 1; n <= COUNT; n++) {
    await addLocation(site.db, {
      title: title(n),
      nearesttown: 'Tobermory',
      locationidentifier: n === 1 ? null : 2_000_000 + n,
      exporttowebsite: [true, false, null][n % 3]!,
      location_status: n % 2 ? 'AWAITING_APPROVAL' : 'DRAFT',
      lastmodificationdate: new Date(Date.UTC(2026, 0, n)),
      ...(n <= 10 && { owner_id: owner.id }),
    });
  }
});

async function open(path: string, viewport: { width: number; height: number } = SCREENS.desk): Promise<Page> {
  const page = await browser.newPage({ viewport, acceptDownloads: true });
  await admin.enter(page.context());
  await visit(page, site.url + path);
  return page;
}

const rows = (page: Page) => page.locator('tbody tr[data-key]');
const count = (page: Page) => page.locator('.table-header output');
const chips = (page: Page) => page.getByRole('group', { name: 'Refined by' }).locator('.filter-chip');
const tick = async (page: Page, filter: string, option: string) => {
  await page.getByRole('button', { name: new RegExp(`^${filter}`) }).click();
  await page.getByRole('group', { name: filter, exact: true }).getByLabel(option, { exact: true }).check();
  await page.keyboard.press('Escape');
};

describe('list of all locations', () => {
  test('is searched, filtered with a chip for each filter, and cleared', async () => {
    const page = await open(LIST);
    const all = await count(page).textContent();
    await page.getByRole('searchbox', { name: 'Search locations' }).fill('gorseh tober');
    await expect.poll(() => count(page).textContent()).toMatch(new RegExp(`^60 of ${all?.split(' ')[0]}`));
    await tick(page, 'Export to Website', 'Yes');
    await expect.poll(() => count(page).textContent()).toMatch(/^20 of /);
    await tick(page, 'Export to Website', 'Null');
    await expect.poll(() => count(page).textContent()).toMatch(/^40 of /);
    await page.getByRole('button', { name: /^Owner/ }).click();
    await page.getByRole('textbox', { name: 'Owner' }).fill('gillespie');
    await page.keyboard.press('Enter');
    await expect.poll(() => count(page).textContent()).toMatch(/^6 of /);
    await page.getByRole('button', { name: /^Last Modification Date/ }).click();
    await page.getByLabel('To', { exact: true }).fill('2026-01-05');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => rows(page).count()).toBe(3);
    expect((await chips(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').replace('Remove ', ''))).toEqual(
      ['Last Modification Date until 5 Jan 2026', 'Export to Website Yes', 'Export to Website Null', 'Owner gillespie'],
    );
    await chips(page).filter({ hasText: 'Null' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole('link', { name: 'Clear all filters' }).first().click();
    await expect.poll(() => count(page).textContent()).toBe(all);
    await tick(page, 'Has Images', 'No');
    await page.getByRole('button', { name: /^Has Images/ }).click();
    await page.locator('label:has(:focus)', { hasText: 'No' }).waitFor();
  });

  test('has eight columns, and one to select rows', async () => {
    const page = await open(`${LIST}?query=gorsehaven%2001`);
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      '',
      'Image',
      'Legacy Location Id',
      'Title',
      'Status',
      'Last Modification Date',
      'Export to Website',
      'Has Images',
      'Actions',
    ]);
    const cells = await rows(page).getByRole('cell').allInnerTexts();
    expect(cells.map((text) => text.split('\n').map((line) => line.trim()))).toEqual([
      [''],
      [''],
      ['None'],
      [title(1), 'Tobermory'],
      ['New (Offline)', 'Awaiting approval'],
      ['1 Jan 2026, 00:00'],
      ['No'],
      ['No'],
      ['View', title(1)],
    ]);
  });

  test('accepts up to 32 filters', async () => {
    const options = await site.db
      .selectFrom('options')
      .select(['name'])
      .where('field', '=', 'category')
      .orderBy('position')
      .execute();
    const names = options.map(({ name }) => name);
    const settings = await site.db.selectFrom('options').select('name').where('field', '=', 'setting').execute();
    const query = new URLSearchParams([
      ...names.slice(0, 32).map((name) => ['category', name]),
      ...settings.slice(0, Math.max(0, 32 - names.length)).map(({ name }) => ['setting', name]),
    ]);
    const page = await open(`${LIST}?${query}`);
    await expect.poll(() => chips(page).count()).toBe(32);
    const before = page.url();
    await tick(page, 'Has Images', 'Yes').catch(() => undefined);
    await page.getByText('You can add up to 32 search filters').waitFor();
    await expect.poll(() => chips(page).count()).toBe(32);
    expect(page.url()).toBe(before);
  });

  test('is sorted by any column, and Back restores the previous order', async () => {
    const page = await open(`${LIST}?query=gorsehaven`);
    const heading = page.getByRole('columnheader', { name: 'Legacy Location Id' });
    await heading.getByRole('link').click();
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(() => rows(page).first().innerText()).toContain(title(2));
    await heading.getByRole('link').click();
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
    await page.goBack();
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(() => rows(page).first().innerText()).toContain(title(2));
  });

  test('opens record after record beyond its page, and Back to list opens the page of the last one', async () => {
    const page = await open(BY_TITLE);
    await page.getByRole('link', { name: `View ${title(24)}` }).click();
    await page.getByRole('heading', { level: 1, name: title(24) }).waitFor();
    await page.getByText('24 of 60').waitFor();
    for (const n of [25, 26]) {
      await page.keyboard.press('j');
      await page.getByRole('heading', { level: 1, name: title(n) }).waitFor();
      await page.getByText(`${n} of 60`).waitFor();
    }
    await page.getByRole('link', { name: 'Back to list' }).click();
    await expect.poll(() => rows(page).first().innerText()).toContain(title(26));
    await expect.poll(() => page.locator('tr.is-row').innerText()).toContain(title(26));
    await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2');
  });

  test('restores its query on Back, on reload, and at the next visit', async () => {
    const page = await open(BY_TITLE);
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect.poll(() => rows(page).first().innerText()).toContain(title(26));
    await page.getByRole('link', { name: `View ${title(30)}` }).click();
    await page.getByRole('heading', { level: 1, name: title(30) }).waitFor();
    await page.goBack();
    await expect.poll(() => rows(page).first().innerText()).toContain(title(26));
    await page.reload();
    await waitForHydration(page);
    await expect.poll(() => rows(page).first().innerText()).toContain(title(26));
    await visit(page, site.url + LIST);
    await expect.poll(() => new URL(page.url()).searchParams.get('query')).toBe('gorsehaven');
    await expect.poll(() => rows(page).first().innerText()).toContain(title(26));
  });

  test('works with the keyboard alone', async () => {
    const page = await open(LIST);
    await page.keyboard.press('/');
    await page.keyboard.type('gorsehaven');
    await expect.poll(() => count(page).textContent()).toMatch(/^60 of /);
    await page.keyboard.press('Tab');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('tr.is-row').innerText()).toContain(title(59));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title(59) }).waitFor();
  });

  test('is exported with its filters and sort order', async () => {
    const page = await open(`${BY_TITLE}&exporttowebsite=true`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('locations.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(21);
    expect(lines[1]).toContain(`${title(3)},Tobermory`);
  });

  test('shows an error when the results cannot be fetched', async () => {
    const page = await open(LIST);
    await page.route('**/api/admin/locations/search', (route) => route.abort());
    await page.getByRole('searchbox').fill('gorsehaven');
    await page.getByText('Error fetching results').waitFor();
  });
});
