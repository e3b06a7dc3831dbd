import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { seedVocabulary } from '../../src/features/search/vocabulary/commands.server.ts';
import { seedContent } from '../../src/server/seed/content-seed.ts';
import manifest from '../../package.json' with { type: 'json' };
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import { addLocation } from '../support/locations.ts';
import { type SignedIn, addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

/** A site after its first start, with a name that does not fit on a line of a phone: pages, but no locations, options, boards and notifications. */
const site = await startSite({
  database: await testDatabase(inject('database').template),
  env: { SITE_NAME: 'Film Locations Éireann' },
});
await seedContent(site);
await seedVocabulary(site.db);
const browser = await openBrowser();

const SOON = 'The first locations will be here soon.';

/** Opens each page on a desk and on a phone, and checks that it has the texts and nothing that is cut off. */
async function expectTexts(person: SignedIn | undefined, pages: Readonly<Record<string, readonly string[]>>) {
  for (const viewport of Object.values(SCREENS)) {
    const page = await browser.newPage({ viewport });
    if (person) await person.enter(page.context());
    for (const [path, texts] of Object.entries(pages)) {
      await visit(page, site.url + path);
      for (const text of texts) await page.getByText(text).filter({ visible: true }).first().waitFor();
      expect(await getOverflow(page), `${path} at ${viewport.width}`).toBe(0);
    }
  }
}

/** Returns by how many pixels the page is wider than the screen. */
const getOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('shows visitors that the first locations will follow, and whom to ask', async () => {
  await expectTexts(undefined, {
    '/': ['Featured locations', SOON],
    '/find-a-location': ['No locations are published yet.', SOON],
    '/find-a-location?view=map': ['No locations are published yet.', SOON],
    '/find-a-location?query=castle': ['No results found.', SOON],
    '/contact-us': ['0131 496 0142'],
  });
  const page = await browser.newPage();
  await visit(page, site.url);
  // Neither links to searches that find nothing.
  expect(await page.getByText('Browse by kind').count()).toBe(0);
  expect(await page.getByText('See all locations').count()).toBe(0);
  await visit(page, `${site.url}/find-a-location`);
  await page.getByRole('button', { name: 'Category' }).click();
  await page.getByText('No options available').first().waitFor();
  expect(await page.getByText('See how to add the first locations').count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contact us' }).waitFor();
});

test('closes the frame of a long name of the site where the name ends', async () => {
  for (const viewport of Object.values(SCREENS)) {
    const page = await browser.newPage({ viewport });
    await visit(page, site.url);
    const distance = await page
      .getByRole('banner')
      .getByRole('link', { name: 'Film Locations Éireann' })
      .evaluate((logo) => {
        const text = document.createRange();
        text.selectNodeContents(logo);
        const corner = logo.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(logo, '::after').left);
        return Math.abs(corner - [...text.getClientRects()].at(-1)!.right);
      });
    expect(distance, `at ${viewport.width}`).toBeLessThan(4);
  }
});

test('has a sitemap with its pages only', async () => {
  const fetchText = async (path: string) => (await fetch(site.url + path)).text();
  expect(await fetchText('/sitemap.xml')).toMatch(/<sitemapindex .*pages\.xml<\/loc><\/sitemap><\/sitemapindex>$/);
  expect(await fetchText('/sitemaps/pages.xml')).toContain(`<loc>${site.url}/find-a-location</loc>`);
});

test('explains the first board to Location Professionals, and the first location to owners', async () => {
  await expectTexts(await addSignedInPerson(site, 'SCOUT'), {
    '/boards': ['A board collects the places', 'Create a board', 'Nobody has shared a board with you yet.'],
    '/boards/archived': ['You have no archived boards.'],
  });
  await expectTexts(await addSignedInPerson(site, 'OWNER'), {
    '/locations': ['List a place in six steps', 'Create new location'],
  });
  const owner = await addSignedInPerson(site, 'OWNER');
  const started = await addLocation(site.db, { title: 'Weir Mill', owner_id: owner.person.id });
  const page = await browser.newPage();
  await owner.enter(page.context());
  await visit(page, `${site.url}/locations/${started}?step=2`);
  await page.getByText('The Locations Team has not added any options yet.').first().waitFor();
  await site.db.deleteFrom('locations').execute();
});

test('leads the Locations Team to options, import and invitations', async () => {
  await site.db.deleteFrom('sessions').execute();
  await site.db.deleteFrom('users').execute();
  const admin = await addSignedInPerson(site, 'ADMIN');
  await expectTexts(admin, {
    '/': [SOON],
    '/find-a-location': ['See how to add the first locations'],
    '/boards/private': ['Only the locations team sees these boards'],
    '/admin': ['There are no locations yet', 'Edit the texts of the pages', 'Locations awaiting approval'],
    '/admin/users': ['There is one user so far.'],
    '/admin/locations': ['There are no locations yet', 'recce import FILE --create-options'],
    '/admin/review': ['Nothing is waiting for approval.', 'No decisions in the last 30 days.'],
    '/admin/review/templates': ['There are no templates yet.'],
    '/admin/notifications': ['Nothing is waiting for you.'],
    '/admin/audit-logs?user=nobody': ['No entries were found.'],
    '/admin/content/options': ['There is nothing in this list yet.'],
    '/admin/settings': ['Invite a colleague', `Recce ${manifest.version}`],
  });
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin`);
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'There are no locations yet',
    'What waits',
  ]);
  await visit(page, `${site.url}/admin/locations`);
  await page.getByRole('link', { name: 'Add the options of locations' }).click();
  await page.getByRole('button', { name: 'Add an option' }).waitFor();
  await visit(page, `${site.url}/admin/locations`);
  await page.getByRole('link', { name: 'Invite your colleagues' }).click();
  await page.getByRole('button', { name: 'Invite a colleague' }).waitFor();
  // A search that finds nothing is something else.
  await visit(page, `${site.url}/admin/locations?query=mill`);
  await page.getByText('No locations were found.').waitFor();
});
