import { expect, test } from 'vitest';
import { addLocation, createBoard, createLink } from '../src/features/boards/contract.ts';
import { searchLocations } from '../src/features/search/contract.ts';
import { SCREENS, openBrowser, visit } from './support/browser.ts';
import { registerLocation } from './support/submissions.ts';
import { addSignedInPerson } from './support/people.ts';
import { getSharedSite } from './support/site.ts';

/**
 * Compressed bytes of JavaScript that a page may load before any interaction. 200 bytes of it are for the compressor: the names of all
 * scripts are in one of them, and other hashes in these names moved it by up to 190.
 */
const BUDGET = 177_300;
/** For a board as its owner sees it, who works on it for minutes: notes, states, costs, photographs, sections and their order. */
const BOARD_BUDGET = 181_400;

const site = await getSharedSite();
const browser = await openBrowser();

const scout = await addSignedInPerson(site, 'SCOUT');
const [place] = (await scout.api(searchLocations, { query: 'eilean donan castle' })).data;
const { id } = await scout.api(createBoard, { title: 'Weighed' });
await scout.api(addLocation, { id, locationId: place!.id });
const { link } = await scout.api(createLink, { id });

const FOR_ALL = ['/', '/find-a-location', '/find-a-location/eilean-donan-castle', '/about', '/contact-us'];
const FOR_VISITORS = ['/reset-password', '/verify-email?from=mail', `/boards/public/${link}`];
const FOR_SCOUTS = ['/edit-profile', '/boards', '/boards/archived', `/boards/${id}/location/${place!.id}`];
const owner = await addSignedInPerson(site, 'OWNER');
const { id: mill } = await registerLocation(owner.api);
const FOR_OWNERS = ['/locations', '/register-location', `/locations/${mill}?step=2`, `/locations/${mill}/preview`];

const openPhone = () => browser.newPage({ viewport: SCREENS.phone });
/** Each loads the pages of its viewer one after another: a script from the cache has its size too. */
const [visitor, ofScout, ofOwner] = [await openPhone(), await openPhone(), await openPhone()];
await scout.enter(ofScout.context());
// The network of a page with a stream of events is never idle.
await ofScout.route('**/api/boards/*/events', (route) => route.abort());
await owner.enter(ofOwner.context());

test.each([
  ...[...FOR_ALL, ...FOR_VISITORS].map((path) => ({ path, page: visitor, budget: BUDGET })),
  ...[...FOR_ALL, ...FOR_SCOUTS].map((path) => ({ path, page: ofScout, budget: BUDGET })),
  { path: `/boards/${id}`, page: ofScout, budget: BOARD_BUDGET },
  ...FOR_OWNERS.map((path) => ({ path, page: ofOwner, budget: BUDGET })),
])('loads $path within the JavaScript budget', async ({ path, page, budget }) => {
  await visit(page, site.url + path);
  await page.waitForLoadState('networkidle');
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\.m?js(\?|$)/.test(name))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, size: encodedBodySize })),
  );
  expect(scripts.length).toBeGreaterThan(1);
  const total = scripts.reduce((sum, { size }) => sum + size, 0);
  expect(total, JSON.stringify(scripts)).toBeLessThanOrEqual(budget);
});

/** Limits of the find page on a large screen before its map loads. */
const BEFORE_MAP = { bytes: 400_000, requests: 25, pictures: 14 };

test('loads the overview of the find page last, little before it, and no map', async () => {
  const page = await browser.newPage({ fresh: true });
  await page.goto(`${site.url}/find-a-location`);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/ResultsMap-')),
  );
  await page.locator('.map__overview img').waitFor();
  await page.waitForLoadState('networkidle');
  const { before, loaded, widths } = await page.evaluate(() => {
    const [document, ...rest] = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const requests = [document!, ...rest.filter(({ name }) => name.startsWith('http'))];
    const map = requests.findIndex(({ name }) => name.includes('/assets/ResultsMap-'));
    return {
      before: requests
        .filter(({ startTime }) => startTime < requests[map]!.startTime)
        .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })),
      loaded: requests[map]!.startTime >= (document as PerformanceNavigationTiming).loadEventStart,
      widths: requests.flatMap(({ name }) => /\/media\/\w+\/(\d+)\./.exec(name)?.[1] ?? []),
    };
  });
  expect(loaded).toBe(true);
  expect(await page.locator('.map__canvas').count()).toBe(0);
  expect(before.length, JSON.stringify(before)).toBeLessThanOrEqual(BEFORE_MAP.requests);
  expect(before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)).toBeLessThanOrEqual(BEFORE_MAP.bytes);
  // Pictures have the displayed width, and few are below the viewport.
  expect(widths.length).toBeLessThanOrEqual(BEFORE_MAP.pictures);
  expect(new Set(widths)).toEqual(new Set(['480']));
});
