import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { locationImages } from '../../src/features/locations/editing/images/contract.ts';
import { changeOwner, locationOwners } from '../../src/features/locations/ownership/contract.ts';
import { locationRecordById } from '../../src/features/locations/admin-record/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { box, dialog, focused } from '../support/forms.ts';
import { addLocation } from '../support/locations.ts';
import { addPerson, addSignedInPerson } from '../support/people.ts';
import { photograph } from '../support/photograph.ts';
import { ingestPictures } from '../support/image-worker.ts';
import { startSite } from '../support/site.ts';
import { waitForUploads } from '../support/uploads.ts';
import { wordDocument } from '../support/word-documents.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ env });
await ingestPictures(site, env);
const browser = await openBrowser();
const admin = await addSignedInPerson(site, 'ADMIN', { first_name: 'Ailsa', last_name: 'Munro' });

const IN_TIME = { timeout: 120_000 };
type Tab = 'contacts' | 'images' | 'documents';

/** Opens a tab of the record of an owner’s location as an admin. */
async function atRecord(tab: Tab) {
  const owner = await addPerson(site.db, 'OWNER', { first_name: 'Morag', last_name: 'Sinclair' });
  const id = await addLocation(site.db, { title: 'Weir mill', owner_id: owner.id });
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/locations/${id}?tab=${tab}`);
  return { owner, id, page };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const confirmed = (page: Page) => dialog(page).getByRole('button', { name: 'Change ownership' });
const toast = (page: Page, text: string) => page.locator('.toast').getByText(text, { exact: true }).waitFor();

describe('ownership of a location', () => {
  test('is transferred to an owner found by search, and shown everywhere', async () => {
    const next = await addPerson(site.db, 'OWNER', { first_name: 'Eilidh', last_name: 'Quillan' });
    await addPerson(site.db, 'SCOUT', { first_name: 'Eilidh', last_name: 'Quillan' });
    const { id, page } = await atRecord('contacts');
    await page.getByRole('main').getByRole('link', { name: 'Morag Sinclair' }).last().waitFor();
    await button(page, 'Change Ownership').click();
    const search = dialog(page).getByRole('searchbox', { name: 'Search for the new account holder' });
    await search.fill('nobody of this name');
    await dialog(page).getByText('Sorry, no users were found.').waitFor();
    await expect.poll(() => confirmed(page).isDisabled()).toBe(true);
    // Only owners are found, except the current one.
    await search.fill('Morag Sinclair');
    await search.fill('quil eil');
    await dialog(page).getByText('1 owner found').waitFor();
    await dialog(page).getByRole('radio', { name: 'Eilidh Quillan' }).check();
    await confirmed(page).click();
    await toast(page, 'Location owner changed successfully');
    await expect.poll(() => page.getByRole('main').getByRole('link', { name: 'Eilidh Quillan' }).count()).toBe(2);
    expect(await page.getByRole('main').getByRole('link', { name: 'Morag Sinclair' }).count()).toBe(0);
    expect(await admin.api(locationOwners, { id })).toMatchObject([{ user: { id: next.id }, user_role: 'OWNER' }]);
  });

  test('is transferred once by two admins, and the second one sees the new owner', async () => {
    const [first, second] = await Promise.all([
      addPerson(site.db, 'OWNER', { first_name: 'Una', last_name: 'Firstly' }),
      addPerson(site.db, 'OWNER', { first_name: 'Iain', last_name: 'Secondly' }),
    ]);
    const { id, page } = await atRecord('documents');
    await button(page, 'Change ownership').click();
    await dialog(page).getByRole('searchbox').fill('Secondly');
    await dialog(page).getByRole('radio', { name: 'Iain Secondly' }).check();
    await admin.api(changeOwner, { id, userId: first.id });
    await confirmed(page).click();
    await dialog(page).getByRole('alert').getByText('assigned to another owner').waitFor();
    await dialog(page).getByText('Una Firstly owns this location now').waitFor();
    await confirmed(page).click();
    await toast(page, 'Location owner changed successfully');
    expect(await admin.api(locationOwners, { id })).toMatchObject([{ user: { id: second.id } }]);
  });

  test('asks what happens to the name, telephone number and email address of the previous owner', async () => {
    const next = await addPerson(site.db, 'OWNER', { first_name: 'Eilidh', last_name: 'Kerrera' });
    const { id, page } = await atRecord('contacts');
    const contactDetails = { ownername: 'Morag Sinclair', telephone1: '0131 496 0142', email: 'morag@weir.example' };
    await site.db.updateTable('locations').set(contactDetails).where('id', '=', id).execute();
    await visit(page, page.url());
    await button(page, 'Change ownership').click();
    await dialog(page).getByText('morag@weir.example').waitFor();
    await dialog(page).getByRole('searchbox').fill('Kerrera');
    await dialog(page).getByRole('radio', { name: 'Eilidh Kerrera' }).check();
    await confirmed(page).click();
    await dialog(page).getByText('Choose what to do with these details.').waitFor();
    await dialog(page).getByRole('radio', { name: 'Replace them' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Space');
    await confirmed(page).click();
    await toast(page, 'Location owner changed successfully');
    const { ownername, telephone1, email } = await admin.api(locationRecordById, { id });
    expect([ownername, telephone1, email]).toEqual(['Eilidh Kerrera', '0131 496 0177', next.email]);
  });
});

describe('contacts of a location', () => {
  test('are added, changed and deleted by the team, and shown in the contact view', async () => {
    const { owner, page } = await atRecord('contacts');
    await button(page, 'Add a contact').click();
    await box(page, 'First name').fill('Mairi');
    await box(page, 'Last name').fill('Rae');
    await box(page, 'Telephone').fill('0131 496 0142');
    await dialog(page).getByRole('button', { name: 'Add contact' }).click();
    await button(page, 'Change Mairi Rae').click();
    await box(page, 'Email').fill('mairi@weir.example');
    await dialog(page).getByRole('button', { name: 'Save contact' }).click();
    await page.getByText('0131 496 0142 · mairi@weir.example').waitFor();
    await page.getByRole('tab', { name: 'Location Contacts 1' }).waitFor();
    await button(page, 'View contact').click();
    const shown = dialog(page).getByRole('link');
    await dialog(page).getByText('Mairi Rae').waitFor();
    const addresses = () => shown.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    await expect
      .poll(addresses)
      .toEqual(['tel:01314960177', `mailto:${owner.email}`, 'tel:01314960142', 'mailto:mairi@weir.example']);
    // The dialog stays open until it is closed.
    await page.mouse.click(5, 5);
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    await dialog(page).waitFor({ state: 'hidden' });
    await button(page, 'Delete Mairi Rae').click();
    await button(page, 'Delete contact').click();
    await page.getByRole('tab', { name: 'Location Contacts 0' }).waitFor();
  });

  test('show an error when they cannot be loaded', async () => {
    const { page } = await atRecord('documents');
    await page.route('**/api/locations/*/owners', (route) => route.fulfill({ status: 500, json: {} }));
    await button(page, 'View contact').click();
    const alert = dialog(page).getByRole('alert');
    await alert.getByText('Something went wrong on our side.').waitFor(IN_TIME);
    expect(await alert.locator('strong').textContent()).toBe('Error');
  });
});

test('uploads, sorts and deletes images as an admin', async () => {
  const { id, page } = await atRecord('images');
  await page.locator('input[type="file"][multiple]').setInputFiles(
    await Promise.all(
      ['shore.jpg', 'yard.jpg'].map(async (name, n) => {
        return { name, mimeType: 'image/jpeg', buffer: await photograph(1000, 700 + n) };
      }),
    ),
  );
  await page.getByText('2 images have no alternative text yet.').waitFor(IN_TIME);
  await waitForUploads(admin, id);
  const names = async () => (await admin.api(locationImages, { id })).images.map(({ name }) => name);
  const [first, second] = await names();
  await button(page, `Move ${second}`).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(names).toEqual([second, first]);
  await page.getByRole('tab', { name: 'Location Images 2' }).waitFor();
  await button(page, 'Select several').click();
  for (const name of [first, second]) await page.getByRole('checkbox', { name: name!, exact: false }).check();
  await page
    .getByRole('button', { name: /^Delete/ })
    .last()
    .click();
  await button(page, 'Delete images').click();
  await page.getByRole('tab', { name: 'Location Images 0' }).waitFor();
});

describe('documents of a location', () => {
  const docx = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  const file = (page: Page) => page.getByLabel('File *');

  test('are added under a name, downloaded unchanged, and deleted after confirmation', async () => {
    const { page } = await atRecord('documents');
    const content = wordDocument('How to reach the mill');
    await file(page).setInputFiles(docx('Unit base.docx', content));
    await expect.poll(() => box(page, 'Name').inputValue()).toBe('Unit base');
    await box(page, 'Name').fill('Unit base: access');
    await button(page, 'Add document').click();
    await toast(page, 'Document saved successfully');
    await page.getByText(/^1 KB, added on .* by Ailsa Munro$/).waitFor();
    await page.getByRole('tab', { name: 'Location Documents 1' }).waitFor();
    await expect.poll(() => box(page, 'Name').inputValue()).toBe('');
    const downloading = page.waitForEvent('download');
    await button(page, 'Download Unit base: access').click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Unit base- access.docx');
    expect((await readFile(await download.path())).equals(content)).toBe(true);
    await button(page, 'Delete Unit base: access').click();
    await button(page, 'Delete document').click();
    await toast(page, 'Document removed successfully');
    await page.getByText('None yet.').waitFor();
    await expect.poll(() => focused(page)).toBe('Documents');
  });

  test('are rejected with an error message, and the input is kept', async () => {
    const { page } = await atRecord('documents');
    const waitForError = (words: string) => page.locator('.field .error').getByText(words, { exact: true }).waitFor();
    await button(page, 'Add document').click();
    await waitForError('Choose a Word document (.docx).');
    await waitForError('Enter a name for the document.');
    await file(page).setInputFiles(docx('plan.doc', wordDocument()));
    await waitForError('Choose a Word document (.docx).');
    await page.getByText('Enter a name for the document.').first().waitFor({ state: 'detached' });
    await file(page).setInputFiles(docx('plan.docx', Buffer.alloc(10 * 1024 ** 2 + 1)));
    await waitForError('This document is too large: use at most 10 MB.');
    const macros = wordDocument('a', { name: 'word/vbaProject.bin', content: 'a' });
    await file(page).setInputFiles(docx('plan.docx', macros));
    await box(page, 'Name').fill('The plan');
    await button(page, 'Add document').click();
    await waitForError(
      'This document contains macros or embedded programs. Save it without them as .docx, then upload it again.',
    );
    expect(await page.getByText('Error', { exact: true }).count()).toBe(0);
    await expect.poll(() => box(page, 'Name').inputValue()).toBe('The plan');
    await file(page).setInputFiles(docx('plan.docx', wordDocument()));
    await button(page, 'Add document').click();
    await toast(page, 'Document saved successfully');
  });

  test('show an error when the response to a deletion is empty', async () => {
    const { page } = await atRecord('documents');
    await file(page).setInputFiles(docx('plan.docx', wordDocument()));
    await button(page, 'Add document').click();
    await page.route('**/api/locations/*/documents/*', (route) => route.fulfill({ status: 204 }));
    await button(page, 'Delete plan').click();
    await button(page, 'Delete document').click();
    await page.getByRole('alertdialog').getByText('Something went wrong on our side.').waitFor();
  });
});
