import { expect, test } from 'vitest';
import { previewBulkChange, startBulkChange } from '../../src/features/locations/bulk-changes/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { performBulkChanges } from '../support/bulk-worker.ts';
import { addLocation, addOption } from '../support/locations.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
await performBulkChanges(site);
const browser = await openBrowser();
const admin = await addSignedInPerson(site, 'ADMIN', { first_name: 'Ailsa', last_name: 'Grant' });
await addOption(site.db, 'category', 'Sound stage');

test('select rows, see the preview with a refusal, run the change, read the report, undo it', async () => {
  const titles = ['Zzz mill', 'Zzz pier', 'Zzz shore', 'Zzz tower'];
  const ids = await Promise.all(titles.map((title) => addLocation(site.db, { title })));
  const waiting = { location_status: 'AWAITING_APPROVAL', submitted_at: new Date() } as const;
  await site.db.updateTable('locations').set(waiting).where('id', '=', ids[1]!).execute();
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/locations?query=zzz&sortBy=title&sortOrder=asc`);
  const checkbox = (title: string) => page.getByRole('checkbox', { name: `Select ${title}` });
  const bar = page.getByRole('region', { name: 'Selection' });

  // A range with Shift, one row with x, and all that match.
  await checkbox('Zzz mill').click();
  await checkbox('Zzz shore').click({ modifiers: ['Shift'] });
  await bar.getByText('3 selected').waitFor();
  await page.getByRole('link', { name: 'View Zzz tower' }).focus();
  await page.keyboard.press('x');
  await bar.getByText('4 selected').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select all rows of this page' }).isChecked()).toBe(true);
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await checkbox('Zzz mill').click();
  await bar.getByRole('button', { name: 'Select all 4 locations that match' }).click();
  await checkbox('Zzz tower').click();
  await bar.getByText('3 selected').waitFor();

  await bar.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 3 locations' });
  await dialog.getByLabel('What to change').waitFor();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  // Gets the focus, and so is scrolled into view.
  await dialog.getByRole('alert').and(page.locator(':focus')).getByText('Choose at least one option.').waitFor();
  // A field with one option is not cleared before somebody has chosen so.
  await dialog.getByLabel('What to change').selectOption('Condition');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Choose the new value.').waitFor();
  await dialog.getByLabel('What to change').selectOption('Category');
  await dialog.getByRole('checkbox', { name: 'Sound stage' }).check();
  await dialog.getByRole('button', { name: 'Preview' }).click();

  await page.getByRole('heading', { name: 'Add to Category: Sound stage' }).waitFor();
  await page.getByText('Owners get no email.').waitFor();
  const results = page.getByRole('region', { name: 'Locations', exact: true });
  await results.getByText('Awaits approval. Decide in the review.').waitFor();
  await page.getByRole('button', { name: 'Change 2 locations' }).click();

  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.getByRole('link', { name: '2 Changed' }).click();
  await expect.poll(() => results.getByRole('row').count()).toBe(3);
  expect(await countWithOption()).toBe(2);
  await results.getByRole('link', { name: 'History of Zzz mill' }).waitFor();

  // The hour ends while the question is open.
  const undo = page.getByRole('alertdialog').getByRole('button', { name: 'Undo the change' });
  const isContentFocused = () => page.evaluate(() => document.activeElement?.id === 'content');
  const setEnd = (time: number) =>
    site.db
      .updateTable('bulk_changes')
      .set({ undo_until: new Date(time) })
      .execute();
  await page.getByRole('button', { name: 'Undo' }).click();
  await setEnd(Date.now() - 1);
  await undo.click();
  await page.getByText('This change can no longer be undone.').waitFor();
  await expect.poll(isContentFocused).toBe(true);

  await setEnd(Date.now() + 3_600_000);
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await undo.click();
  await page.getByText(/^Undone by Ailsa Grant/).waitFor();
  await expect.poll(isContentFocused).toBe(true);
  expect(await countWithOption()).toBe(0);
  await page.getByRole('link', { name: 'All bulk changes' }).click();
  await page.getByRole('link', { name: 'View Add to Category: Sound stage' }).waitFor();
});

test('says that a colleague has started the change meanwhile', async () => {
  const id = await addLocation(site.db, { title: 'Yyy weir' });
  const preview = await admin.api(previewBulkChange, {
    action: { kind: 'add', field: 'category', options: ['Sound stage'] },
    selection: { ids: [id] },
  });
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/locations/bulk-changes/${preview.id}`);
  const start = page.getByRole('button', { name: 'Change 1 location' });
  await start.waitFor();
  await admin.api(startBulkChange, { id: preview.id });
  await start.click();
  await page.getByRole('alertdialog').getByText('This change has been started already.').waitFor();
  await page.getByRole('button', { name: 'Undo', includeHidden: true }).waitFor({ state: 'attached' });
  await page.getByRole('alertdialog').getByText('This change has been started already.').waitFor();
});

async function countWithOption(): Promise<number> {
  const rows = await site.db
    .selectFrom('location_options as lo')
    .innerJoin('options as o', 'o.id', 'lo.option_id')
    .select('lo.location_id')
    .where('o.name', '=', 'Sound stage')
    .execute();
  return rows.length;
}
