import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addLocation, createPrivateBoard } from '../../src/features/boards/contract.ts';
import { locationByUrl } from '../../src/features/locations/catalogue/published/contract.ts';
import { changeImage, deleteImage, locationImages } from '../../src/features/locations/editing/images/contract.ts';
import { publish, unpublish } from '../../src/features/locations/publishing/contract.ts';
import { locationRecordById } from '../../src/features/locations/admin-record/contract.ts';
import { saveLocation } from '../../src/features/locations/editing/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { box, focused } from '../support/forms.ts';
import { addImage } from '../support/locations.ts';
import { addEveryOption, registerLocation, publishAll, submitLocation } from '../support/submissions.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
await addEveryOption(site.db);
const browser = await openBrowser();
const owner = await addSignedInPerson(site, 'OWNER', { first_name: 'Morag', last_name: 'Maclean' });
const admin = await addSignedInPerson(site, 'ADMIN');

/** Opens the record of a location as an admin. */
async function openRecord(id: string): Promise<Page> {
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/locations/${id}`);
  return page;
}

async function addPublishedLocation(title: string): Promise<string> {
  const { id } = await registerLocation(owner.api, { title, complete: true });
  await addImage(site.db, id, { is_primary: true });
  await publishAll(site.db, [id]);
  return id;
}

const getRecord = (id: string) => admin.api(locationRecordById, { id });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const getAlert = (page: Page, title: 'Warning' | 'Error') => page.getByRole('alertdialog', { name: title });
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const waitForToast = (page: Page, text: string) => page.locator('.toasts').getByText(text).first().waitFor();

const publishDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Publish' });

/** Publishes the open location and confirms. */
async function publishIt(page: Page): Promise<void> {
  await press(page, 'Publish');
  await publishDialog(page).getByRole('button', { name: 'Publish' }).click();
}

/** Waits for an alert with this message and closes it. */
async function closeAlert(page: Page, title: 'Warning' | 'Error', message: string): Promise<void> {
  await getAlert(page, title).getByText(message).waitFor();
  await getAlert(page, title).locator('.dialog__foot').getByRole('button', { name: 'Close' }).click();
  await getAlert(page, title).waitFor({ state: 'hidden' });
}

test('publishes a submitted location, finds it in the search, and unpublishes it', async () => {
  const { id } = await submitLocation(site.db, owner.api);
  const page = await openRecord(id);
  await page.getByText('Awaiting approval').first().waitFor();
  await page.getByRole('link', { name: 'Morag Maclean' }).waitFor();
  await page.route('**/publish', async (route) => {
    await page.getByText('This may take a while, please do not close or refresh the window').waitFor();
    await route.continue();
  });
  await press(page, 'Publish');
  await publishDialog(page).getByText('will be published at /find-a-location/weir-mill').waitFor();
  await publishDialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await getRecord(id)).toMatchObject({ status: 'NEW' });
  await publishIt(page);
  await waitForToast(page, 'Record published successfully');
  await expect
    .poll(async () => (await admin.api(searchLocations, { query: 'weir mill' })).data.some((card) => card.id === id))
    .toBe(true);
  await page.getByRole('link', { name: 'View public page' }).waitFor();
  await press(page, 'Publish');
  await closeAlert(page, 'Warning', 'This location is already live');

  const { publishedurl } = await getRecord(id);
  await press(page, 'Take offline');
  const question = page.getByRole('alertdialog', { name: 'Take offline' });
  await question.getByText('No longer available').waitFor();
  await question.getByRole('button', { name: 'Take offline' }).click();
  await waitForToast(page, 'Record is now offline');
  await expect(admin.api(locationByUrl, { locationurl: publishedurl! })).rejects.toMatchObject({
    errorType: 'NOT_FOUND',
  });
  await page.getByText('New (Offline)').first().waitFor();
  await press(page, 'Take offline');
  await closeAlert(page, 'Warning', 'This location is not live yet');
});

test('explains why a location cannot be published, and marks the fields', async () => {
  const { id } = await registerLocation(owner.api, { title: 'Unready mill' });
  const page = await openRecord(id);
  await box(page, 'Address 1').fill('');
  await press(page, 'Publish');
  await closeAlert(
    page,
    'Warning',
    'There are unsaved changes on the location details. Please save or discard or your changes by clicking on reset',
  );
  await press(page, 'Save');
  await waitForToast(page, 'Record saved successfully');
  await tab(page, /^Location Contacts/).click();
  await press(page, 'Publish');
  await closeAlert(page, 'Warning', 'There are mandatory fields not filled');
  await page.getByText('Enter the first line of the address.').waitFor();
  for (const what of [
    'at least one category',
    'the condition',
    'at least one setting',
    'at least one century',
    'the authority',
    'the film office for this area',
  ])
    await page.getByText(`Choose ${what}.`).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Category/);

  await box(page, 'Longitude').fill('-5.5');
  await press(page, 'Save');
  await page.getByText('Enter both latitude and longitude, or neither.').waitFor();
  await page.locator('#location-latitude:focus').waitFor();
  await press(page, 'Reset');

  const complete = await registerLocation(owner.api, { title: 'Mill without images', complete: true });
  await page.goto(`${site.url}/admin/locations/${complete.id}`);
  await press(page, 'Publish');
  await closeAlert(page, 'Warning', 'Add at least one image.');
  await expect.poll(() => tab(page, /^Location Images/).getAttribute('aria-selected')).toBe('true');
});

test('moves a submitted location back to its owner', async () => {
  const { id } = await submitLocation(site.db, owner.api);
  const page = await openRecord(id);
  await press(page, 'Move back to in progress');
  await waitForToast(page, 'Location status updated successfully');
  await page.getByText('In progress').first().waitFor();
  expect(await page.getByRole('button', { name: 'Move back to in progress' }).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  expect(await getRecord(id)).toMatchObject({ location_status: 'DRAFT' });
});

test('shows the published value of a changed field, restores it, and resets unsaved changes', async () => {
  const id = await addPublishedLocation('Torloisk');
  const page = await openRecord(id);
  await box(page, 'Title').fill('Torloisk House');
  await box(page, 'Parking').fill('Six vans on gravel');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByText('Title, Parking').waitFor();
  await press(page, 'Keyboard shortcuts');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Ctrl+S').waitFor();
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  expect(await getRecord(id)).toMatchObject({ title: 'Torloisk' });
  await box(page, 'Parking').press('Control+s');
  await waitForToast(page, 'Record saved successfully');
  expect(await getRecord(id)).toMatchObject({
    title: 'Torloisk House',
    parking: 'Six vans on gravel',
    status: 'CHANGED',
  });
  await tab(page, /^Location Details 1 changed$/).waitFor();
  const value = page.locator('#location-title-published');
  await expect.poll(() => value.innerText()).toMatch(/^Published value\s+Torloisk$/);

  await page.getByRole('button', { name: 'Use this value: Published value of Title' }).click();
  await expect
    .poll(async () => [await box(page, 'Title').inputValue(), await focused(page)])
    .toEqual(['Torloisk', 'title']);
  await expect.poll(() => value.count()).toBe(0);
  await press(page, 'Reset');
  await expect.poll(() => box(page, 'Title').inputValue()).toBe('Torloisk House');
  await page.getByRole('button', { name: 'Use this value: Published value of Title' }).click();
  await press(page, 'Save');
  await page.getByText('Live', { exact: true }).first().waitFor();
  expect(await getRecord(id)).toMatchObject({ title: 'Torloisk', status: 'LIVE' });
});

test('shows a location without a title as untitled, and does not publish it', async () => {
  const id = await addPublishedLocation('Mill with a name');
  const { id: boardId } = await admin.api(createPrivateBoard, { title: 'Names' });
  const page = await openRecord(id);
  await box(page, 'Title').fill('');
  await press(page, 'Save');
  await waitForToast(page, 'Record saved successfully');
  expect(await getRecord(id)).toMatchObject({ title: '', status: 'CHANGED', published: { title: 'Mill with a name' } });
  await page.getByRole('heading', { level: 1, name: 'Untitled' }).waitFor();
  expect(await page.locator('#location-title-published').innerText()).toMatch(/Mill with a name$/);
  await press(page, 'Publish');
  await closeAlert(page, 'Warning', 'There are mandatory fields not filled');
  await page.getByText('Enter a title.').waitFor();
  await expect.poll(() => focused(page)).toBe('title');
  await press(page, 'Take offline');
  await page.getByRole('alertdialog').getByText('The public page of ‘Untitled’ will be removed').waitFor();
  await page.keyboard.press('Escape');
  await press(page, 'Delete');
  await page.getByRole('alertdialog').getByText('‘Untitled’ will be deleted for ever').waitFor();
  await page.keyboard.press('Escape');

  await page.goto(`${site.url}/admin/locations/${id}`);
  await expect.poll(() => page.title()).toMatch(/^Untitled - /);
  await page.goto(`${site.url}/admin/locations`);
  await page.getByRole('link', { name: 'View Untitled', exact: true }).waitFor();
  await page.goto(`${site.url}/admin/audit-logs`);
  await page.getByRole('link', { name: 'Untitled' }).first().waitFor();
  await page.goto(`${site.url}/admin/users/${owner.person.id}`);
  await page.getByRole('link', { name: 'View Untitled', exact: true }).waitFor();

  await admin.api(unpublish, { id });
  await admin.api(addLocation, { id: boardId, locationId: id });
  await visit(page, `${site.url}/boards/${boardId}`);
  await page.getByRole('button', { name: 'Remove Untitled from this board' }).waitFor();
  await page.getByRole('link', { name: 'Untitled', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Untitled' }).waitFor();

  const own = await browser.newPage();
  await owner.enter(own.context());
  await visit(own, `${site.url}/locations`);
  await own.getByRole('link', { name: 'Untitled', exact: true }).click();
  await own.waitForURL(`**/locations/${id}**`);
  await expect.poll(() => own.title()).toContain('Untitled');
  await own.goto(`${site.url}/locations/${id}/preview`);
  await own.getByRole('heading', { level: 1, name: 'Untitled' }).waitFor();
});

test('never saves invalid coordinates', async () => {
  const id = await addPublishedLocation('Mill at a point');
  const page = await openRecord(id);
  const wrong = 'Enter degrees between -90 and 90, such as 57.75.';
  const { latitude, longitude } = await getRecord(id);
  for (const [north, west] of [
    ['abc', '12,3,4'],
    ['91', '-181'],
  ] as const) {
    await box(page, 'Latitude').fill(north);
    await box(page, 'Longitude').fill(west);
    await page.keyboard.press('Control+s');
    await page.getByText(wrong).waitFor();
    await page.getByText('Enter degrees between -180 and 180, such as -4.70.').waitFor();
    expect(await page.getByText('Enter both latitude and longitude, or neither.').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Latitude' }).and(page.locator(':focus')).waitFor();
  }
  expect(await getRecord(id)).toMatchObject({ latitude, longitude, status: 'LIVE' });
  await press(page, 'Reset');
  expect(await box(page, 'Latitude').inputValue()).toBe(String(latitude));

  await box(page, 'Latitude').fill('');
  await box(page, 'Longitude').fill('');
  await press(page, 'Save');
  await waitForToast(page, 'Record saved successfully');
  expect(await getRecord(id)).toMatchObject({ latitude: null, longitude: null, status: 'CHANGED' });

  await box(page, 'Latitude').fill('north');
  await page.getByText('Unsaved changes').waitFor();
  await press(page, 'Save');
  await page.getByText(wrong).waitFor();
  await press(page, 'Reset');
  expect(await box(page, 'Latitude').inputValue()).toBe('');
  expect(await page.getByText('Unsaved changes').count()).toBe(0);
  await box(page, 'Latitude').fill('57.27389, -5.51605');
  await press(page, 'Save');
  await expect.poll(() => getRecord(id)).toMatchObject({ latitude: 57.27389, longitude: -5.51605 });
});

test('merges the changes of two admins, and shows both values of a conflict', async () => {
  const id = await addPublishedLocation('Mill of two');
  const page = await openRecord(id);
  const colleague = (fields: object) =>
    getRecord(id).then(({ version }) => admin.api(saveLocation, { id, version, ...fields }));
  await colleague({ noise: 'A railway' });
  await box(page, 'Remarks').fill('Ask for the key');
  await press(page, 'Save');
  await waitForToast(page, 'Record saved successfully');
  const picture = page.locator('.record-picture');
  expect(await picture.locator('img').boundingBox()).toEqual(await picture.boundingBox());
  const [toasts, bar] = [await page.locator('.toasts').boundingBox(), await page.locator('.record-bar').boundingBox()];
  expect(toasts!.y, 'toasts appear below the actions').toBeGreaterThan(bar!.y + bar!.height);
  expect(await getRecord(id)).toMatchObject({ noise: 'A railway', remarks: 'Ask for the key' });
  await expect.poll(() => box(page, 'Noise').inputValue()).toBe('A railway');

  await colleague({ remarks: 'The key is lost' });
  await box(page, 'Remarks').fill('The key is with Isla');
  await press(page, 'Save');
  const question = page.getByRole('alertdialog', { name: 'Changed in two places' });
  await question.getByText('The key is with Isla').waitFor();
  await question.getByText('The key is lost').waitFor();
  expect(await getRecord(id)).toMatchObject({ remarks: 'The key is lost' });
  await question.getByRole('button', { name: 'Save these values' }).click();
  await expect.poll(async () => (await getRecord(id)).remarks).toBe('The key is with Isla');
});

test('shows the changes of a colleague before publishing and before deleting', async () => {
  const { id, version } = await registerLocation(owner.api, { title: 'Mill as seen', complete: true });
  await addImage(site.db, id, { is_primary: true });
  await owner.api(saveLocation, { id, version, isSubmitting: true });
  const page = await openRecord(id);
  const colleague = (fields: object) =>
    getRecord(id).then((record) => admin.api(saveLocation, { id, version: record.version, ...fields }));
  const changes = page.getByRole('alertdialog', { name: 'Changed since you opened it' });
  const shown = async () => (await changes.getByRole('region').allInnerTexts()).map((text) => text.split(/\s*\n\s*/));

  await colleague({ title: 'Mill not as seen' });
  await addImage(site.db, id, { position: 1 });
  await addImage(site.db, id, { position: 2 });
  await publishIt(page);
  await changes.getByText('Somebody else has changed these. Nothing has been published.').waitFor();
  expect(await shown()).toEqual([
    [expect.stringMatching(/^title$/i), 'When you opened it', 'Mill as seen', 'Now', 'Mill not as seen'],
    [expect.stringMatching(/^images$/i), 'When you opened it', '1 image', 'Now', '3 images'],
  ]);
  expect(await getRecord(id)).toMatchObject({ status: 'NEW', location_status: 'AWAITING_APPROVAL' });
  await press(page, 'Review the changes');
  await changes.waitFor({ state: 'hidden' });
  expect(await box(page, 'Title').inputValue()).toBe('Mill not as seen');
  expect(await focused(page)).toMatch(/^Publish/);

  // After the review it can be published, unless it has changed again.
  await colleague({ title: 'Mill as it was' });
  await publishIt(page);
  await changes.getByText('Mill as it was').waitFor();
  await colleague({ parking: 'Six vans' });
  await changes.getByRole('button', { name: 'Publish' }).click();
  await changes.getByText('Six vans').waitFor();
  expect(await getRecord(id)).toMatchObject({ status: 'NEW' });
  await changes.getByRole('button', { name: 'Publish' }).click();
  await waitForToast(page, 'Record published successfully');
  expect(await getRecord(id)).toMatchObject({ status: 'LIVE', published: { title: 'Mill as it was' } });

  // The admin’s own change of the images is not reported.
  await page.getByText('Live', { exact: true }).first().waitFor();
  await tab(page, /^Location Images/).click();
  // A slow server: it moves the image after the page has shown it moved and fetched the location again.
  await page.route(/\/images\//, async (route) => {
    if (route.request().method() === 'PUT') await page.waitForResponse(/\/admin\/locations\//);
    await route.continue();
  });
  await page
    .getByRole('button', { name: /^Move / })
    .nth(1)
    .press('ArrowDown');
  await page.getByText(/moved to position 3 of 3/).waitFor();
  await page.getByText('Changed', { exact: true }).first().waitFor();
  // The page fetches the location again a second after publishing it, and the colleague's change comes after that.
  const answer = (path: string) => page.waitForResponse((response) => response.url().endsWith(path));
  const refetched = answer(`/locations/${id}/publish`).then(() => answer(`/admin/locations/${id}`));
  await publishIt(page);
  await refetched;

  await colleague({ internalteamnotes: 'Do not delete' });
  await press(page, 'Delete');
  const deletion = page.getByRole('alertdialog', { name: 'Delete location' });
  await deletion.getByRole('button', { name: 'Delete location' }).click();
  await changes.getByText('Do not delete').waitFor();
  await changes.getByRole('button', { name: 'Delete location' }).click();
  await waitForToast(page, 'Location has been deleted successfully');
  await expect(getRecord(id)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

test('shows the public changes of fields and images before publishing', async () => {
  const id = await addPublishedLocation('Mill of changes');
  const first = (await admin.api(locationImages, { id })).images[0]!.id;
  const second = await addImage(site.db, id, { position: 1 });
  const third = await addImage(site.db, id, { position: 2, caption: 'The lade' });
  await publishAll(site.db, [id]);
  const page = await openRecord(id);
  await tab(page, /^Location Images/).click();
  expect(await page.getByText('Changed since they were published').count()).toBe(0);
  const changes = page.getByRole('region', { name: 'Changed since they were published' });
  const entry = (name: string) => changes.locator(`dl > div:has(> dt:text-is("${name}")) > dd`).first();

  const { version } = (await admin.api(locationImages, { id })).images[2]!;
  await admin.api(changeImage, {
    id,
    imageId: third,
    version,
    caption: 'The old lade',
    alt: 'Water',
    credit: 'A. Grant',
  });
  await admin.api(changeImage, { id, imageId: second, primary: true });
  await admin.api(deleteImage, { id, imageId: first });
  const added = await addImage(site.db, id, { position: 5 });
  await visit(page, page.url());
  await tab(page, /^Location Images 3, changed$/).waitFor();
  expect(await entry('Added').locator('img').count()).toBe(1);
  expect(await entry('Removed').innerText()).toMatch(/^Published value\s+Picture 1$/);
  expect(await entry('Removed').locator('img').getAttribute('src')).toContain('/media/');
  expect(await entry('Primary image').innerText()).toMatch(/^Published value\s+Picture 1$/);
  const described = await entry('Changed: The old lade').innerText();
  expect(described.split(/\s*\n\s*/).map((line) => line.trim())).toEqual([
    'Caption',
    'Published value The lade',
    'Alternative text',
    'Published value Nothing',
    'Credit',
    'Published value Nothing',
  ]);

  await admin.api(changeImage, { id, imageId: added, position: 0 });
  await admin.api(changeImage, { id, imageId: third, position: 0 });
  await tab(page, /^Location Details/).click();
  await box(page, 'Title').fill('Mill of many changes');
  await press(page, 'Save');
  await waitForToast(page, 'Record saved successfully');
  await press(page, 'Publish');
  const title = publishDialog(page).getByRole('region', { name: 'Title' });
  await expect
    .poll(async () => (await title.innerText()).split(/\s*\n\s*/).slice(1))
    .toEqual(['Published value', 'Mill of changes', 'New value', 'Mill of many changes']);
  await publishDialog(page).getByRole('region', { name: 'Images' }).getByText('The old lade').first().waitFor();
  await publishDialog(page).getByRole('button', { name: 'Publish' }).click();
  await waitForToast(page, 'Record published successfully');
  expect(await getRecord(id)).toMatchObject({
    status: 'LIVE',
    published: { title: 'Mill of many changes', image_changes: null },
  });
});

test('corrects, publishes and restores an imported location, with a warning about missing fields', async () => {
  const islands = (await admin.api(searchLocations, { query: 'island', category: ['Island'] })).data;
  const card = islands.find((one) => !one.primaryimage);
  const { id, title } = card!;
  const page = await openRecord(id);
  await box(page, 'Title').fill(`${title} (corrected)`);
  await press(page, 'Save');
  await waitForToast(page, 'Record saved successfully');
  await press(page, 'Publish');
  await publishDialog(page)
    .getByText(/^Missing: Address 1, .*Images\. The location was published without these before/)
    .waitFor();
  await publishDialog(page).getByRole('button', { name: 'Publish' }).click();
  await waitForToast(page, 'Record published successfully');
  expect(await getRecord(id)).toMatchObject({ status: 'LIVE', published: { title: `${title} (corrected)` } });
  await admin.api(unpublish, { id });
  await visit(page, page.url());
  await publishIt(page);
  await waitForToast(page, 'Record published successfully');
  expect(await getRecord(id)).toMatchObject({ status: 'LIVE' });
  await admin.api(unpublish, { id });
  expect(await admin.api(publish, { id })).toMatchObject({ published_without: expect.arrayContaining(['images']) });
});

test('previews a submitted location, with enlarged pictures', async () => {
  const { id } = await submitLocation(site.db, owner.api);
  await addImage(site.db, id, { position: 1, caption: 'The lade' });
  const page = await openRecord(id);
  await page.getByRole('link', { name: 'Preview', exact: true }).click();
  await page.getByText('This is a preview of the location as it would be published now').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Weir mill' }).waitFor();
  expect(await page.getByRole('link', { name: 'Enquire about this location' }).count()).toBe(0);
  const enlarged = page.getByRole('dialog', { name: /^(Picture 1|The lade)$/ });
  const enlarge = page.getByRole('button', { name: 'Enlarge picture' });
  await enlarge.focus();
  await page.keyboard.press('Enter');
  await enlarged.getByText('1 of 2').waitFor();
  await enlarged.getByRole('button', { name: 'Next picture' }).focus();
  await page.keyboard.press('ArrowRight');
  await enlarged.getByText('2 of 2').waitFor();
  await page.getByRole('dialog', { name: 'The lade' }).waitFor();
  await page.keyboard.press('Escape');
  await enlarge.and(page.locator(':focus')).waitFor();

  await page.getByRole('link', { name: 'Back to the location' }).click();
  await tab(page, /^Location Images/).click();
  const opener = page.getByRole('button', { name: 'Enlarge The lade' });
  await opener.click();
  await page.getByRole('dialog', { name: 'The lade' }).getByText('2 of 2').waitFor();
  await page.keyboard.press('Escape');
  await opener.and(page.locator(':focus')).waitFor();
});

test('asks before leaving with unsaved changes, and lists what is deleted with a location', async () => {
  const id = await addPublishedLocation('Mill to be left');
  const page = await openRecord(id);
  await box(page, 'Remarks').fill('Half a thou');
  await page.getByRole('link', { name: 'Back to list' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect.poll(() => box(page, 'Remarks').inputValue()).toBe('Half a thou');

  await press(page, 'Delete');
  const deletion = page.getByRole('alertdialog', { name: 'Delete location' });
  await deletion.getByText('with its image, its entries on all boards and its public page').waitFor();
  await deletion.getByText('This may take a while, please do not close or refresh the window').waitFor();
  await deletion.getByRole('button', { name: 'Delete location' }).click();
  await waitForToast(page, 'Location has been deleted successfully');
  await page.waitForURL(/\/admin\/locations(\?|$)/);
  await expect(getRecord(id)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

test('works with the keyboard alone: from the list to a record, through its tabs and fields, and to the next record', async () => {
  const [first, second] = [await addPublishedLocation('Aa first mill'), await addPublishedLocation('Aa second mill')];
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/locations?query=aa+mill&sortBy=title&sortOrder=asc`);
  await page.getByRole('cell', { name: /^Aa first mill/ }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/locations/${first}`);
  await page.getByText('1 of 2').waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(`**/admin/locations/${second}`);
  await page.getByRole('heading', { name: 'Aa second mill' }).waitFor();

  await tab(page, /^Location Details/).focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/tab=contacts/);
  await page.keyboard.press('ArrowLeft');
  const category = page.getByRole('button', { name: 'Category: Mill or factory' });
  await category.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Mill or factory', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Category: Not chosen' }).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Category/);
  await page.keyboard.press('Control+s');
  await waitForToast(page, 'Record saved successfully');
  expect(await getRecord(second)).toMatchObject({ category: [], status: 'CHANGED' });
  await expect(admin.api(publish, { id: second })).rejects.toMatchObject({ errorType: 'INVALID' });
  await page.keyboard.press('k');
  await page.waitForURL(`**/admin/locations/${first}`);
});
