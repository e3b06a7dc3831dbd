import { expect, test } from 'vitest';
import { findDuplicates } from '../../src/features/duplicates/jobs.server.ts';
import { expectNoProblems } from '../support/accessibility.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { performBulkChanges } from '../support/bulk-worker.ts';
import { addLocation } from '../support/locations.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { createWorkbook } from '../support/workbook.ts';

const site = await startSite();
await performBulkChanges(site);
const browser = await openBrowser();
const admin = await addSignedInPerson(site, 'ADMIN', { first_name: 'Ailsa', last_name: 'Grant' });

test('upload a file, choose the fields, read the dry run, choose what is imported, import it, read the report, undo it', async () => {
  await addLocation(site.db, { title: 'Zzz mill', locationidentifier: 900_001 });
  await addLocation(site.db, { title: 'Zzz pier' });
  await findDuplicates(site.db);
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/locations`);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const file = page.getByLabel('File');
  const upload = async (content: string) => {
    await file.setInputFiles({ name: 'catalogue.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await page.getByRole('button', { name: 'Upload the file' }).click();
  };
  await upload('Number;Title\n');
  await page.getByText('The file has headings but no rows.').first().waitFor();
  await expect.poll(() => file.evaluate((input) => input === document.activeElement)).toBe(true);
  await upload('Number;Title;Kind\n900001;Zzz old mill;\n900002;Zzz pier;\n900003;Zzz tower;Palace of nowhere\n');

  // Title is suggested; the others are chosen with the keyboard and by dragging.
  await page.getByRole('heading', { name: 'catalogue.csv' }).waitFor();
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('title');
  await page.getByText('900001 · 900002 · 900003').waitFor();
  await page.getByLabel('Number', { exact: true }).focus();
  await page.keyboard.type('Legacy');
  await expect.poll(() => page.getByLabel('Number', { exact: true }).inputValue()).toBe('locationidentifier');
  const columns = page.getByRole('list').filter({ has: page.getByLabel('Kind', { exact: true }) });
  const kind = columns.getByRole('listitem').filter({ has: page.getByLabel('Kind', { exact: true }) });
  // The mouse would take another field if the page scrolled after the button was pressed.
  await page.setViewportSize({ width: 1440, height: 1400 });
  await page.locator('.import-fields').getByText('Category', { exact: true }).dragTo(kind);
  await expect.poll(() => page.getByLabel('Kind', { exact: true }).inputValue()).toBe('category');
  await page.getByRole('button', { name: 'Check the file' }).click();

  const rows = page.getByRole('region', { name: 'Rows', exact: true });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await rows.getByText('“Palace of nowhere” is not an option of category.').waitFor();
  await rows
    .getByRole('row', { name: /Zzz old mill/ })
    .getByText('Zzz mill', { exact: true })
    .waitFor();
  await page.getByRole('link', { name: '1 Refused' }).click();
  await expect.poll(() => rows.getByRole('row').count()).toBe(2);
  // Likely duplicates are left out until somebody selects them.
  await page.getByRole('link', { name: '1 Likely duplicate' }).click();
  await rows.getByText(/^Looks like Zzz pier, which the catalogue has already \(\d+ % similar\)\.$/).waitFor();
  await expect.poll(() => rows.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: 'Import 1 row', exact: true }).waitFor();
  const wanted = page.getByLabel('Import Zzz pier, line 3');
  await wanted.click();
  await page.getByRole('button', { name: 'Import 2 rows' }).waitFor();
  await expectNoProblems(page, { darkScreen: 'phone' });
  await page.setViewportSize({ width: 1440, height: 1400 });
  // A value that is no option is left empty for all rows.
  await page.getByLabel('Palace of nowhere').selectOption('Leave empty');
  await page.getByRole('button', { name: 'Use for all rows and check again' }).click();
  await page.getByRole('button', { name: 'Import 3 rows' }).waitFor();
  await page.getByRole('link', { name: '3 Rows' }).click();
  await page.getByLabel('Import Zzz tower, line 4').click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  const question = page.getByRole('alertdialog');
  await question
    .getByText(/^1 location will be new, 1 will be changed, 0 of them .* 1 row will be left out, 0 refused\.$/)
    .waitFor();
  await question.getByRole('button', { name: 'Import 2 rows' }).click();

  await page.getByRole('heading', { name: 'Import catalogue.csv' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.getByRole('link', { name: 'History of Zzz pier' }).waitFor();
  await page.getByRole('link', { name: '1 Changed' }).waitFor();
  await page.getByRole('link', { name: '1 Left out' }).waitFor();
  await page.getByText('The row was deselected.').first().waitFor();
  await page.getByRole('link', { name: '1 New' }).click();
  const report = page.getByRole('region', { name: 'Locations', exact: true });
  await expect.poll(() => report.getByRole('row').count()).toBe(2);
  await report
    .getByRole('row', { name: /Zzz pier/ })
    .getByText('New', { exact: true })
    .waitFor();
  expect(await listTitles()).toEqual(['Zzz old mill', 'Zzz pier', 'Zzz pier']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/1 location gets its former values back\. 1 new location is deleted\./).waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the change' }).click();
  await page.getByText(/^Undone by Ailsa Grant/).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  expect(await listTitles()).toEqual(['Zzz mill', 'Zzz pier']);
});

test('the button keeps the focus when another sheet of a workbook is chosen', async () => {
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/import`);
  const buffer = createWorkbook({
    Notes: [['Read me'], ['A note']],
    Places: [
      ['Title', 'Town'],
      ['Zzz weir', 'Oban'],
    ],
  });
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.getByLabel('File').setInputFiles({ name: 'catalogue.xlsx', mimeType, buffer });
  await page.getByRole('button', { name: 'Upload the file' }).click();
  await page.getByLabel('Sheet').selectOption('Places: 1 row');
  const use = page.getByRole('button', { name: 'Use this sheet' });
  await use.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('Town', { exact: true }).inputValue()).toBe('nearesttown');
  expect(await use.evaluate((button) => button === document.activeElement)).toBe(true);
});

async function listTitles(): Promise<string[]> {
  const rows = await site.db
    .selectFrom('locations')
    .select('title')
    .where('title', 'like', 'Zzz%')
    .orderBy('title')
    .execute();
  return rows.map(({ title }) => title);
}
