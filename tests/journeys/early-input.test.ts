import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ownProfile } from '../../src/features/accounts/contract.ts';
import { newDraft } from '../../src/features/locations/editing/contract.ts';
import { SCREENS, openBrowser, waitForHydration, waitForIdle } from '../support/browser.ts';
import { box, dialog, fill } from '../support/forms.ts';
import { addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

/** Opens a page whose scripts are held back until they are released. */
async function openWithoutScripts(
  path: string,
  {
    enter,
    screen = 'desk',
  }: { enter?: (context: BrowserContext) => Promise<void>; screen?: keyof typeof SCREENS } = {},
): Promise<{ page: Page; release: () => Promise<void> }> {
  const page = await browser.newPage({ viewport: SCREENS[screen] });
  await enter?.(page.context());
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(site.url + path, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').or(page.locator('.admin-bar')).first().waitFor();
  const release = async () => {
    resolve();
    await waitForHydration(page);
  };
  return { page, release };
}

describe('input before the scripts load', () => {
  test('opens the login afterwards, and keeps the search text with its suggestions', async () => {
    const { page, release } = await openWithoutScripts('/');
    await page.getByRole('search').getByRole('combobox').pressSequentially('eilean don');
    await page.getByRole('button', { name: 'Log In' }).click();
    await release();
    await page.getByRole('dialog', { name: 'Log In' }).waitFor();
    expect(await page.locator('.search--hero input').inputValue()).toBe('eilean don');
    await page.locator('.typeahead').getByText('Eilean Donan Castle').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.getByRole('button', { name: 'Log In' }).evaluate((it) => it === document.activeElement))
      .toBe(true);
  });

  test('gets suggestions in the search of the results, and can be continued', async () => {
    const { page, release } = await openWithoutScripts('/find-a-location');
    const field = page.getByRole('search').getByRole('combobox');
    await field.pressSequentially('eilean don');
    await release();
    await page.getByRole('option').first().waitFor();
    await field.pressSequentially('an');
    await expect.poll(() => field.inputValue()).toBe('eilean donan');
  });

  test.each([
    ['the menu', '/about', 'Menu', (page: Page) => page.getByRole('dialog', { name: 'Menu' })],
    ['a filter', '/find-a-location', 'Category', (page: Page) => page.getByRole('listbox', { name: 'Category' })],
    ['a favourite', '/find-a-location', /^Add .* to a board$/, (page: Page) => dialog(page)],
  ] as const)('opens %s that is pressed twice', async (_what, path, name, opened) => {
    const { page, release } = await openWithoutScripts(path);
    const button = page.getByRole('button', { name }).first();
    await button.click();
    await button.click();
    await release();
    await opened(page).waitFor();
  });

  test.each([
    ['/find-a-location', 'Contact us', '**/contact-us'],
    ['/admin/locations', 'Content', '**/admin/content'],
  ])('leaves %s where it was scrolled, and returns to it', async (path, link, other) => {
    const admin = await addSignedInPerson(site, 'ADMIN');
    const { page, release } = await openWithoutScripts(path, { ...admin, screen: 'phone' });
    await page.mouse.wheel(0, 400);
    const getPosition = () => page.evaluate(() => scrollY);
    await expect.poll(getPosition).toBe(400);
    await release();
    await waitForIdle(page);
    expect(await getPosition()).toBe(400);
    // The router goes there without a document, and without scrolling to the link.
    await page.getByRole('link', { name: link, exact: true }).first().dispatchEvent('click');
    await page.waitForURL(other);
    await expect.poll(getPosition).toBe(0);
    await page.goBack();
    await expect.poll(getPosition).toBe(400);
  });

  test('sorts the results by the chosen order', async () => {
    const { page, release } = await openWithoutScripts('/find-a-location');
    await page.getByLabel('Sort by').selectOption('title');
    await release();
    await page.waitForURL(/[?&]sort=title/);
    expect(await page.getByLabel('Sort by').inputValue()).toBe('title');
  });

  test('selects the rows that were ticked', async () => {
    const admin = await addSignedInPerson(site, 'ADMIN');
    const { page, release } = await openWithoutScripts('/admin/locations', admin);
    for (const index of [0, 2])
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .nth(index)
        .check();
    await release();
    await page.getByRole('region', { name: 'Selection' }).getByText('2 selected').waitFor();
  });

  test.each([
    ['sorts', '/find-a-location', 'select', (page: Page) => page.waitForURL(/[?&]sort=title/)],
    ['selects a row', '/admin/locations', 'tbody input', (page: Page) => page.getByText('1 selected').waitFor()],
  ] as const)('%s while the page is hydrated in parts', async (_what, path, selector, done) => {
    const admin = await addSignedInPerson(site, 'ADMIN');
    const { page, release } = await openWithoutScripts(path, admin);
    const changed = page.waitForFunction((css) => {
      if (window.earlyInput) return false;
      const field = document.querySelector<HTMLSelectElement | HTMLInputElement>(css)!;
      if (field instanceof HTMLInputElement) field.click();
      else {
        field.value = 'title';
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
      }
      return true;
    }, selector);
    await release();
    await changed;
    await done(page);
  });

  test('is not repeated when React has handled it already', async () => {
    const { page, release } = await openWithoutScripts('/find-a-location');
    const button = page.getByRole('button', { name: 'Category' }).first();
    // Presses the button in the last moment in which it is recorded.
    await button.evaluate((element: HTMLButtonElement) => {
      let { earlyInput } = window;
      const set = (value: typeof earlyInput) => {
        element.click();
        earlyInput = value;
      };
      Object.defineProperty(window, 'earlyInput', { get: () => earlyInput, set });
    });
    await release();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await page.getByRole('listbox', { name: 'Category' }).waitFor();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
  });

  test('submits the search', async () => {
    const { page } = await openWithoutScripts('/');
    await page.getByRole('search').getByRole('combobox').fill('eilean donan castle');
    await page.getByRole('search').getByRole('combobox').press('Enter');
    await page.waitForURL('**/find-a-location?query=eilean+donan+castle', { waitUntil: 'commit' });
  });

  test('sends an enquiry afterwards', async () => {
    const { page, release } = await openWithoutScripts('/contact-us');
    const enquiry = { Name: 'Ishbel', Email: 'early@crew.example', Comment: 'Two days in May.' };
    await fill(page, enquiry);
    await page.getByRole('button', { name: 'Send enquiry' }).click();
    await release();
    await page.getByRole('heading', { name: 'Enquiry sent' }).waitFor();
    const { comment } = await site.db
      .selectFrom('enquiries')
      .select('comment')
      .where('email', '=', 'early@crew.example')
      .executeTakeFirstOrThrow();
    expect(comment).toBe('Two days in May.');
  });

  test('overrides the default values of a form', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const { page, release } = await openWithoutScripts('/edit-profile', scout);
    await box(page, 'Last name').fill('Anstruther');
    await release();
    expect(await box(page, 'Last name').inputValue()).toBe('Anstruther');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile updated successfully').waitFor();
    const { last_name } = await scout.api(ownProfile, {});
    expect(last_name).toBe('Anstruther');
  });

  test('is kept in the wizard', async () => {
    const owner = await addSignedInPerson(site, 'OWNER');
    const { page, release } = await openWithoutScripts('/register-location', owner);
    await box(page, 'Title').fill('Weir mill');
    await release();
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor();
    expect(await owner.api(newDraft, {})).toMatchObject({ draft: { fields: { title: 'Weir mill' } } });
  });
});

describe('suggestions', () => {
  test.each(['desk', 'phone'] as const)('open within the viewport on the home page on a %s', async (screen) => {
    const page = await browser.newPage({ viewport: SCREENS[screen] });
    await page.goto(site.url);
    await waitForHydration(page);
    await page.getByRole('search').getByRole('combobox').pressSequentially('castle');
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await list.waitFor();
    const { y, height } = (await list.boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(SCREENS[screen].height);
    expect(height).toBeGreaterThan(300);
    for (const option of [page.getByRole('option').first(), page.getByRole('search').getByRole('combobox')]) {
      const shown = (await option.boundingBox())!;
      const hit = await page.evaluate(
        ([x, top]) => document.elementFromPoint(x!, top!)?.closest('[role]')?.getAttribute('role'),
        [shown.x + 30, shown.y + shown.height / 2],
      );
      expect(hit).toBe(await option.getAttribute('role'));
    }
  });
});
