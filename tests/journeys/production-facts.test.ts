import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish } from '../../src/features/locations/publishing/contract.ts';
import { productionFacts, saveProductionFacts } from '../../src/features/locations/production-facts/contract.ts';
import { listProductionFacts } from '../../src/features/locations/production-facts/schema.ts';
import { testAccessibility } from '../support/accessibility.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { box } from '../support/forms.ts';
import { addFact, addImage } from '../support/locations.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { addEveryOption, publishAll, registerLocation } from '../support/submissions.ts';
import { atStep } from '../support/wizard-page.ts';

const site = await startSite();
const browser = await openBrowser();
await addEveryOption(site.db);
const owner = await addSignedInPerson(site, 'OWNER');
const admin = await addSignedInPerson(site, 'ADMIN');

/** Adds a complete location of the owner. */
async function addMill(title: string): Promise<{ id: string; url: string }> {
  const { id, locationurl } = await registerLocation(owner.api, { title, complete: true });
  await addImage(site.db, id, { is_primary: true });
  return { id, url: `/find-a-location/${locationurl}` };
}

async function open(address: string, person: typeof owner, viewport: { width: number; height: number } = SCREENS.desk) {
  const page = await browser.newPage({ viewport });
  await person.enter(page.context());
  await visit(page, site.url + address);
  return page;
}

const readTexts = async (id: string) =>
  Object.fromEntries(
    listProductionFacts(await admin.api(productionFacts, { id }))
      .filter(({ value }) => value !== null)
      .map(({ name, text }) => [name, text]),
  );
const choose = (within: Page | Locator, label: string, answer: string) =>
  within.getByRole('combobox', { name: label, exact: true }).selectOption(answer);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an owner answers on a phone after the last step, and skips what is not known', async () => {
  const { id } = await addMill('Weir mill');
  const page = await open(`/locations/${id}?step=6`, owner, SCREENS.phone);
  await atStep(page, 'area');
  expect(await button(page, 'COMPLETE').count()).toBe(1);
  await page.getByRole('link', { name: 'Add production facts' }).click();
  await page.getByRole('heading', { level: 1, name: 'Production facts' }).waitFor();

  await choose(page, 'Three-phase supply', 'Yes');
  await page.getByText('Each answer is saved as you give it.').waitFor();
  // What is typed is converted when the field is left.
  await box(page, 'Ceiling height').fill('high');
  await box(page, 'Width of the largest door').focus();
  await page.getByText('Enter a number such as 3.5 m or 12 ft, at most 200 m.').waitFor();
  await box(page, 'Ceiling height').fill('12 ft 6 in');
  await box(page, 'Width of the largest door').focus();
  await expect.poll(() => box(page, 'Ceiling height').inputValue()).toBe('3.81\u00A0m');
  await page.getByText('More facts').click();
  await choose(page, 'Drones', 'No');
  await page.getByRole('checkbox', { name: 'Flight path' }).check();
  await expect
    .poll(() => readTexts(id))
    .toEqual({ three_phase: 'Yes', ceiling_height: '3.81\u00A0m', drones: 'No', sounds: 'Flight path' });

  // The steps before it are still complete, and the location can be sent from here.
  await button(page, 'COMPLETE').click();
  await page.getByText('These details have been registered and are waiting for approval').waitFor();
});

test('an owner loses no answer that is typed, rejected or fails to be saved', async () => {
  const { id } = await addMill('Mill of the lade');
  const page = await open(`/locations/${id}?step=7`, owner, SCREENS.phone);
  await box(page, 'Ceiling height').fill('high');
  await button(page, 'PREVIOUS STEP').click();
  const waitForFocus = () =>
    expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('fact-ceiling_height');
  await waitForFocus();
  await box(page, 'Width of the largest door').focus();
  await button(page, 'COMPLETE').click();
  await waitForFocus();
  await page.getByText('1 answer is not saved.').waitFor();
  await box(page, 'Ceiling height').fill('12 ft');

  // The failure is shown without taking the focus from what is typed next.
  const isSave = /production-facts$/;
  await page.route(isSave, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await choose(page, 'Three-phase supply', 'Yes');
  await box(page, 'Width of the largest door').pressSequentially('1');
  await page.getByText('2 answers are not saved.').waitFor();
  await page.keyboard.type('2 ft');
  expect(await box(page, 'Width of the largest door').inputValue()).toBe('12 ft');
  expect(await readTexts(id)).toEqual({});
  await page.unroute(isSave);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect
    .poll(() => readTexts(id))
    .toEqual({ three_phase: 'Yes', ceiling_height: '3.66\u00A0m', door_width: '3.66\u00A0m' });

  // What is being typed is sent with the location.
  await page.getByText('Each answer is saved as you give it.').waitFor();
  await page.getByText('More facts').click();
  await box(page, 'Floor area').fill('100');
  await button(page, 'COMPLETE').click();
  await page.getByText('These details have been registered and are waiting for approval').waitFor();
  expect(await readTexts(id)).toMatchObject({ floor_area: '100\u00A0m²' });
});

test('the team adds what a crew has found, and visitors read who says so once it is published', async () => {
  const { id, url } = await addMill('Lade mill');
  await owner.api(saveProductionFacts, { id, facts: { drones: false, ceiling_height: '12 ft' } });
  await publishAll(site.db, [id]);

  const page = await open(`/admin/locations/${id}`, admin);
  await page.getByRole('tab', { name: 'Production facts' }).click();
  await page.getByRole('combobox', { name: 'Who says so' }).selectOption('Crew after a shoot');
  await box(page, 'When').fill('2026-03-03');
  await box(page, 'Ceiling height').fill('tall');
  await choose(page, 'Three-phase supply', 'Yes');
  await choose(page, 'Fee', 'Up to 500 a day');
  await button(page, 'Save').click();
  await page.getByText('Enter a number such as 3.5 m').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('fact-ceiling_height');
  await box(page, 'Ceiling height').fill('');
  // The input outlives a look at another tab.
  await page.getByRole('tab', { name: 'Location Contacts' }).click();
  await page.getByRole('tab', { name: 'Production facts not saved' }).click();
  await button(page, 'Save').click();
  await page.locator('.toast').getByText('Record saved successfully').waitFor();
  await page.getByRole('tab', { name: 'Production facts changed' }).waitFor();
  expect(await readTexts(id)).toEqual({ drones: 'No', three_phase: 'Yes', fee: 'Up to 500 a day' });

  await button(page, 'Publish').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Yes (Crew after a shoot, 3 Mar 2026)').waitFor();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.locator('.toast').getByText('Record published successfully').waitFor();

  const visitor = await browser.newPage();
  await visit(visitor, site.url + url);
  const section = visitor.getByRole('region', { name: 'Production facts' });
  expect(await section.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Power and services',
    'What is allowed',
  ]);
  expect(await section.textContent()).toContain('Three-phase supplyYes Crew after a shoot, 3 Mar 2026');
  expect(await section.textContent()).not.toContain('500');
});

test('the team sees what somebody else has said before it replaces it, and confirms what it has checked', async () => {
  const { id } = await addMill('Mill on the hill');
  await addFact(site.db, id, 'water', true);
  const page = await open(`/admin/locations/${id}?tab=facts`, admin);
  await box(page, 'Ceiling height').fill('3 m');
  await choose(page, 'Drones', 'Yes');
  await choose(page, 'Drones', 'Not known');
  await page.getByText('Unsaved changes Ceiling height', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Road' }).check();
  await page.getByRole('checkbox', { name: 'No disturbing sounds' }).check();
  expect(await page.getByRole('checkbox', { name: 'Road' }).isChecked()).toBe(false);
  await page.getByRole('tab', { name: 'Location Contacts' }).click();
  await owner.api(saveProductionFacts, { id, facts: { ceiling_height: '4 m' } });
  await page.getByRole('tab', { name: 'Production facts' }).click();
  await page.getByRole('combobox', { name: 'Who says so' }).selectOption('Crew after a shoot');
  await button(page, 'Confirm Running water').click();
  await button(page, 'Save').click();
  await page.getByText(/^Somebody else has changed this to “4.m” \(Owner, /).waitFor();
  expect(await readTexts(id)).toEqual({ water: 'Yes', ceiling_height: '4\u00A0m' });
  await box(page, 'Ceiling height').fill('3.5 m');
  await button(page, 'Save').click();
  await page.locator('.toast').getByText('Record saved successfully').waitFor();
  expect(await readTexts(id)).toEqual({
    water: 'Yes',
    ceiling_height: '3.5\u00A0m',
    sounds: 'No disturbing sounds',
  });
  const facts = listProductionFacts(await admin.api(productionFacts, { id }));
  expect(facts.find(({ name }) => name === 'water')!.stated).toMatch(/^Crew after a shoot, /);
});

test('the comparison has the facts of each location, and nothing where they are not known', async () => {
  const mills = await Promise.all([addMill('Upper mill'), addMill('Lower mill')]);
  await addFact(site.db, mills[0]!.id, 'drones', false);
  await addFact(site.db, mills[0]!.id, 'notice', 14);
  await addFact(site.db, mills[1]!.id, 'supply', 63);
  await addFact(site.db, mills[1]!.id, 'rigging', true);
  await publishAll(
    site.db,
    mills.map(({ id }) => id),
  );
  const page = await browser.newPage();
  await visit(page, `${site.url}/compare?${mills.map(({ url }) => `location=${url.split('/').at(-1)}`).join('&')}`);
  const read = (label: string) => page.getByRole('row', { name: label }).getByRole('cell').allTextContents();
  expect([await read('Drones'), await read('Largest supply')]).toEqual([
    ['No', '–'],
    ['–', '63\u00A0A'],
  ]);
  const labels = await page.getByRole('rowheader').allTextContents();
  // Those of a group stay together.
  const known = ['Largest supply', 'Rigging', 'Drones', 'Notice needed'];
  expect(labels.filter((label) => known.includes(label))).toEqual(known);
});

test('a reviewer sees the facts that an owner has changed', async () => {
  const { id } = await addMill('Mill at the lade');
  await addFact(site.db, id, 'water', true);
  await publishAll(site.db, [id]);
  await owner.api(saveProductionFacts, { id, facts: { water: false } });
  const page = await open(`/locations/${id}?step=7`, owner);
  await button(page, 'COMPLETE').click();
  await page.getByText('These details have been registered and are waiting for approval').waitFor();

  const review = await open(`/admin/review/${id}`, admin);
  await review.getByRole('link', { name: '1 production fact' }).waitFor();
  const section = review.getByRole('region', { name: 'Production facts' });
  expect(await section.textContent()).toContain(
    'Running waterPublishedYes (Team visit, 3 Mar 2026)SubmittedNo (Owner, ',
  );
});

const { id: shown, url: shownUrl } = await addMill('A mill with facts');
for (const [fact, value] of Object.entries({
  sounds: ['road', 'works'],
  supply: 63,
  insurance: 'Public liability',
  fee: 'none',
}))
  await addFact(site.db, shown, fact, value);
await admin.api(publish, { id: shown });

await testAccessibility(site, {
  'a location with production facts': { address: shownUrl },
  'the production facts of an owner, with an error': {
    address: `/locations/${shown}?step=7`,
    as: owner,
    interact: async (page) => {
      await page.getByText('More facts').click();
      await box(page, 'Floor area').fill('large');
      await box(page, 'Floor load').focus();
      await page.getByText('Enter a number such as 120 m²').waitFor();
    },
  },
  'the production facts for the team, with an error': {
    address: `/admin/locations/${shown}?tab=facts`,
    as: admin,
    interact: async (page) => {
      await box(page, 'Floor area').fill('large');
      await button(page, 'Save').click();
      await page.getByText('Enter a number such as 120 m²').waitFor();
    },
  },
});
