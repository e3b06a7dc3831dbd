import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { getEditedPage, savePageDraft } from '../../src/features/content/editing/contract.ts';
import { openBrowser, openPage, visit } from '../support/browser.ts';
import { box, dialog } from '../support/forms.ts';
import { addSignedInPerson } from '../support/people.ts';
import { photograph } from '../support/photograph.ts';
import { deletePictureJobs, startImageWorker } from '../support/image-worker.ts';
import { startSite } from '../support/site.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ env });
await deletePictureJobs(site);
const browser = await openBrowser();

/** Opens a URL in the browser of a new admin. */
async function openAsAdmin(address: string) {
  const admin = await addSignedInPerson(site, 'ADMIN', { first_name: 'Ailsa', last_name: 'Munro' });
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, site.url + address);
  return { page, admin };
}

const question = (page: Page) => page.getByRole('alertdialog');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const waitForToast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text }).waitFor();
const asVisitor = async (path: string) => (await fetch(site.url + path)).text();
const listAuditEntries = (type: number) =>
  site.db.selectFrom('audit_logs').select('details').where('type', '=', type).orderBy('id', 'desc').executeTakeFirst();

test('shows placeholders of the agency’s names as visitors see them', async () => {
  const { page } = await openAsAdmin('/admin/content/privacy');
  const banner = page.locator('summary').filter({ hasText: 'Banner' });
  await banner.press('Enter');
  await page.locator('[id="field-banner.title"]').fill('Privacy at {{site}}');
  expect(await banner.innerText()).toMatch(/Privacy at Recce/);
});

test('creates a page with a picture, previews and publishes it', async () => {
  const { page } = await openAsAdmin('/admin/content');
  await press(page, 'New page');
  await box(page, 'Title').fill('Filming in winter');
  await box(page, 'Address').fill('boards');
  await press(page, 'Create page');
  await page.getByText('This web address is one of the site’s own pages. Choose another.').first().waitFor();
  await box(page, 'Address').fill('filming-in-winter');
  await press(page, 'Create page');
  await page.waitForURL('**/admin/content/filming-in-winter');

  await box(page, 'Text').click();
  await page.keyboard.type('Bring a ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('torch');
  await page.locator('summary').filter({ hasText: 'Banner' }).press('Enter');
  await press(page, 'Add a banner');
  await press(page, 'Choose a picture');
  const file = dialog(page).locator('input[type=file]');
  const choose = (buffer: Buffer) => file.setInputFiles({ name: 'snow.jpg', mimeType: 'image/jpeg', buffer });
  // The worker rejects a file that is no picture. The message gets the focus, and another file can be chosen at once.
  await choose(Buffer.alloc(1000));
  await dialog(page).getByRole('status').filter({ hasText: 'Processing…' }).waitFor();
  onTestFinished(await startImageWorker(site, env));
  const rejection = dialog(page).getByRole('alert').filter({ hasText: 'Please choose a JPEG, PNG or WebP picture.' });
  await rejection.waitFor();
  await expect.poll(() => rejection.evaluate((alert) => alert === document.activeElement)).toBe(true);
  await choose(await photograph(1600, 900));
  await page.getByRole('slider', { name: 'Focal point of picture of the banner' }).waitFor();

  // Missing values are reported at their fields, and the input is kept.
  await press(page, 'Save');
  await page.getByText('Enter a title for the banner.').first().waitFor();
  await page.locator('[id="field-banner.title"]').fill('Winter on location');
  // The preview shows the input.
  await page.getByRole('link', { name: 'Preview' }).click();
  await waitForToast(page, 'Draft saved.');
  expect((await fetch(`${site.url}/filming-in-winter`)).status).toBe(404);
  expect((await fetch(`${site.url}/filming-in-winter?preview=filming-in-winter`)).status).toBe(404);

  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1, name: 'Winter on location' }).waitFor();
  await frame.getByText('torch').waitFor();
  expect(await frame.getByRole('button', { name: 'Log In' }).count()).toBe(1);
  await press(page, 'Publish');
  await waitForToast(page, 'Published.');
  await expect.poll(() => asVisitor('/filming-in-winter')).toContain('<strong>torch</strong>');
  expect(await listAuditEntries(29)).toEqual({
    details: { name: 'filming-in-winter', revision: expect.any(Number) as number },
  });

  // The editor waits for the published version, however slow the server is.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/content/pages/filming-in-winter', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Back to editing' }).click();
  await page.waitForURL('**/admin/content/filming-in-winter');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  release();
  await press(page, 'Delete');
  await press(page, 'Delete page');
  await page.waitForURL('**/admin/content');
  await expect.poll(async () => (await fetch(`${site.url}/filming-in-winter`)).status).toBe(404);
});

test('shows the latest saved version in a preview that was open before, even on a slow connection', async () => {
  const { page } = await openAsAdmin('/admin/content/privacy');
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.getByRole('link', { name: 'Back to editing' }).click();
  await box(page, 'Title').fill('How we keep what you tell us');
  await page.route('**/api/content/pages/privacy', async (route) => {
    const isLate = route.request().method() === 'GET';
    if (isLate) await Promise.race([page.locator('iframe').waitFor(), delay(500)]);
    await route.continue();
  });
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.locator('iframe').waitFor();
  await press(page, 'Publish');
  await waitForToast(page, 'Published.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('merges the changes of two editors, and resolves conflicts by choice', async () => {
  const { page, admin } = await openAsAdmin('/admin/content/accessibility');
  const colleague = await addSignedInPerson(site, 'ADMIN');
  const edited = await site.db
    .selectFrom('pages')
    .select(['title', 'content'])
    .where('name', '=', 'accessibility')
    .executeTakeFirstOrThrow();
  const content = { title: 'How accessible we are', ...edited.content, description: 'Saved by a colleague.' };
  const { version } = await colleague.api(savePageDraft, {
    name: 'accessibility',
    version: 0,
    content: content as never,
  });

  await box(page, 'Title').fill('Accessibility');
  await press(page, 'Save');
  await question(page).getByRole('heading', { name: 'Changed in two places' }).waitFor();
  expect(await question(page).getByRole('group').allInnerTexts()).toEqual([
    expect.stringMatching(/Title[^]*Yours[^]*Accessibility[^]*Saved[^]*How accessible we are/),
  ]);
  await question(page).getByRole('radio', { name: 'Saved' }).check();
  await press(page, 'Save these values');
  await expect.poll(() => box(page, 'Title').inputValue()).toBe('How accessible we are');
  await expect.poll(() => box(page, 'Description').inputValue()).toBe('Saved by a colleague.');

  // A field that only one of them changed needs no decision.
  await box(page, 'Title').fill('Accessible to all');
  await colleague.api(savePageDraft, {
    name: 'accessibility',
    version,
    content: { ...content, description: 'Saved once more.' } as never,
  });
  await press(page, 'Save');
  await waitForToast(page, 'Draft saved.');
  await expect.poll(() => box(page, 'Description').inputValue()).toBe('Saved once more.');
  expect(await asVisitor('/accessibility')).not.toMatch(/Accessible to all|Saved once more/);

  await press(page, 'Discard draft');
  await question(page).getByRole('button', { name: 'Discard draft' }).click();
  await waitForToast(page, 'The draft has been discarded.');
  await expect.poll(() => box(page, 'Title').inputValue()).toBe(edited.title);
  expect(admin.person.role).toBe('ADMIN');
});

test('shows the changes of a colleague before publishing', async () => {
  const { page } = await openAsAdmin('/admin/content/privacy');
  const colleague = await addSignedInPerson(site, 'ADMIN');
  const known = await site.db.selectFrom('pages').selectAll().where('name', '=', 'privacy').executeTakeFirstOrThrow();
  const saves = async (fields: object) => {
    const draft = await colleague.api(getEditedPage, { name: 'privacy' });
    const content = { title: known.title, ...known.content, ...draft.draft, ...fields };
    return colleague.api(savePageDraft, { name: 'privacy', version: draft.version, content: content as never });
  };
  const changes = question(page).filter({ hasText: 'Changed since you opened it' });

  // Merged changes have not been reviewed either.
  await saves({ description: 'Mind the edge.' });
  await box(page, 'Title').fill('Privacy first');
  await press(page, 'Publish');
  await changes.getByText('Mind the edge.').waitFor();
  expect(await changes.getByRole('region').count()).toBe(1);
  expect(await asVisitor('/privacy')).not.toContain('Mind the edge.');
  await press(page, 'Review the changes');
  expect(await box(page, 'Description').inputValue()).toBe('Mind the edge.');
  expect(await box(page, 'Title').inputValue()).toBe('Privacy first');

  await saves({ description: 'Mind both edges.' });
  await press(page, 'Publish');
  await changes.getByText('Mind both edges.').waitFor();
  expect(await asVisitor('/privacy')).not.toContain('Mind both edges.');
  await changes.getByRole('button', { name: 'Publish' }).click();
  await waitForToast(page, 'Published.');
  await expect.poll(() => asVisitor('/privacy')).toContain('Mind both edges.');

  // The preview shows the current version, and publishes it on the second attempt.
  await saves({ description: 'One edge is left.' });
  await page.getByRole('link', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1 }).waitFor();
  await saves({ description: 'No edge is left.', title: 'Safe at last' });
  await press(page, 'Publish');
  await page.getByText('Somebody else has changed this since you opened it.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Preview: Safe at last' }).waitFor();
  await press(page, 'Publish');
  await expect.poll(() => asVisitor('/privacy')).toContain('No edge is left.');
});

test('asks before leaving with unsaved changes, and edits a table as HTML', async () => {
  const { page } = await openAsAdmin('/admin/content/cookies');
  const html = box(page, 'Text');
  await expect.poll(() => html.inputValue()).toContain('<table>');
  await html.fill(
    '<p onclick="steal()">Few.<script>steal()</script></p><table><tbody><tr><td>One</td></tr></tbody></table>',
  );
  await page.getByRole('link', { name: 'Back to content' }).click();
  await question(page).getByRole('heading', { name: 'Leave without saving?' }).waitFor();
  await press(page, 'Stay on this page');
  await press(page, 'Publish');
  await waitForToast(page, 'Published.');
  await expect.poll(() => asVisitor('/cookies')).toContain('<td>One</td>');
  expect(await asVisitor('/cookies')).not.toContain('steal');
});

test('adds a link to the menu, and validates its URL', async () => {
  const { page } = await openAsAdmin('/admin/content/menu');
  await page.getByRole('button', { name: 'Add a link' }).first().click();
  await page.keyboard.type('Weather');
  await page.locator('[id^="field-groups.0.links."][id$=".href"]').last().fill('javascript:alert(1)');
  await press(page, 'Save');
  await page.getByText('Start with / for a page of this site').first().waitFor();
  await page.locator('[id^="field-groups.0.links."][id$=".href"]').last().fill('https://www.metoffice.gov.uk/');
  await press(page, 'Publish');
  await waitForToast(page, 'Published.');
  await expect.poll(() => asVisitor('/api/menu')).toContain('metoffice');
  const visitor = await openPage(browser, site.url);
  await press(visitor, 'Menu');
  await dialog(visitor).getByRole('link', { name: 'Weather' }).waitFor();
});

test('renames an option everywhere, moves it, and deletes it only while it is unused', async () => {
  const { page } = await openAsAdmin('/admin/content/options');
  const names = () => page.locator('.option-list__name').allInnerTexts();
  await press(page, 'Rename Lighthouse');
  await box(page, 'Name').fill('Lighthouse or beacon');
  await press(page, 'Rename');
  await waitForToast(page, '“Lighthouse” is now “Lighthouse or beacon”.');
  await expect.poll(() => asVisitor('/api/locations?category=Lighthouse+or+beacon')).toMatch(/"total_results":[1-9]/);

  await press(page, 'Delete Lighthouse or beacon');
  await question(page)
    .getByText(/locations have it\. Only options that no location has can be deleted/)
    .waitFor();
  await question(page).getByRole('button', { name: 'Close' }).last().click();
  await press(page, 'Add an option');
  await box(page, 'Name').fill('Bothy');
  await press(page, 'Add');
  await waitForToast(page, '“Bothy” has been added.');
  await page.getByRole('button', { name: 'Move Bothy' }).press('ArrowUp');
  await expect.poll(async () => (await names()).at(-2)).toBe('Bothy');
  const order = await names();
  await expect
    .poll(async () => {
      const category = site.db.selectFrom('options').select('name').where('field', '=', 'category');
      return (await category.orderBy('position').execute()).map(({ name }) => name);
    })
    .toEqual(order);
  await press(page, 'Delete Bothy');
  await press(page, 'Delete option');
  await waitForToast(page, '“Bothy” has been deleted.');
  expect(await names()).not.toContain('Bothy');
});
