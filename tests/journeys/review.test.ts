import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeImage } from '../../src/features/locations/editing/images/contract.ts';
import { addOwnerTask, ownerTasks } from '../../src/features/locations/owner-tasks/contract.ts';
import { updateStatus } from '../../src/features/locations/publishing/contract.ts';
import { locationRecordById } from '../../src/features/locations/admin-record/contract.ts';
import { addReasonTemplate } from '../../src/features/locations/review/contract.ts';
import { ownLocationById, saveLocation } from '../../src/features/locations/editing/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { box } from '../support/forms.ts';
import { addImage, addLocation } from '../support/locations.ts';
import { addEveryOption, publishAll, registerLocation } from '../support/submissions.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { atStep, press as pressInWizard } from '../support/wizard-page.ts';

const site = await startSite();
await addEveryOption(site.db);
// The demo has a location that awaits approval.
await site.db
  .updateTable('locations')
  .set({ location_status: 'DRAFT' })
  .where('location_status', '=', 'AWAITING_APPROVAL')
  .execute();
const browser = await openBrowser();
const owner = await addSignedInPerson(site, 'OWNER', { first_name: 'Morag', last_name: 'Maclean' });
const admin = await addSignedInPerson(site, 'ADMIN', { first_name: 'Ailsa', last_name: 'Grant' });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const waitForToast = (page: Page, text: string) => page.locator('.toasts').getByText(text).first().waitFor();

/** Adds a published location with two images, and submits changes of it. */
async function submitChanges(title: string): Promise<string> {
  const { id } = await registerLocation(owner.api, { title, complete: true });
  await addImage(site.db, id, { is_primary: true, caption: 'The yard' });
  const second = await addImage(site.db, id, { position: 1, caption: 'The lade' });
  await publishAll(site.db, [id]);
  await owner.api(changeImage, { id, imageId: second, primary: true });
  const { version } = await owner.api(ownLocationById, { id });
  await owner.api(saveLocation, {
    id,
    version,
    isSubmitting: true,
    description: 'A mill by the river, with a lade.',
    latitude: 56.2234567,
    longitude: -3.9876543,
    map_precision: 'near',
    address_public: false,
  });
  return id;
}

test('a reviewer claims a location, compares it, returns it with reasons, and approves the next submission', async () => {
  await admin.api(addReasonTemplate, { title: 'Every side', text: 'Please add photographs of every side.' });
  const id = await submitChanges('Weir mill');
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/review`);
  await page.getByText('No decisions in the last 30 days.').waitFor();
  await press(page, 'Claim Weir mill');
  await page.getByRole('cell', { name: 'Ailsa Grant' }).waitFor();
  await page.getByRole('link', { name: 'View Weir mill' }).click();

  const changed = page.getByRole('region', { name: 'Changed fields', exact: true });
  await changed.waitFor();
  expect(await changed.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Position']);
  const description = page.getByRole('region', { name: 'Description', exact: true });
  expect(await description.locator('del').allTextContents()).toEqual(['on']);
  expect(await description.locator('ins').allTextContents()).toEqual(['by', ', with a lade']);
  await page.getByRole('region', { name: 'Images' }).getByText('New primary image').waitFor();
  await page.getByText(/^The submitted point is 1\d(\.\d)? km from the middle/).waitFor();

  await press(page, 'Add a reason about Description');
  await box(page, 'What the owner should change about Description').fill('Please say how a lorry gets in.');
  await press(page, 'Add a reason about Images');
  await page.getByLabel('Template of a reason about Images').selectOption('Every side');
  await press(page, 'Return to the owner');
  const dialog = page.getByRole('dialog', { name: 'Return to the owner' });
  await dialog.getByText('Please add photographs of every side.').waitFor();
  await dialog.getByRole('textbox').fill('Nearly there.');
  await dialog.getByRole('button', { name: 'Return to the owner' }).click();
  await waitForToast(page, 'Location status updated successfully');
  await page.getByText('Nothing is waiting for approval.').waitFor();
  await page.getByText(/\(1 decision in the last 30 days\)/).waitFor();
  expect((await owner.api(ownLocationById, { id })).returned?.reasons).toHaveLength(2);

  await owner.api(saveLocation, { id, isSubmitting: true });
  await visit(page, `${site.url}/admin/review/${id}`);
  // A colleague is faster: nothing that was written is lost, and the focus stays on the page.
  await press(page, 'Add a reason about Title');
  await box(page, 'What the owner should change about Title').fill('Use the name on the map.');
  await press(page, 'Return to the owner');
  await dialog.waitFor();
  await admin.api(updateStatus, { id, status: 'DRAFT' });
  await dialog.getByRole('button', { name: 'Return to the owner' }).click();
  await dialog.getByRole('alert').getByText('This location is not waiting for approval').waitFor();
  const queue = page.getByRole('link', { name: 'Continue with the queue' });
  await queue.waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await expect.poll(() => queue.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.getByText('Your reasons were not sent:').waitFor();
  await page.getByRole('listitem').getByText('Use the name on the map.').waitFor();

  await owner.api(saveLocation, { id, isSubmitting: true });
  await visit(page, `${site.url}/admin/review/${id}`);
  await page.getByText('Nearly there.').waitFor();
  // It was opened by its address, as from an email.
  await page.getByText('1 of 1').waitFor();
  await press(page, 'Approve and publish');
  const publishDialog = page.getByRole('alertdialog', { name: 'Publish' });
  await publishDialog.getByRole('button', { name: 'Publish' }).click();
  await waitForToast(page, 'Record published successfully');
  await page.getByText('This location is not waiting for approval.').waitFor();
  await expect.poll(() => queue.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await admin.api(locationRecordById, { id })).toMatchObject({ status: 'LIVE', location_status: 'PUBLISHED' });
});

test('a reviewer goes through the queue with keys, enlarges images, and sees the place as the public would', async () => {
  const mill = await submitChanges('Ford mill');
  const { id: kiln } = await registerLocation(owner.api, { title: 'Kiln house', complete: true });
  await addImage(site.db, kiln, { is_primary: true });
  await owner.api(saveLocation, { id: kiln, isSubmitting: true });
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/review?reviewer=nobody`);
  await page.getByRole('link', { name: 'View Ford mill' }).click();

  const summary = page.getByRole('region', { name: 'What has changed' });
  await summary.waitFor();
  expect(await summary.getByRole('link').allTextContents()).toEqual([
    'Another primary image',
    'Description',
    'Position',
  ]);
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.slice(0, 4)).toEqual(['What has changed', 'Images', 'Description', 'Changed fields']);
  await press(page, 'Enlarge The yard, submitted');
  await page.getByRole('dialog', { name: 'The yard' }).getByText('2 of 2').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('dialog', { name: 'The lade' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

  await page.getByRole('link', { name: 'Preview' }).click();
  await page.getByText('A mill by the river, with a lade.').waitFor();
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex');
  await page.getByRole('link', { name: 'Back to the review' }).click();

  await page.getByText('1 of 2').waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(`**/admin/review/${kiln}`);
  await page.getByText('2 of 2').waitFor();
  await page.keyboard.press('k');
  await page.waitForURL(`**/admin/review/${mill}`);
  await page.getByRole('heading', { level: 1, name: 'Ford mill' }).waitFor();
  await press(page, 'Approve and publish');
  await page.getByRole('alertdialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click();
  const next = page.getByRole('link', { name: 'Review the next location' });
  await expect.poll(() => next.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/review/${kiln}`);
  await press(page, 'Return to the owner');
  await page.getByRole('dialog').getByRole('button', { name: 'Return to the owner' }).click();
  await page.waitForURL('**/admin/review?reviewer=nobody');
  await page.getByText('No locations were found.').waitFor();
  // A review that is opened from an email, on a later page of the queue, has neighbours and leaves the query of the queue as it was.
  const waiting = { location_status: 'AWAITING_APPROVAL', submitted_at: new Date(0) } as const;
  for (let index = 0; index < 26; index++) await addLocation(site.db, { title: 'Yard', ...waiting });
  await owner.api(saveLocation, { id: kiln, isSubmitting: true });
  await visit(page, `${site.url}/admin/review?kind=change`);
  await visit(page, `${site.url}/admin/review/${kiln}`);
  await page.getByText('27 of 27').waitFor();
  await page.getByRole('link', { name: 'Previous location' }).click();
  await page.getByText('26 of 27').waitFor();
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.waitForURL('**/admin/review?kind=change');
  await site.db.deleteFrom('locations').where('title', '=', 'Yard').execute();
});

test('a reviewer approves several locations at once, and reads which one was left out and why', async () => {
  const ids = new Map<string, string>();
  for (const title of ['Aa byre', 'Aa croft', 'Aa dairy']) {
    const { id } = await registerLocation(owner.api, { title, complete: true });
    await addImage(site.db, id, { is_primary: true });
    await owner.api(saveLocation, { id, isSubmitting: true });
    ids.set(title, id);
  }
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/review?sortBy=title&sortOrder=asc`);
  for (const title of ids.keys()) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await page.getByText('3 selected').waitFor();
  // A colleague changes one after it was selected.
  await site.db.updateTable('locations').set({ version: 99 }).where('id', '=', ids.get('Aa croft')!).execute();
  await press(page, 'Approve and publish…');
  const dialog = page.getByRole('alertdialog', { name: 'Approve 3 locations' });
  await dialog.getByRole('button', { name: 'Approve and publish' }).click();
  await waitForToast(page, '2 locations published');
  const report = page.getByRole('region', { name: '1 location of 3 not approved' });
  await report.getByText('Somebody else has changed this location. Check it, then decide.').waitFor();
  await expect.poll(() => report.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('link', { name: 'View Aa dairy' }).waitFor({ state: 'detached' });
  expect(await admin.api(locationRecordById, { id: ids.get('Aa byre')! })).toMatchObject({ status: 'LIVE' });
  await report.getByRole('link', { name: 'Aa croft' }).click();
  await page.waitForURL(`**/admin/review/${ids.get('Aa croft')}`);
});

test('an owner reads what the team asks for in the list and at the fields, marks a task as done, and submits', async () => {
  const { id } = await registerLocation(owner.api, { title: 'Salt house', complete: true });
  await addImage(site.db, id, { is_primary: true });
  await owner.api(saveLocation, { id, isSubmitting: true });
  const team = await browser.newPage();
  await admin.enter(team.context());
  await visit(team, `${site.url}/admin/review/${id}`);
  await press(team, 'Add a reason about Title');
  await box(team, 'What the owner should change about Title').fill('Use the name on the map.');
  await press(team, 'Return to the owner');
  await team.getByRole('dialog').getByRole('button', { name: 'Return to the owner' }).click();
  await waitForToast(team, 'Location status updated successfully');
  await visit(team, `${site.url}/admin/locations/${id}`);
  await press(team, 'Ask for more');
  await box(team, 'What you need').fill('The rear.');
  await press(team, 'Ask the owner');
  const asked = team.getByRole('region', { name: 'Asked of the owner' });
  await asked.getByText('The rear.').first().waitFor();
  await admin.api(addOwnerTask, { id, step: 'contacts', text: 'Who has the key?' });

  const page = await browser.newPage();
  await owner.enter(page.context());
  await visit(page, `${site.url}/locations`);
  await page.getByRole('link', { name: 'The Locations Team asks you for 3 things: Salt house' }).click();
  const notice = page.getByRole('region', { name: 'The Locations Team asks you for this' });
  await notice.getByText('Use the name on the map.').waitFor();
  await notice.getByRole('link', { name: 'Location images' }).click();
  await atStep(page, 'images');
  await press(page, 'Mark as done The rear.');
  await notice.getByText('The rear.').first().waitFor({ state: 'detached' });
  await notice.getByRole('link', { name: 'Title' }).click();
  await atStep(page, 'information');
  const title = box(page, 'Title');
  await expect
    .poll(() => title.evaluate((it) => document.getElementById(it.getAttribute('aria-describedby') ?? '')?.textContent))
    .toContain('The Locations Team asks: Use the name on the map.');
  await title.fill('Salthouse');
  await pressInWizard(page, 'NEXT STEP');
  await atStep(page, 'features');
  await visit(page, `${site.url}/locations/${id}?step=6`);
  await pressInWizard(page, 'COMPLETE');
  await page.getByText('These details have been registered and are waiting for approval').waitFor();
  expect(await owner.api(ownLocationById, { id })).toMatchObject({ returned: null, tasks: [] });
  expect((await admin.api(ownerTasks, { id })).map(({ state }) => state)).toEqual(['DONE', 'DONE']);
});
