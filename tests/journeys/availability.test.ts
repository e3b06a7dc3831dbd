import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { unavailableDates, updateUnavailableDates } from '../../src/features/availability/contract.ts';
import { addLocation, createBoard } from '../../src/features/boards/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { formatDay } from '../../src/platform/text/dates.ts';
import { addDays, addMonths, toDay } from '../../src/platform/text/days.ts';
import { expectNoProblems, testAccessibility } from '../support/accessibility.ts';
import { addUnavailableDates } from '../support/availability.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { addEnquiry } from '../support/enquiries.ts';
import { dialog } from '../support/forms.ts';
import { addImage } from '../support/locations.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { addEveryOption, publishAll, registerLocation } from '../support/submissions.ts';

const site = await startSite();
const browser = await openBrowser();
await addEveryOption(site.db);
const owner = await addSignedInPerson(site, 'OWNER');
const admin = await addSignedInPerson(site, 'ADMIN');
const scout = await addSignedInPerson(site, 'SCOUT');

/** The tenth of the month after next, so that no test runs over the end of a month. */
const DAY = `${addMonths(toDay(new Date()), 2).slice(0, 7)}-10`;
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
  new Date(DAY),
);

/** Adds a published location of the owner. */
async function addMill(title: string): Promise<{ id: string; title: string; url: string }> {
  const { id, locationurl } = await registerLocation(owner.api, { title, complete: true });
  await addImage(site.db, id, { is_primary: true });
  await publishAll(site.db, [id]);
  return { id, title, url: locationurl };
}

/** Waits until the search, which follows changes of the catalogue, has a location. */
const waitForSearch = ({ id, title }: { readonly id: string; readonly title: string }) =>
  expect
    .poll(async () => (await owner.api(searchLocations, { query: title })).data.some((found) => found.id === id))
    .toBe(true);

async function open(address: string, person?: typeof owner, screen: keyof typeof SCREENS = 'phone'): Promise<Page> {
  const page = await browser.newPage({ viewport: SCREENS[screen] });
  await person?.enter(page.context());
  await visit(page, site.url + address);
  return page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** @param name the beginning of the name: what describes the entry follows */
const pressOfEntry = (page: Page, name: string) => page.getByRole('button', { name }).click();
const list = (id: string) => owner.api(unavailableDates, { id });

test('an owner blocks dates on a phone, changes and deletes them, and everybody sees them at once', async () => {
  const mill = await addMill('Mill of the weir');
  const page = await open('/locations', owner);
  await page.getByRole('link', { name: `Unavailable dates of ${mill.title}` }).click();
  await page.getByRole('heading', { level: 1, name: `Dates of ${mill.title}` }).waitFor();

  await press(page, 'Add dates');
  await dialog(page).getByRole('button', { name: 'Add dates' }).click();
  await dialog(page).getByText('Please check').waitFor();
  await dialog(page).getByLabel('First day').fill(DAY);
  await dialog(page).getByLabel('Last day').fill(addDays(DAY, -1));
  await dialog(page).getByRole('button', { name: 'Add dates' }).click();
  await dialog(page).locator('.error').getByText('Enter a last day that is not before the first one.').waitFor();
  await dialog(page).getByLabel('Last day').fill(addDays(DAY, 2));
  await dialog(page).getByLabel('Note').fill('Lambing');
  await dialog(page).getByRole('button', { name: 'Add dates' }).click();
  await page.getByText('Lambing').waitFor();
  expect((await list(mill.id)).entries).toMatchObject([{ first_day: DAY, last_day: addDays(DAY, 2), kind: 'BLOCKED' }]);

  const visitor = await open(`/find-a-location/${mill.url}`);
  await visitor.getByText('Dates when this place is unavailable').click();
  await visitor.getByText('Unavailable: 10 to 12').waitFor();
  expect(await visitor.getByRole('term').filter({ hasText: MONTH }).count()).toBe(1);
  expect(await visitor.content()).not.toContain('Lambing');

  const days = `${formatDay(DAY)} to ${formatDay(addDays(DAY, 2))}`;
  await pressOfEntry(page, `Change ${days}, Unavailable`);
  await dialog(page).getByLabel('Repeats', { exact: true }).selectOption('Every week');
  await dialog(page).getByLabel('Repeats until').fill(addDays(DAY, 9));
  await dialog(page).getByRole('button', { name: 'Save dates' }).click();
  await page
    .getByText(/Unavailable, every week, .*, until/)
    .and(page.getByText(formatDay(addDays(DAY, 9))))
    .waitFor();
  await visitor.reload();
  await visitor.getByText('Dates when this place is unavailable').click();
  await visitor.getByText('Unavailable: 10 to 12, 17 to 19').waitFor();

  await pressOfEntry(page, `Delete ${days}, `);
  await press(page, 'Delete dates');
  await page.getByText('Dates deleted').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('unavailable-dates');
  expect((await list(mill.id)).entries).toEqual([]);
});

test('what somebody else has changed meanwhile is shown before it is replaced', async () => {
  const mill = await addMill('Mill of the lade');
  const entryId = await addUnavailableDates(site.db, mill.id, { first_day: DAY });
  const page = await open(`/admin/locations/${mill.id}?tab=availability`, admin, 'desk');
  await pressOfEntry(page, `Change ${formatDay(DAY)}, `);
  await dialog(page).getByLabel('Note').fill('By phone');
  const change = { id: mill.id, entryId, version: 1, kind: 'LIKELY', note: 'Wedding' } as const;
  await owner.api(updateUnavailableDates, { ...change, first_day: DAY, last_day: DAY });
  await dialog(page).getByRole('button', { name: 'Save dates' }).click();
  await dialog(page)
    .getByText(`Saved: ${formatDay(DAY)}; Likely unavailable; Wedding`)
    .waitFor();
  expect(await dialog(page).getByLabel('Note').inputValue()).toBe('By phone');
  await press(page, 'Replace them with the values below');
  await dialog(page).getByRole('button', { name: 'Save dates' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  expect((await list(mill.id)).entries).toMatchObject([{ kind: 'BLOCKED', note: 'By phone', version: 3 }]);
});

test('a crew sees in an enquiry that the place is unavailable, can still send it, and the team sees it too', async () => {
  const mill = await addMill('Mill of the sluice');
  await addUnavailableDates(site.db, mill.id, { first_day: DAY, last_day: addDays(DAY, 5) });
  const page = await open(`/location-enquiry/${mill.url}`);
  await page.getByText('Tell us about the filming').click();
  await page.getByLabel('First day').fill(addDays(DAY, 4));
  await page.getByText(`${mill.title}: unavailable ${formatDay(addDays(DAY, 4))}`).waitFor();
  await page.getByLabel('Last day').fill(addDays(DAY, 9));
  const days = `${formatDay(addDays(DAY, 4))} to ${formatDay(addDays(DAY, 5))}`;
  const conflict = `${mill.title}: unavailable ${days}`;
  await page.getByText(conflict).waitFor();
  await page.getByText('You can still send the enquiry.').waitFor();
  for (const [name, value] of Object.entries({ Name: 'Isla Grant', Email: 'isla@crew.example', Comment: 'Two days.' }))
    await page.getByRole('textbox', { name }).fill(value);
  await press(page, 'Send enquiry');
  await page.getByText('Enquiry sent').waitFor();

  const { id } = await site.db
    .selectFrom('enquiries')
    .select('id')
    .where('email', '=', 'isla@crew.example')
    .executeTakeFirstOrThrow();
  const team = await open(`/admin/enquiries/${id}`, admin, 'desk');
  await team.getByText(conflict).waitFor();
});

test('a crew searches on a phone with days: blocked places are left out, and those that are likely so are marked', async () => {
  const blocked = await addMill('Mill of the otter');
  const likely = await addMill('Mill of the heron');
  await addUnavailableDates(site.db, blocked.id, { first_day: addDays(DAY, 3) });
  await addUnavailableDates(site.db, likely.id, { first_day: addDays(DAY, 4), kind: 'LIKELY' });
  await Promise.all([blocked, likely].map(waitForSearch));
  const page = await open('/find-a-location?query=mill+of+the');
  await page.getByRole('link', { name: blocked.title }).waitFor();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await dialog(page).getByText('Filming dates', { exact: true }).click();
  await dialog(page).getByLabel('First day').fill(addDays(DAY, 5));
  await dialog(page).getByLabel('Last day').fill(addDays(DAY, 2));
  await dialog(page).getByRole('form', { name: 'Filming dates' }).getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(`**/find-a-location?query=mill+of+the&dates=${addDays(DAY, 2)}%2C${addDays(DAY, 5)}`);
  await dialog(page)
    .getByRole('button', { name: /^Show / })
    .click();
  const card = (title: string) => page.getByRole('article').filter({ hasText: title });
  await card(likely.title).getByText('Likely unavailable').waitFor();
  expect(await card(blocked.title).count()).toBe(0);

  const days = `${formatDay(addDays(DAY, 2))} to ${formatDay(addDays(DAY, 5))}`;
  await page.getByRole('link', { name: `Remove Filming dates ${days}` }).click();
  await card(blocked.title).waitFor();
});

/** Adds a board with these locations. */
async function addBoard(...locations: readonly { readonly id: string }[]): Promise<string> {
  const { id } = await scout.api(createBoard, { title: 'Mills' });
  for (const { id: locationId } of locations) await scout.api(addLocation, { id, locationId });
  return `/boards/${id}`;
}

test('a scout checks the dates of a board, whose URL keeps them', async () => {
  const [blocked, likely, free] = [await addMill('Mill A'), await addMill('Mill B'), await addMill('Mill C')];
  await addUnavailableDates(site.db, blocked.id, { first_day: DAY, last_day: addDays(DAY, 3) });
  await addUnavailableDates(site.db, likely.id, { first_day: addDays(DAY, 2), kind: 'LIKELY' });
  const board = await addBoard(blocked, likely, free);
  const page = await open(board, scout);
  await page.getByText('Check dates').click();
  const form = page.getByRole('form', { name: 'Check dates' });
  await form.getByLabel('First day').fill(addDays(DAY, 2));
  await form.getByLabel('Last day').fill(addDays(DAY, 402));
  await form.getByRole('button', { name: 'Check' }).press('Enter');
  await form.getByText('Enter valid days, at most 366.').waitFor();
  await expectNoProblems(page);
  await form.getByLabel('Last day').fill(addDays(DAY, 9));
  await form.getByRole('button', { name: 'Check' }).press('Enter');
  await page.waitForURL(`**${board}?dates=${addDays(DAY, 2)}%2C${addDays(DAY, 9)}`);
  const days = `${formatDay(addDays(DAY, 2))} to ${formatDay(addDays(DAY, 3))}`;
  await page.getByText(`Mill A: unavailable ${days}`).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Check');
  const card = (title: string) => page.getByRole('article').filter({ hasText: title });
  await card('Mill A').getByText(`Unavailable ${days}`).waitFor();
  await card('Mill B')
    .getByText(`Likely unavailable ${formatDay(addDays(DAY, 2))}`)
    .waitFor();
  expect(
    await card('Mill C')
      .getByText(/unavailable/i)
      .count(),
  ).toBe(0);

  await page.getByRole('link', { name: 'List' }).click();
  await page.waitForURL(`**${board}?view=list&dates=*`);
  await page.reload();
  await page
    .getByRole('row', { name: /Mill A/ })
    .getByText(`Unavailable ${days}`)
    .waitFor();
  await form.getByLabel('First day').fill(addDays(DAY, 8));
  await form.getByRole('button', { name: 'Check' }).click();
  await page
    .getByText('None of the published locations on this page is known to be unavailable on these days.')
    .waitFor();
  await form.getByLabel('First day').fill('');
  await form.getByLabel('Last day').fill('');
  await form.getByRole('button', { name: 'Check' }).click();
  await page.waitForURL(`**${board}?view=list`);
});

test('the page of a search with days is not cached', async () => {
  const mill = await addMill('Mill of the salmon');
  const readPage = async () =>
    (await fetch(`${site.url}/find-a-location?query=${encodeURIComponent(mill.title)}&dates=${DAY}`)).text();
  await waitForSearch(mill);
  expect(await readPage()).toContain(`/find-a-location/${mill.url}`);
  await addUnavailableDates(site.db, mill.id, { first_day: DAY });
  expect(await readPage()).not.toContain(`/find-a-location/${mill.url}`);
});

test('the days of a search are chosen by keyboard', async () => {
  const page = await open('/find-a-location', undefined, 'desk');
  await page.getByRole('button', { name: 'Filming dates' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Filming dates' });
  await form.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('from');
  await form.getByLabel('First day').fill(DAY);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/find-a-location?dates=${DAY}`);
  expect(await page.getByRole('button', { name: 'Filming dates 1 chosen' }).count()).toBe(1);
});

test('a crew of free days sees no conflict', async () => {
  const mill = await addMill('Mill of the burn');
  await addUnavailableDates(site.db, mill.id, { first_day: DAY });
  const page = await open(`/location-enquiry/${mill.url}`);
  await page.getByText('Tell us about the filming').click();
  const asked = page.waitForResponse('**/api/locations/conflicts');
  await page.getByLabel('First day').fill(addDays(DAY, 1));
  await asked;
  expect(await page.getByText('Unavailable on some of these days, or likely so').count()).toBe(0);
});

describe('accessibility', async () => {
  const mill = await addMill('Mill with a long name above the falls');
  await addUnavailableDates(site.db, mill.id, { first_day: DAY, last_day: addDays(DAY, 5), note: 'Lambing' });
  await addUnavailableDates(site.db, mill.id, { first_day: addDays(DAY, 8), kind: 'LIKELY' });
  const filming = { filming_from: DAY, filming_to: addDays(DAY, 9) };
  const enquiry = await addEnquiry(site.db, { location_id: mill.id, location_title: mill.title, ...filming });
  const openDates = (page: Page) => page.getByText('Dates when this place is unavailable').click();
  await testAccessibility(
    site,
    {
      'the dates of a location': {
        address: `/find-a-location/${mill.url}`,
        interact: async (page) => {
          await openDates(page);
          await page.getByText('Likely unavailable').waitFor();
        },
      },
      'days of a search': {
        address: `/find-a-location?dates=${DAY}`,
        only: 'desk',
        interact: async (page) => {
          await page.getByRole('button', { name: 'Filming dates' }).click();
          await page.getByRole('form', { name: 'Filming dates' }).waitFor();
        },
      },
      'conflicts in an enquiry': {
        address: `/location-enquiry/${mill.url}`,
        interact: async (page) => {
          await page.getByText('Tell us about the filming').click();
          await page.getByLabel('First day').fill(DAY);
          await page.getByText('Unavailable on some of these days, or likely so').waitFor();
        },
      },
    },
    { viewer: 'a visitor' },
  );
  const board = await addBoard(mill);
  await testAccessibility(
    site,
    {
      'the dates of a board': {
        address: `${board}?dates=${DAY}`,
        interact: (page) => page.getByText('Unavailable on some of these days, or likely so').waitFor(),
      },
    },
    { viewer: scout },
  );
  await testAccessibility(
    site,
    {
      'dates of a location, for the team': { address: `/admin/locations/${mill.id}?tab=availability` },
      'adding dates, with errors': {
        address: `/admin/locations/${mill.id}?tab=availability`,
        interact: async (page) => {
          await press(page, 'Add dates');
          await dialog(page).getByRole('button', { name: 'Add dates' }).click();
          await dialog(page).getByText('Please check').waitFor();
        },
      },
      'an enquiry with conflicts': {
        address: `/admin/enquiries/${enquiry.id}`,
        interact: (page) => page.getByText('Unavailable on some of these days, or likely so').waitFor(),
      },
    },
    { viewer: 'ADMIN' },
  );
  await testAccessibility(
    site,
    { 'dates of a location, for its owner': { address: `/locations/${mill.id}/availability` } },
    { viewer: owner },
  );
});
