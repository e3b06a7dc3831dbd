import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ownLocationById, ownLocations } from '../../src/features/locations/editing/contract.ts';
import type { LocationDraft } from '../../src/features/locations/working-copy/schema.ts';
import { newDraft } from '../../src/features/locations/editing/contract.ts';
import { type PageOptions, SCREENS, openBrowser, visit } from '../support/browser.ts';
import { box, dialog, fill, focused, getFieldError, typed } from '../support/forms.ts';
import { addImage } from '../support/locations.ts';
import { registerLocation } from '../support/submissions.ts';
import { type SignedIn, addSignedInPerson } from '../support/people.ts';
import { gradient } from '../support/photograph.ts';
import { ingestPictures } from '../support/image-worker.ts';
import { startSite } from '../support/site.ts';
import { INFORMATION, atStep, fillTypedSteps, press } from '../support/wizard-page.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ env });
await ingestPictures(site, env);
const browser = await openBrowser();
const mapBrowser = await openBrowser({ maps: true });

async function openAsNewOwner(options?: PageOptions, from = browser) {
  const owner = await addSignedInPerson(site, 'OWNER');
  const page = await from.newPage(options);
  await owner.enter(page.context());
  return { owner, page };
}

const saved = (page: Page) => page.getByText(/^Saved at \d\d:\d\d. You can leave and come back.$/).waitFor();
const fetchOwnLocations = async ({ api }: SignedIn) => (await api(ownLocations, {})).data;
const fetchDraft = async ({ api }: SignedIn): Promise<LocationDraft['fields'] | undefined> =>
  (await api(newDraft, {})).draft?.fields;
const steps = (page: Page) => page.locator('.step__name').allTextContents();

/** A slow mobile connection, in bytes per second and milliseconds. */
const SLOW = { offline: false, latency: 100, downloadThroughput: 200_000, uploadThroughput: 400_000 };

test('registers and submits a location on a phone, over a slow connection that is lost once', async () => {
  const { owner, page } = await openAsNewOwner({ viewport: SCREENS.phone, fresh: true }, mapBrowser);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', SLOW);
  await visit(page, `${site.url}/register-location`);
  await fillTypedSteps(page);
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/locations\/[0-9a-f-]{36}$/);

  await page.getByRole('button', { name: 'Add a contact' }).click();
  await fill(page, { 'First name': 'Calum', 'Last name': 'Maclean', Telephone: '01688 500 101' });
  await dialog(page).getByRole('button', { name: 'Add contact' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await page.getByText('Primary contact').waitFor();
  await press(page, 'NEXT STEP');
  await atStep(page, 'images');

  const large = await gradient(1200, 900).png({ compressionLevel: 0 }).toBuffer();
  const firstChunk = page.waitForResponse((answer) => answer.url().includes('/uploads/') && answer.ok());
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'shore.png', mimeType: 'image/png', buffer: large });
  await firstChunk;
  await network.send('Network.emulateNetworkConditions', { ...SLOW, offline: true });
  await page.getByText('You are offline. What you type is kept on this device.').waitFor();
  await network.send('Network.emulateNetworkConditions', SLOW);
  await page.getByRole('button', { name: 'NEXT STEP', exact: true }).waitFor();
  const [{ id } = { id: '' }] = await fetchOwnLocations(owner);
  await expect
    .poll(async () => (await owner.api(ownLocationById, { id })).images[0]?.state, { timeout: 120_000 })
    .toBe('READY');
  // The step waits until the picture is processed, and then its button disappears.
  const next = page.getByRole('button', { name: 'NEXT STEP', exact: true });
  await expect
    .poll(async () => {
      if (await next.isVisible()) await next.click({ timeout: 1_000 }).catch(() => {});
      return page.getByRole('heading', { level: 1, name: 'Location area' }).isVisible();
    })
    .toBe(true);

  await page.locator('.maplibregl-canvas').click({ position: { x: 150, y: 150 } });
  await expect.poll(() => box(page, 'Latitude').inputValue()).toMatch(/^5\d\.\d+/);
  await press(page, 'COMPLETE');
  await page
    .getByRole('heading', { name: 'These details have been registered and are waiting for approval' })
    .waitFor();
  await expect.poll(() => focused(page)).toBe('These details have been registered and are waiting for approval');
  await page.getByText('The Locations Team checks your location.').waitFor();
  expect(await fetchOwnLocations(owner)).toMatchObject([
    { title: 'Torloisk House', location_status: 'AWAITING_APPROVAL', status: 'NEW' },
  ]);
  await visit(page, page.url());
  await page.getByText('Your location is pending approval, should you have a query, please contact our team').waitFor();
  expect(await box(page, 'Title').count()).toBe(0);
});

test('validates the first step on blur and on save', async () => {
  const { owner, page } = await openAsNewOwner();
  await visit(page, `${site.url}/register-location`);
  expect(await page.getByRole('button', { name: 'PREVIOUS STEP' }).count()).toBe(0);
  await box(page, 'Postcode').fill('Tobermory');
  expect(await getFieldError(page, 'Postcode')).toBeNull();
  await box(page, 'Nearest town').focus();
  await expect.poll(() => getFieldError(page, 'Postcode')).toBe('Enter a postcode such as EH1 1RE.');
  await press(page, 'NEXT STEP');
  // Telephone number and email address come from the account.
  await page.getByText('Please check 4 fields').waitFor();
  await page.getByText('Not saved yet: 4 fields need an answer.').waitFor();
  await expect.poll(() => focused(page)).toBe('title');
  await expect.poll(() => getFieldError(page, 'Address line 1')).toBe('Enter the first line of the address.');
  expect(await getFieldError(page, 'Telephone 2')).toBeNull();
  await page.getByRole('button', { name: 'Nearest town', exact: true }).click();
  await expect.poll(() => focused(page)).toBe('nearesttown');
  expect(await fetchOwnLocations(owner)).toEqual([]);

  await fill(page, { ...INFORMATION, Title: '  Torloisk House ' });
  await press(page, 'NEXT STEP');
  await atStep(page, 'features');
  const [{ id } = { id: '' }] = await fetchOwnLocations(owner);
  expect(await owner.api(ownLocationById, { id })).toMatchObject({
    title: 'Torloisk House',
    postcode: 'PA74 6NH',
    locationurl: expect.stringMatching(/^torloisk-house/),
  });
  await expect.poll(() => page.title()).toMatch(/^Location features: Torloisk House - /);
});

test('fills in telephone number and email address of the account for a new location', async () => {
  const { owner, page } = await openAsNewOwner();
  await visit(page, `${site.url}/register-location`);
  const start = { 'Telephone 1': '0131 496 0177', Email: owner.person.email };
  expect(await typed(page, ['Telephone 1', 'Email'])).toEqual(start);
  await fill(page, { Title: 'Torloisk House', 'Telephone 1': '' });
  await expect.poll(() => fetchDraft(owner)).toEqual({ title: 'Torloisk House', telephone1: '' });
  await visit(page, `${site.url}/register-location`);
  expect(await typed(page, ['Telephone 1', 'Email'])).toEqual({ ...start, 'Telephone 1': '' });
  const { Email: _, ...information } = INFORMATION;
  await fill(page, information);
  await press(page, 'NEXT STEP');
  await atStep(page, 'features');
  const [{ id } = { id: '' }] = await fetchOwnLocations(owner);
  expect(await owner.api(ownLocationById, { id })).toMatchObject({
    telephone1: INFORMATION['Telephone 1'],
    email: owner.person.email,
  });
});

test('collapses the option lists, and moves the focus to one that is required', async () => {
  const { owner, page } = await openAsNewOwner();
  const { id } = await registerLocation(owner.api);
  await visit(page, `${site.url}/locations/${id}?step=2`);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await press(page, 'NEXT STEP');
  await page.getByText('Please check 8 fields').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Category: None chosen, show all/);
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Estate', exact: true }).check();
  await page.getByRole('button', { name: 'Category: 1 chosen, show fewer' }).click();
  expect(await page.getByRole('checkbox').count()).toBe(1);
});

test('allows submission as soon as the pictures are processed', async () => {
  const { owner, page } = await openAsNewOwner();
  const { id } = await registerLocation(owner.api, { complete: true });
  await addImage(site.db, id, { is_primary: true, state: 'PROCESSING' });
  const process = (state: 'PROCESSING' | 'READY') =>
    site.db.updateTable('pictures').set({ state }).where('sha256', 'in', ofPlace).execute();
  const ofPlace = site.db.selectFrom('images').select('sha256').where('location_id', '=', id);
  for (const [step, button] of [
    [5, 'NEXT STEP'],
    [6, 'COMPLETE'],
  ] as const) {
    await process('PROCESSING');
    await visit(page, `${site.url}/locations/${id}?step=${step}`);
    await press(page, button);
    await page.getByRole('alert').getByText('still being processed').waitFor();
    await process('READY');
    await page.getByRole('status').getByText('The images are ready. You can continue.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  }
  await press(page, 'COMPLETE');
  await page.getByRole('heading', { name: 'waiting for approval' }).waitFor();
});

test('suggests values for a postcode, and uses them only on request', async () => {
  const { page } = await openAsNewOwner();
  await visit(page, `${site.url}/register-location`);
  const { 'Nearest town': _, ...information } = INFORMATION;
  await fill(page, information);
  await page.getByRole('button', { name: 'Use Tobermory, the nearest town' }).click();
  await expect.poll(() => box(page, 'Nearest town').inputValue()).toBe('Tobermory');
  await press(page, 'NEXT STEP');
  await atStep(page, 'features');
  await expect.poll(() => page.getByRole('combobox', { name: 'Authority' }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Use Argyll and Bute, where the postcode is' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Authority' }).inputValue()).toBe('Argyll and Bute');
});

test('restores unsaved input when the owner returns on another device', async () => {
  const { owner, page } = await openAsNewOwner();
  await visit(page, `${site.url}/register-location`);
  await fill(page, { Title: 'Torloisk House', Postcode: 'PA7' });
  await saved(page);
  const elsewhere = await browser.newPage({ viewport: SCREENS.phone });
  await owner.enter(elsewhere.context());
  await visit(elsewhere, `${site.url}/register-location`);
  await expect
    .poll(() => typed(elsewhere, ['Title', 'Postcode']))
    .toEqual({ Title: 'Torloisk House', Postcode: 'PA7' });
});

test('keeps offline input even if the page is closed', async () => {
  const { owner, page } = await openAsNewOwner();
  await visit(page, `${site.url}/register-location`);
  await page.context().setOffline(true);
  await fill(page, { Title: 'Torloisk House', 'Address line 1': 'Kilninian' });
  await page.getByText('You are offline. What you type is kept on this device.').waitFor();
  // Before the page closes: once it is gone, its last request may get through.
  expect(await fetchDraft(owner)).toBeUndefined();
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await visit(again, `${site.url}/register-location`);
  await expect.poll(() => box(again, 'Address line 1').inputValue()).toBe('Kilninian');
  await expect.poll(() => fetchDraft(owner)).toEqual({ title: 'Torloisk House', address1: 'Kilninian' });
  await saved(again);
});

test('saves offline input when the connection returns', async () => {
  const { owner, page } = await openAsNewOwner();
  await visit(page, `${site.url}/register-location`);
  await page.context().setOffline(true);
  await box(page, 'Title').fill('Torloisk House');
  await page.getByText('You are offline.').first().waitFor();
  await press(page, 'NEXT STEP');
  await page.context().setOffline(false);
  await expect.poll(() => fetchDraft(owner)).toEqual({ title: 'Torloisk House' });
});

test('opens a draft at its first incomplete step; invalid input blocks the next step but not the previous one', async () => {
  const { owner, page } = await openAsNewOwner();
  const { id } = await registerLocation(owner.api);
  await visit(page, `${site.url}/locations/${id}`);
  await atStep(page, 'features');
  await expect
    .poll(() => steps(page))
    .toEqual([
      'Location informationComplete',
      'Location featuresYou are here',
      'Location descriptionNot started',
      'Location contactsNot started',
      'Location imagesNot started',
      'Location areaNot started',
      'Production factsOptional',
    ]);
  await box(page, 'Owner name').fill('Morag');
  await page.getByRole('button', { name: /^Location description/ }).click();
  await page.getByText('Please check 7 fields').waitFor();
  await press(page, 'PREVIOUS STEP');
  await atStep(page, 'information');
  await expect.poll(() => focused(page)).toBe('Location information');
  await expect.poll(async () => (await steps(page))[1]).toBe('Location featuresNeeds an answer');
  await page.goBack();
  await atStep(page, 'features');
  await expect.poll(() => box(page, 'Owner name').inputValue()).toBe('Morag');
  await expect
    .poll(async () => (await owner.api(ownLocationById, { id })).draft?.fields)
    .toEqual({ ownername: 'Morag' });
});

test('opens the first incomplete step, skipping the optional contacts', async () => {
  const { owner, page } = await openAsNewOwner();
  const { id } = await registerLocation(owner.api, { complete: true });
  await visit(page, `${site.url}/locations/${id}`);
  await atStep(page, 'images');
});

test('keeps a description that is too long, and shows by how much', async () => {
  const { owner, page } = await openAsNewOwner();
  const { id } = await registerLocation(owner.api);
  await visit(page, `${site.url}/locations/${id}?step=3`);
  await box(page, 'Description').fill('w'.repeat(10_050));
  await page.getByText('50 characters too many').waitFor();
  await saved(page);
  await press(page, 'NEXT STEP');
  await expect.poll(() => getFieldError(page, 'Description')).toMatch(/at most 10.?000/);
  await visit(page, page.url());
  await expect.poll(() => box(page, 'Description').inputValue()).toHaveLength(10_050);
});

test('shows at its field that a URL is taken by another location', async () => {
  const { page } = await openAsNewOwner();
  await visit(page, `${site.url}/register-location`);
  await fill(page, { ...INFORMATION, 'Page address': 'eilean-donan-castle' });
  await press(page, 'NEXT STEP');
  await expect.poll(() => getFieldError(page, 'Page address')).toMatch(/./);
  await page.getByText('Please check one field').waitFor();
  await expect.poll(() => focused(page)).toBe('locationurl');
  await box(page, 'Page address').fill('');
  await press(page, 'NEXT STEP');
  await atStep(page, 'features');
});

test('rejects a submission without images, and shows a failed save without losing input', async () => {
  const { owner, page } = await openAsNewOwner();
  const { id } = await registerLocation(owner.api, { complete: true });
  await visit(page, `${site.url}/locations/${id}?step=6`);
  await press(page, 'COMPLETE');
  await page.getByRole('alert').getByText('Add at least one image.').waitFor();

  await visit(page, `${site.url}/locations/${id}?step=3`);
  await box(page, 'Description').fill('Rebuilt in 1802.');
  await page.route(`**/api/locations/${id}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await press(page, 'NEXT STEP');
  await page.getByRole('alert').getByText('Something went wrong on our side. Please try again in a moment.').waitFor();
  await expect.poll(() => box(page, 'Description').inputValue()).toBe('Rebuilt in 1802.');
  await page.unroute(`**/api/locations/${id}`);
  await press(page, 'NEXT STEP');
  await atStep(page, 'contacts');
  expect((await owner.api(ownLocationById, { id })).description).toBe('Rebuilt in 1802.');
});

test('keeps input of the first step from before hydration', async () => {
  const { page } = await openAsNewOwner();
  const waiting: (() => void)[] = [];
  let isOpen = false;
  await page.route('**/*.js', async (route) => {
    if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  await page.goto(`${site.url}/register-location`, { waitUntil: 'commit' });
  await box(page, 'Title').fill('Torloisk House');
  isOpen = true;
  for (const resume of waiting) resume();
  await saved(page);
  await expect.poll(() => box(page, 'Title').inputValue()).toBe('Torloisk House');
});
