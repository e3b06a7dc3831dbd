import { expect, test } from 'vitest';
import { savePageDraft, getEditedPage, publishPage } from '../../src/features/content/editing/contract.ts';
import { locationRecordById } from '../../src/features/locations/admin-record/contract.ts';
import { saveLocation } from '../../src/features/locations/editing/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { addEveryOption, registerLocation } from '../support/submissions.ts';

const site = await startSite();
await addEveryOption(site.db);
const owner = await addSignedInPerson(site, 'OWNER', { first_name: 'Morag', last_name: 'Maclean' });
const admin = await addSignedInPerson(site, 'ADMIN', { first_name: 'Ailsa', last_name: 'Munro' });
const page = await (await openBrowser()).newPage();
await admin.enter(page.context());

test('sees from the audit log what a colleague has changed, and restores the earlier version', async () => {
  const { id, version } = await registerLocation(owner.api, { complete: true });
  await admin.api(saveLocation, { id, version, description: 'A ruined mill on the river.', latitude: 56.2 });

  await visit(page, `${site.url}/admin/audit-logs`);
  await page.getByRole('link', { name: 'Changes: Location attributes updated' }).first().click();
  await page.getByRole('heading', { name: 'Version 3 compared with version 2' }).waitFor();
  const description = page.getByRole('region', { name: 'Description' });
  await expect.poll(() => description.locator('ins').allTextContents()).toEqual(['ruined ']);
  await page.getByText(/^Moved by 8\.\d km\.$/).waitFor();

  await page.getByRole('link', { name: 'Compare with version 3: version 1' }).click();
  await page.getByRole('heading', { name: 'Version 3 compared with version 1' }).waitFor();
  await page
    .locator(':focus')
    .and(page.getByRole('link', { name: 'Compared with version 3: version 1' }))
    .waitFor();
  await page.getByRole('link', { name: 'Version 2', exact: true }).click();
  await page.getByRole('heading', { name: 'Version 2 compared with version 1' }).waitFor();

  await page.getByRole('button', { name: 'Restore version 2' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Restore version 2?' });
  await dialog.getByText('Nothing is published.').waitFor();
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('heading', { name: 'Version 4 compared with version 3' }).waitFor();
  await page
    .locator(':focus')
    .and(page.getByRole('heading', { name: 'Version 4 compared with version 3' }))
    .waitFor();
  await page.getByText('Restored version 2').first().waitFor();
  expect(await admin.api(locationRecordById, { id })).toMatchObject({
    description: 'A mill on the river.',
    latitude: 56.1234567,
    status: 'NEW',
  });
  await page.getByRole('link', { name: 'Version 2', exact: true }).click();
  await page.getByText('The location is already as it was in this version.').waitFor();
  expect(await page.getByRole('button', { name: 'Restore version 2' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Back to the location' }).click();
  await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('A mill on the river.');
});

test('restores an earlier version of a page as a draft', async () => {
  const name = 'about';
  const { version, published } = await admin.api(getEditedPage, { name });
  const saved = await admin.api(savePageDraft, { name, version, content: { ...published!, title: 'About the team' } });
  await admin.api(publishPage, { name, version: saved.version });

  await visit(page, `${site.url}/admin/content/${name}`);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'Version 3 compared with version 2' }).waitFor();
  await page.getByRole('link', { name: 'Version 1', exact: true }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('heading', { name: 'Version 4 compared with version 3' }).waitFor();
  await page.getByRole('link', { name: 'Version 1', exact: true }).click();
  await page.getByText('The content is already as it was in this version.').waitFor();
  const { title } = published!;
  expect(await admin.api(getEditedPage, { name })).toMatchObject({
    draft: { title },
    published: { title: 'About the team' },
  });

  await visit(page, `${site.url}/admin/content/${name}/history?page=3`);
  await page.waitForURL(/\?page=1$/);
  await page.getByRole('link', { name: 'Version 4', exact: true }).waitFor();
});
