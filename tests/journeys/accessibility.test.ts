import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { setMaintenance } from '../../src/features/content/maintenance/commands.server.ts';
import { type State, expectNoProblems, testAccessibility } from '../support/accessibility.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();

const CASTLE = '/find-a-location/eilean-donan-castle';
const typing = (words: string) => (page: Page) => page.getByRole('search').getByRole('combobox').fill(words);
const STATES: Readonly<Record<string, State>> = {
  home: { address: '/' },
  'home, typing': {
    address: '/',
    interact: async (page) => typing('cast')(page).then(() => page.getByRole('listbox').waitFor()),
  },
  'home, suggestions without a result': {
    address: '/',
    interact: async (page) => typing('qqqqzzzz')(page).then(() => page.getByRole('alert').waitFor()),
  },
  menu: { address: '/', interact: (page) => page.getByRole('button', { name: 'Menu' }).click() },
  find: {
    address: '/find-a-location?query=castle',
    interact: async (page) => {
      await page.locator('.card').last().scrollIntoViewIfNeeded();
      // Where a control is half behind the sticky filter bar, half of it is too small a target.
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  'find, refined': {
    address: '/find-a-location?query=castle&setting=Coastal&setting=Rural&localauthority=Highland&bbox=-8,55,-1,60',
  },
  'find, a filter open': {
    address: '/find-a-location',
    only: 'desk',
    interact: (page) =>
      page
        .getByRole('button', { name: 'Setting' })
        .click()
        .then(() => page.getByRole('listbox').waitFor()),
  },
  'find, place unknown': {
    address: '/find-a-location',
    only: 'desk',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Place' }).click();
      await page.getByLabel('Town, island, area or postcode').fill('Nowhereshire');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByText('We do not know a place called').waitFor();
    },
  },
  'find, understood and sorted': { address: '/find-a-location?query=derelict+mill+near+Glasgow&sort=nearest' },
  'find, filters open': {
    address: '/find-a-location?setting=Coastal&place=Glasgow&within=40',
    only: 'phone',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('dialog').getByLabel('Distance').waitFor();
    },
  },
  'find, typing': {
    address: '/find-a-location',
    interact: async (page) => typing('cast')(page).then(() => page.getByRole('listbox').waitFor()),
  },
  'find, choosing what to compare': {
    address: '/find-a-location?query=castle',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      const boxes = page.getByRole('checkbox', { name: /^Compare / });
      for (const index of [0, 1, 2, 3]) await boxes.nth(index).check();
      await page.getByRole('link', { name: 'Compare locations' }).waitFor();
    },
  },
  'find, nothing found': { address: '/find-a-location?query=abbey&century=21st' },
  'find, behind the last page': { address: '/find-a-location?query=castle&currentPage=900' },
  'find, failed': {
    address: '/find-a-location',
    prepare: (page) =>
      page.route('**/api/locations?*', (route) =>
        route.fulfill({ status: 422, json: { errorType: 'INVALID', message: 'No.' } }),
      ),
    interact: async (page) => {
      await page.getByRole('search').getByRole('combobox').fill('castle');
      await page.getByRole('search').getByRole('combobox').press('Enter');
      await page.getByRole('dialog', { name: 'Error' }).waitFor();
    },
  },
  map: {
    address: '/find-a-location?category=Lighthouse&view=map',
    maps: true,
    interact: async (page) => {
      await page.locator('.marker__pin').first().press('Enter');
      await page.locator('.map__card').waitFor();
      // Twice, since at the first level a marker is half behind the view switch, which makes it too small a target.
      await page.getByRole('button', { name: 'Zoom in', exact: true }).dblclick();
      await page.getByRole('button', { name: 'Search this area' }).waitFor();
    },
  },
  'map, an area being drawn': {
    address: '/find-a-location?category=Lighthouse&view=map',
    maps: true,
    interact: async (page) => {
      await page.getByRole('button', { name: 'Draw an area' }).press('Enter');
      await page.getByRole('application', { name: 'Map to draw an area on' }).press('Space');
      await page.getByText('1 point.').waitFor();
    },
  },
  'map, an area drawn': {
    address: '/find-a-location?category=Lighthouse&view=map&outline=-8,55,-1,55,-1,60,-8,60',
    maps: true,
    interact: (page) => page.locator('.map__outline polygon').waitFor(),
  },
  location: {
    address: CASTLE,
    maps: true,
    interact: async (page) => {
      await page.getByRole('region', { name: 'Where it is' }).scrollIntoViewIfNeeded();
      await page.locator('.map__tip').waitFor();
    },
  },
  compare: { address: '/compare?location=eilean-donan-castle&location=neist-point' },
  'location with several images, signed in': { address: CASTLE, as: 'SCOUT' },
  'location without a photograph': {
    address: '/find-a-location?query=broch',
    interact: (page) =>
      page
        .locator('.card a')
        .first()
        .click()
        .then(() => page.waitForURL('**/find-a-location/*')),
  },
  contact: { address: '/contact-us' },
  'location enquiry': {
    address: '/location-enquiry/eilean-donan-castle',
    interact: async (page) => {
      await page.getByText('Tell us about the filming').click();
      await page.getByLabel('Brief').waitFor();
      await page.getByText('Enquire about more locations too').click();
      await page.getByLabel('Add a location').waitFor();
    },
  },
  'enquiry with errors': {
    address: '/contact-us',
    interact: (page) =>
      page
        .getByRole('button', { name: 'Send enquiry' })
        .click()
        .then(() => page.getByText('Please check 3 fields').waitFor()),
  },
  'enquiry failed': {
    address: '/contact-us',
    prepare: (page) => page.route('**/api/enquire', (route) => route.abort()),
    interact: (page) => enquire(page),
  },
  'enquiry sent': { address: '/location-enquiry/eilean-donan-castle', interact: (page) => enquire(page) },
  'static page': { address: '/how-filming-works' },
  about: { address: '/about' },
  privacy: { address: '/privacy' },
  'accessibility statement': { address: '/accessibility' },
  frame: {
    address: '/map-of-scotland',
    prepare: (page) =>
      page.route(
        (url) => url.origin !== site.url,
        (route) =>
          route.fulfill({ contentType: 'text/html', body: '<html lang="en"><title>Map</title><main>Map</main>' }),
      ),
  },
  'not found': { address: '/no-such-page' },
};

async function enquire(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('Ishbel');
  await page.getByRole('textbox', { name: 'Email' }).fill('ishbel@crew.example');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Two days in May.');
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  await page.locator('.form .alert[role=alert], .enquiry__message').waitFor();
}

await testAccessibility(site, STATES);

test('maintenance meets WCAG 2.2 AA', async () => {
  await site.db.transaction().execute((trx) => setMaintenance(trx, true, new Date()));
  await expect.poll(async () => (await fetch(`${site.url}/api/site`)).status).toBe(503);
  const page = await browser.newPage();
  await visit(page, site.url);
  await expectNoProblems(page);
  await site.db.transaction().execute((trx) => setMaintenance(trx, false, new Date()));
  // A node notices a moment later, and the next tests need the site.
  await expect.poll(async () => (await fetch(`${site.url}/api/site`)).status).toBe(200);
});

/** Minimum contrast of large text in WCAG. */
const LARGE_TEXT = 3;

test.each([1440, 820, 390])('shows a long title with enough contrast on its picture at %i px', async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  await visit(page, `${site.url}/location-enquiry/eilean-donan-castle`);
  await page.locator('.banner img').evaluate((image: HTMLImageElement) => image.decode());
  const title = page.getByRole('heading', { level: 1 });
  const lines = await title.evaluate((heading) => {
    heading.style.color = 'transparent';
    const range = document.createRange();
    range.selectNodeContents(heading);
    return [...range.getClientRects()].map(({ x, y, width: w, height }) => ({ x, y, width: w, height }));
  });
  const contrasts: number[] = [];
  for (const clip of lines) {
    const { data } = await sharp(await page.screenshot({ clip }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const brightest = Array.from({ length: data.length / 3 }, (_, i) => luminance(data.subarray(i * 3, i * 3 + 3)));
    contrasts.push(1.05 / (Math.max(...brightest) + 0.05));
  }
  expect(contrasts.length).toBeGreaterThan(0);
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(LARGE_TEXT);
});

/** Relative luminance of a colour in sRGB, 0 to 1. */
function luminance([red = 0, green = 0, blue = 0]: Uint8Array): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
