import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SCREENS, openBrowser, visit, waitForHydration } from '../support/browser.ts';
import { box, fill } from '../support/forms.ts';
import { addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const mapBrowser = await openBrowser({ maps: true });

const alert = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Check your connection, then load the page again.' });

/** Opens a page of which the named scripts cannot be loaded. */
async function openWithout(
  scripts: readonly string[],
  path: string,
  { role, screen = 'desk', maps }: { role?: 'SCOUT'; screen?: keyof typeof SCREENS; maps?: true } = {},
): Promise<Page> {
  const page = await (maps ? mapBrowser : browser).newPage({ viewport: SCREENS[screen] });
  if (role) await (await addSignedInPerson(site, role)).enter(page.context());
  for (const script of scripts) await page.route(`**/assets/${script}-*.js`, (route) => route.abort());
  await visit(page, site.url + path);
  return page;
}

test('a page stays without the marks of saved locations and without suggestions', async () => {
  const page = await openWithout(['SavedLocations', 'Typeahead'], '/', { role: 'SCOUT' });
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('Typeahead'));
  const suggested = page.waitForResponse((response) => response.url().includes('donan'));
  const field = page.getByRole('search').getByRole('combobox');
  await field.pressSequentially('eilean donan');
  await Promise.all([failed, suggested]);
  expect(await field.inputValue()).toBe('eilean donan');
  await field.press('Enter');
  await page.getByText(/^Displaying 1 - \d+ of .* for ‘eilean donan’/).waitFor();
});

test('results stay without their map, with a message in its place', async () => {
  const page = await openWithout(['ResultsMap'], '/find-a-location', { maps: true });
  await page.getByRole('complementary', { name: 'Map' }).and(page.locator(':has([role=alert])')).waitFor();
  expect(await page.locator('.card').count()).toBe(20);
});

test('a location stays without its map, with a message in its place', async () => {
  const page = await openWithout(['MapCanvas'], '/find-a-location/eilean-donan-castle', { maps: true });
  await page.getByRole('region', { name: 'Where it is' }).scrollIntoViewIfNeeded();
  await alert(page).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Eilean Donan Castle' }).waitFor();
});

test('results stay without the filter by place, with a message in its menu', async () => {
  const page = await openWithout(['PlaceForm'], '/find-a-location');
  await page.getByRole('button', { name: 'Place', exact: true }).click();
  await page.getByRole('dialog', { name: 'Place' }).and(page.locator(':has([role=alert])')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'With photographs' }).click();
  await page.waitForURL(/photographs=yes/);
});

test('results stay on a phone without the dialog of filters, until it is loaded again', async () => {
  const page = await openWithout(['FilterDialog'], '/find-a-location', { screen: 'phone' });
  const filters = page.getByRole('button', { name: 'Filters' });
  await filters.click();
  await page.getByRole('alertdialog', { name: 'Error' }).getByRole('button', { name: 'Close' }).last().click();
  await page.unrouteAll();
  await page.reload();
  await waitForHydration(page);
  await filters.click();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
});

test('an enquiry keeps its text without the fields about filming', async () => {
  const page = await openWithout(['FilmingFields'], '/contact-us');
  await fill(page, { Name: 'Ishbel', Email: 'parts@crew.example', Comment: 'Two days in May.' });
  await page.getByText('About the filming').click();
  await alert(page).waitFor();
  expect(await box(page, 'Comment').inputValue()).toBe('Two days in May.');
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  await page.getByRole('heading', { name: 'Enquiry sent' }).waitFor();
});
