import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { pageToEdit, savePageDraft } from '../../src/features/content/editing/contract.ts';
import { openBrowser, openPage, visit } from '../support/browser.ts';
import { box, dialog } from '../support/forms.ts';
import { signedIn } from '../support/people.ts';
import { photograph } from '../support/photograph.ts';
import { deletePictureJobs, startImageWorker } from '../support/image-worker.ts';
import { startSite } from '../support/site.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ env });
await deletePictureJobs(site);
const browser = await openBrowser();

/** A browser of somebody new of the Locations Team, at an address. */
async function openOffice(address: string) {
  const admin = await signedIn(site, 'ADMIN', { first_name: 'Ailsa', last_name: 'Munro' });
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, site.url + address);
  return { page, admin };
}

const question = (page: Page) => page.getByRole('alertdialog');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const said = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text }).waitFor();
const asVisitor = async (path: string) => (await fetch(site.url + path)).text();
const audited = (type: number) =>
  site.db.selectFrom('audit_logs').select('details').where('type', '=', type).orderBy('id', 'desc').executeTakeFirst();

test('what stands for the agency’s names is shown as everyone sees it', async () => {
  const { page } = await openOffice('/admin/content/privacy');
  const banner = page.locator('summary').filter({ hasText: 'Banner' });
  await banner.press('Enter');
  await page.locator('[id="field-banner.title"]').fill('Privacy at {{site}}');
  expect(await banner.innerText()).toMatch(/Privacy at Recce/);
});

test('a page is begun, written with a picture, looked at, published and read by everybody', async () => {
  const { page } = await openOffice('/admin/content');
  await press(page, 'New page');
  await box(page, 'Title').fill('Filming in winter');
  await box(page, 'Address').fill('boards');
  await press(page, 'Create page');
  await page.getByText('This address is one of the site’s own pages. Choose another.').first().waitFor();
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
  // What is no picture is refused by the worker, in words that have the focus; the next one can be chosen at once.
  await choose(Buffer.alloc(1000));
  await dialog(page).getByRole('status').filter({ hasText: 'Processing…' }).waitFor();
  onTestFinished(await startImageWorker(site, env));
  const rejection = dialog(page).getByRole('alert').filter({ hasText: 'Please choose a JPEG, PNG or WebP picture.' });
  await rejection.waitFor();
  await expect.poll(() => rejection.evaluate((alert) => alert === document.activeElement)).toBe(true);
  await choose(await photograph(1600, 900));
  await page.getByRole('slider', { name: 'Focal point of picture of the banner' }).waitFor();

  // What is missing is said where it is missing, and nothing is lost.
  await press(page, 'Save');
  await page.getByText('Enter a title for the banner.').first().waitFor();
  await page.locator('[id="field-banner.title"]').fill('Winter on location');
  // What is looked at is what was typed.
  await page.getByRole('link', { name: 'Preview' }).click();
  await said(page, 'Draft saved.');
  expect((await fetch(`${site.url}/filming-in-winter`)).status).toBe(404);
  expect((await fetch(`${site.url}/filming-in-winter?preview=filming-in-winter`)).status).toBe(404);

  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1, name: 'Winter on location' }).waitFor();
  await frame.getByText('torch').waitFor();
  expect(await frame.getByRole('button', { name: 'Log In' }).count()).toBe(1);
  await press(page, 'Publish');
  await said(page, 'Published.');
  await expect.poll(() => asVisitor('/filming-in-winter')).toContain('<strong>torch</strong>');
  expect(await audited(29)).toEqual({ details: { name: 'filming-in-winter' } });

  await page.getByRole('link', { name: 'Back to editing' }).click();
  await press(page, 'Delete');
  await press(page, 'Delete page');
  await page.waitForURL('**/admin/content');
  await expect.poll(async () => (await fetch(`${site.url}/filming-in-winter`)).status).toBe(404);
});

test('a preview that was looked at before shows what has been saved since, however late that comes', async () => {
  const { page } = await openOffice('/admin/content/privacy');
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
  await said(page, 'Published.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('of what two people change at the same time each change is kept, or one of the two is chosen', async () => {
  const { page, admin } = await openOffice('/admin/content/accessibility');
  const colleague = await signedIn(site, 'ADMIN');
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
  await press(page, 'Keep these');
  await expect.poll(() => box(page, 'Title').inputValue()).toBe('How accessible we are');
  await expect.poll(() => box(page, 'Description').inputValue()).toBe('Saved by a colleague.');

  // What only one of them changed needs no decision.
  await box(page, 'Title').fill('Accessible to all');
  await colleague.api(savePageDraft, {
    ...{ name: 'accessibility', version },
    content: { ...content, description: 'Saved once more.' } as never,
  });
  await press(page, 'Save');
  await said(page, 'Draft saved.');
  await expect.poll(() => box(page, 'Description').inputValue()).toBe('Saved once more.');
  expect(await asVisitor('/accessibility')).not.toMatch(/Accessible to all|Saved once more/);

  await press(page, 'Discard draft');
  await question(page).getByRole('button', { name: 'Discard draft' }).click();
  await said(page, 'The draft has been discarded.');
  await expect.poll(() => box(page, 'Title').inputValue()).toBe(edited.title);
  expect(admin.person.role).toBe('ADMIN');
});

test('what a colleague has saved since one looked is shown before it is published', async () => {
  const { page } = await openOffice('/admin/content/privacy');
  const colleague = await signedIn(site, 'ADMIN');
  const known = await site.db.selectFrom('pages').selectAll().where('name', '=', 'privacy').executeTakeFirstOrThrow();
  const saves = async (fields: object) => {
    const draft = await colleague.api(pageToEdit, { name: 'privacy' });
    const content = { title: known.title, ...known.content, ...draft.draft, ...fields };
    return colleague.api(savePageDraft, { name: 'privacy', version: draft.version, content: content as never });
  };
  const changes = question(page).filter({ hasText: 'Changed since you looked' });

  // What was brought together with one’s own has not been seen either.
  await saves({ description: 'Mind the edge.' });
  await box(page, 'Title').fill('Privacy first');
  await press(page, 'Publish');
  await changes.getByText('Mind the edge.').waitFor();
  expect(await changes.getByRole('region').count()).toBe(1);
  expect(await asVisitor('/privacy')).not.toContain('Mind the edge.');
  await press(page, 'Look at it first');
  expect(await box(page, 'Description').inputValue()).toBe('Mind the edge.');
  expect(await box(page, 'Title').inputValue()).toBe('Privacy first');

  await saves({ description: 'Mind both edges.' });
  await press(page, 'Publish');
  await changes.getByText('Mind both edges.').waitFor();
  expect(await asVisitor('/privacy')).not.toContain('Mind both edges.');
  await changes.getByRole('button', { name: 'Publish' }).click();
  await said(page, 'Published.');
  await expect.poll(() => asVisitor('/privacy')).toContain('Mind both edges.');

  // The preview shows what there is now, and publishes it when it is asked again.
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

test('what is not saved is asked about before it is left, and a table is edited as the HTML that it is', async () => {
  const { page } = await openOffice('/admin/content/cookies');
  const html = box(page, 'Text');
  await expect.poll(() => html.inputValue()).toContain('<table>');
  await html.fill(
    '<p onclick="steal()">Few.<script>steal()</script></p><table><tbody><tr><td>One</td></tr></tbody></table>',
  );
  await page.getByRole('link', { name: 'Back to content' }).click();
  await question(page).getByRole('heading', { name: 'Leave without saving?' }).waitFor();
  await press(page, 'Stay on this page');
  await press(page, 'Publish');
  await said(page, 'Published.');
  await expect.poll(() => asVisitor('/cookies')).toContain('<td>One</td>');
  expect(await asVisitor('/cookies')).not.toContain('steal');
});

test('a link is added to the menu, and leads where it may', async () => {
  const { page } = await openOffice('/admin/content/menu');
  await page.getByRole('button', { name: 'Add a link' }).first().click();
  await page.keyboard.type('Weather');
  await page.locator('[id^="field-groups.0.links."][id$=".href"]').last().fill('javascript:alert(1)');
  await press(page, 'Save');
  await page.getByText('Begin with / for a page of this site').first().waitFor();
  await page.locator('[id^="field-groups.0.links."][id$=".href"]').last().fill('https://www.metoffice.gov.uk/');
  await press(page, 'Publish');
  await said(page, 'Published.');
  await expect.poll(() => asVisitor('/api/menu')).toContain('metoffice');
  const visitor = await openPage(browser, site.url);
  await press(visitor, 'Menu');
  await dialog(visitor).getByRole('link', { name: 'Weather' }).waitFor();
});

test('an option is renamed wherever it is shown, moved, and deleted only while no location has it', async () => {
  const { page } = await openOffice('/admin/content/options');
  const names = () => page.locator('.option-list__name').allInnerTexts();
  await press(page, 'Rename Lighthouse');
  await box(page, 'Name').fill('Lighthouse or beacon');
  await press(page, 'Rename');
  await said(page, '“Lighthouse” is now “Lighthouse or beacon”.');
  await expect.poll(() => asVisitor('/api/locations?category=Lighthouse+or+beacon')).toMatch(/"total_results":[1-9]/);

  await press(page, 'Delete Lighthouse or beacon');
  await question(page)
    .getByText(/locations have it\. Only options that no location has can be deleted/)
    .waitFor();
  await question(page).getByRole('button', { name: 'Close' }).last().click();
  await press(page, 'Add an option');
  await box(page, 'Name').fill('Bothy');
  await press(page, 'Add');
  await said(page, '“Bothy” has been added.');
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
  await said(page, '“Bothy” has been deleted.');
  expect(await names()).not.toContain('Bothy');
});
