import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { locationByUrl } from '../../src/features/locations/catalogue/published/contract.ts';
import { changeContact } from '../../src/features/locations/editing/contacts/contract.ts';
import { ownLocationById, saveLocation } from '../../src/features/locations/editing/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { box, dialog, fill, focused } from '../support/forms.ts';
import { addImage } from '../support/locations.ts';
import { addEveryOption, registerLocation, publishAll, submitLocation } from '../support/submissions.ts';
import { type SignedIn, addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { INFORMATION, atStep, press } from '../support/wizard-page.ts';

const site = await startSite();
await addEveryOption(site.db);
const browser = await openBrowser();

/** Adds an owner with a complete location, and opens its wizard. */
async function openEditor(
  step: number,
): Promise<{ owner: SignedIn; id: string; page: Page; another: () => Promise<Page> }> {
  const owner = await addSignedInPerson(site, 'OWNER');
  const { id } = await registerLocation(owner.api, { complete: true });
  const first = await browser.newPage();
  await owner.enter(first.context());
  const open = async (page: Page) => {
    await visit(page, `${site.url}/locations/${id}?step=${step}`);
    return page;
  };
  return { owner, id, page: await open(first), another: async () => open(await first.context().newPage()) };
}

const getLocation = ({ api }: SignedIn, id: string) => api(ownLocationById, { id });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Changed in two places' });

test('keeps changes of a published location offline until it is published again', async () => {
  const owner = await addSignedInPerson(site, 'OWNER');
  const { id } = await registerLocation(owner.api, { complete: true });
  await addImage(site.db, id, { is_primary: true });
  await publishAll(site.db, [id]);
  const page = await browser.newPage();
  await owner.enter(page.context());
  await visit(page, `${site.url}/locations/${id}?step=3`);
  const online = page.getByRole('link', { name: 'The published page' });
  const { publishedurl } = await getLocation(owner, id);
  const published = await owner.api(locationByUrl, { locationurl: publishedurl! });
  await press(page, 'NEXT STEP');
  await atStep(page, 'contacts');
  expect(await getLocation(owner, id)).toMatchObject({ status: 'LIVE', location_status: 'PUBLISHED' });
  await press(page, 'PREVIOUS STEP');
  await atStep(page, 'description');

  await box(page, 'Description').fill('A mill that burnt down.');
  await press(page, 'NEXT STEP');
  await atStep(page, 'contacts');
  expect(await getLocation(owner, id)).toMatchObject({ status: 'CHANGED', location_status: 'DRAFT' });
  expect(await owner.api(locationByUrl, { locationurl: publishedurl! })).toEqual(published);
  await online.click();
  await page.getByText('A mill on the river.').waitFor();
  expect(await page.getByText('burnt down').count()).toBe(0);
});

test('merges changes of different fields in two windows', async () => {
  const { owner, id, page, another } = await openEditor(1);
  const other = await another();
  await box(other, 'Address line 2').fill('Weir House');
  await press(other, 'NEXT STEP');
  await atStep(other, 'features');
  await box(page, 'Address line 3').fill('Ground floor');
  await press(page, 'NEXT STEP');
  await atStep(page, 'features');
  expect(await getLocation(owner, id)).toMatchObject({ address2: 'Weir House', address3: 'Ground floor' });
});

test('shows both values when two windows change the same field, and overwrites nothing before the choice', async () => {
  const { owner, id, page, another } = await openEditor(1);
  const other = await another();
  await box(other, 'Title').fill('Weir mill and lade');
  await press(other, 'NEXT STEP');
  await atStep(other, 'features');

  await fill(page, { Title: 'The old mill', 'Address line 4': 'By the lade' });
  await press(page, 'NEXT STEP');
  await question(page).getByText('Yours').waitFor();
  await expect
    .poll(() => question(page).locator('.conflict__value').allTextContents())
    .toEqual(['The old mill', 'Weir mill and lade']);
  await question(page)
    .getByText(/^Saved at \d\d:\d\d$/)
    .waitFor();
  await question(page).getByRole('button', { name: 'Decide later' }).click();
  await page.getByText(/^Not saved since \d\d:\d\d: something was changed in two places.$/).waitFor();
  expect((await getLocation(owner, id)).title).toBe('Weir mill and lade');
  await expect.poll(() => box(page, 'Title').inputValue()).toBe('The old mill');

  await visit(page, page.url());
  await expect.poll(() => box(page, 'Title').inputValue()).toBe('The old mill');
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await question(page)
    .getByRole('radio', { name: /^Saved at/ })
    .check();
  await question(page).getByRole('button', { name: 'Save these values' }).click();
  await expect.poll(() => box(page, 'Title').inputValue()).toBe('Weir mill and lade');
  await press(page, 'NEXT STEP');
  await atStep(page, 'features');
  expect(await getLocation(owner, id)).toMatchObject({ title: 'Weir mill and lade', address4: 'By the lade' });
});

test('continues the action after the user’s value is chosen', async () => {
  const { owner, id, page } = await openEditor(3);
  const { version } = await getLocation(owner, id);
  const admin = await addSignedInPerson(site, 'ADMIN');
  await admin.api(saveLocation, { id, version, description: 'A mill, says the team.' });
  await box(page, 'Description').fill('A mill, says the owner.');
  await press(page, 'NEXT STEP');
  await question(page).getByRole('button', { name: 'Save these values' }).click();
  await atStep(page, 'contacts');
  expect((await getLocation(owner, id)).description).toBe('A mill, says the owner.');
});

test('stops editing a location that another window has submitted', async () => {
  const { owner, id, page } = await openEditor(3);
  await addImage(site.db, id, { is_primary: true });
  await owner.api(saveLocation, { id, version: (await getLocation(owner, id)).version, isSubmitting: true });
  await box(page, 'Description').fill('Too late.');
  await press(page, 'NEXT STEP');
  await page.getByText('Your location is pending approval, should you have a query, please contact our team').waitFor();
  expect((await getLocation(owner, id)).description).toBe('A mill on the river.');
});

test('shows a notice and a link to the preview instead of the wizard for a submitted location', async () => {
  const owner = await addSignedInPerson(site, 'OWNER');
  const { id } = await submitLocation(site.db, owner.api);
  const page = await browser.newPage();
  await owner.enter(page.context());
  await visit(page, `${site.url}/locations/${id}`);
  await page.getByText('Your location is pending approval').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.waitForURL(`**/locations/${id}/preview`);
});

test('does not find the location of another owner', async () => {
  const { id } = await openEditor(1);
  const stranger = await addSignedInPerson(site, 'OWNER');
  const page = await browser.newPage();
  await stranger.enter(page.context());
  const answer = await page.goto(`${site.url}/locations/${id}`);
  expect(answer?.status()).toBe(404);
});

test('adds, changes and deletes contacts, one of which is primary', async () => {
  const { owner, id, page } = await openEditor(4);
  const add = async (contact: Record<string, string>) => {
    await page.getByRole('button', { name: 'Add a contact' }).click();
    await fill(page, contact);
    await dialog(page).getByRole('button', { name: 'Add contact' }).click();
  };
  await add({ 'First name': 'Calum', 'Last name': 'Maclean' });
  await page.locator('.field .error', { hasText: 'Enter a telephone number or an email address.' }).waitFor();
  await fill(page, { Telephone: '01688 500 101' });
  await dialog(page).getByRole('button', { name: 'Add contact' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await add({ 'First name': 'Una', 'Last name': 'Maclean', Email: 'una@weir-mill.example' });
  await page.getByText('Una Maclean').waitFor();

  const [, una] = (await getLocation(owner, id)).contacts;
  await page.getByRole('button', { name: 'Change Una Maclean' }).click();
  await owner.api(changeContact, {
    id,
    contactId: una!.id,
    version: una!.version,
    firstname: 'Una',
    lastname: 'MacLean',
    email: 'una@weir-mill.example',
  });
  await page.getByRole('checkbox', { name: 'Primary contact: the first person to contact' }).check();
  await dialog(page).getByRole('button', { name: 'Save contact' }).click();
  await dialog(page).getByText('Saved: Una MacLean, una@weir-mill.example').waitFor();
  await dialog(page).getByRole('button', { name: 'Replace it with the values below' }).click();
  await dialog(page).getByRole('button', { name: 'Save contact' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  expect((await getLocation(owner, id)).contacts).toMatchObject([
    { firstname: 'Una', lastname: 'Maclean', primary: true },
    { firstname: 'Calum', primary: false },
  ]);
  await page.getByRole('button', { name: 'Delete Una Maclean' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete contact' }).click();
  await page.getByText('Una Maclean', { exact: true }).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Add a contact');
  expect((await getLocation(owner, id)).contacts).toMatchObject([{ firstname: 'Calum', primary: true }]);
});

/** Presses Tab until this control has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const isThere = () =>
    page.evaluate((wanted) => {
      const it = document.activeElement;
      const label = it && 'labels' in it ? ((it as HTMLInputElement).labels?.[0] ?? it) : it;
      return label?.textContent?.replace(/ \*$/, '').trim().startsWith(wanted) ?? false;
    }, name);
  for (let left = 120; left > 0 && !(await isThere()); left--) await page.keyboard.press('Tab');
  expect(await isThere(), name).toBe(true);
}

test('works with the keyboard alone: the first steps, a contact, and back', async () => {
  const owner = await addSignedInPerson(site, 'OWNER');
  const page = await browser.newPage();
  await owner.enter(page.context());
  await visit(page, `${site.url}/register-location`);
  for (const [name, text] of Object.entries(INFORMATION)) {
    await tabTo(page, name);
    await page.keyboard.type(text);
    if (name === 'Nearest town') await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await atStep(page, 'features');
  for (const [list, option] of [
    ['Category', 'Estate'],
    ['Setting', 'Coastal'],
    ['Century', '19th'],
  ] as const) {
    await tabTo(page, `${list}: None chosen, show all`);
    await page.keyboard.press('Enter');
    await tabTo(page, option);
    await page.keyboard.press('Space');
  }
  for (const name of ['Condition', 'Ownership type', 'Authority', 'Film office']) {
    await tabTo(page, name);
    await page.keyboard.press('ArrowDown');
  }
  await tabTo(page, 'Owner name');
  await page.keyboard.type('Morag Maclean');
  await tabTo(page, 'NEXT STEP');
  await page.keyboard.press('Enter');
  await atStep(page, 'description');
  await expect.poll(() => focused(page)).toBe('Location description');
  await tabTo(page, 'Description');
  await page.keyboard.type('A house above the loch.');
  await tabTo(page, 'NEXT STEP');
  await page.keyboard.press('Enter');
  await atStep(page, 'contacts');
  await tabTo(page, 'Add a contact');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await tabTo(page, 'First name');
  await page.keyboard.type('Calum');
  await tabTo(page, 'Last name');
  await page.keyboard.type('Maclean');
  await tabTo(page, 'Telephone');
  await page.keyboard.type('01688 500 101');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'hidden' });
  await page.getByText('Primary contact').waitFor();
  await tabTo(page, 'PREVIOUS STEP');
  await page.keyboard.press('Enter');
  await atStep(page, 'description');
  await expect.poll(() => focused(page)).toBe('Location description');
});
