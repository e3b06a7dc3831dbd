import { expect, test } from 'vitest';
import { openBrowser, visit } from '../support/browser.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const ADDRESSES = [
  '/',
  '/find-a-location',
  '/find-a-location?query=castle&setting=Coastal&currentPage=2',
  '/find-a-location?query=qqqqzzzz',
  '/find-a-location?view=map',
  '/find-a-location/eilean-donan-castle',
  '/contact-us',
  '/location-enquiry/eilean-donan-castle',
  '/about',
  '/how-filming-works',
  '/privacy',
  '/accessibility',
  '/map-of-scotland',
  '/no-such-page',
];

const page = await browser.newPage();
await page.route(
  (url) => url.origin !== site.url,
  (route) => route.fulfill({ contentType: 'text/html', body: '' }),
);

test.each(ADDRESSES)('hydrates %s without differences', async (address) => {
  const sent = await (await fetch(site.url + address)).text();
  // React logs a hydration mismatch as an error, which fails the test file.
  await visit(page, site.url + address);
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  expect(sent).toContain(heading);
  const title = /<title>(.+?)<\/title>/.exec(sent)?.[1]?.replaceAll('&amp;', '&');
  expect(await page.title()).toBe(title);
  expect(title).toBeDefined();
});

test('offers search, pages and the mailbox without scripts', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(site.url);
  await page.getByRole('search').getByRole('combobox').fill('eilean donan castle');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**/find-a-location?query=eilean+donan+castle');
  await page.getByText(/^Displaying 1 - \d+ of/).waitFor();
  await page.locator('.card').first().getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Eilean Donan Castle' }).waitFor();
  expect(await page.locator('.location-description__text p').count()).toBeGreaterThan(1);
  const map = page.getByRole('img', { name: 'Map of the surroundings of Eilean Donan Castle' });
  await map.scrollIntoViewIfNeeded();
  await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960);
  expect(await page.locator('.place-map__canvas').isVisible()).toBe(false);
  await page.getByRole('main').getByRole('link', { name: 'Enquire about this location' }).first().click();
  await page.getByRole('link', { name: 'locations@screen-alba.example' }).first().waitFor();

  await page.goto(`${site.url}/find-a-location?query=castle&setting=Coastal`);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click();
  await page.waitForURL('**currentPage=2');
  await page.getByRole('link', { name: 'Remove Setting Coastal' }).click();
  await page.waitForURL('**/find-a-location?query=castle');
  await page.getByRole('search').getByRole('combobox').fill('tower');
  await page.getByRole('search').getByRole('combobox').press('Enter');
  await page.waitForURL('**/find-a-location?query=tower');

  await page.goto(`${site.url}/how-filming-works`);
  expect((await page.locator('.prose').textContent())!.length).toBeGreaterThan(500);
});
