import { expect, test } from 'vitest';
import { addLocation, createBoard, createLink } from '../src/features/boards/contract.ts';
import { searchLocations } from '../src/features/search/contract.ts';
import { SCREENS, openBrowser } from './support/browser.ts';
import { registerLocation } from './support/submissions.ts';
import { signedIn } from './support/people.ts';
import { startSite } from './support/site.ts';

/** Bytes of JavaScript, compressed, that a page may load before anyone touches it. */
const BUDGET = 170_000;

const site = await startSite();
const browser = await openBrowser();

const scout = await signedIn(site, 'SCOUT');
const [place] = (await scout.api(searchLocations, { query: 'eilean donan castle' })).data;
const { id } = await scout.api(createBoard, { title: 'Weighed' });
await scout.api(addLocation, { id, locationId: place!.id });
const { link } = await scout.api(createLink, { id });

const FOR_ALL = ['/', '/find-a-location', '/find-a-location/eilean-donan-castle', '/about', '/contact-us'];
const FOR_VISITORS = ['/reset-password', '/verify-email?token=made-up', `/boards/public/${link}`];
const FOR_SCOUTS = [
  '/edit-profile',
  '/boards',
  '/boards/archived',
  `/boards/${id}`,
  `/boards/${id}/location/${place!.id}`,
];
const owner = await signedIn(site, 'OWNER');
const { id: mill } = await registerLocation(owner.api);
const FOR_OWNERS = ['/locations', '/register-location', `/locations/${mill}?step=2`, `/locations/${mill}/preview`];

test.each([
  ...[...FOR_ALL, ...FOR_VISITORS].map((path) => ({ path, by: undefined })),
  ...[...FOR_ALL, ...FOR_SCOUTS].map((path) => ({ path, by: scout })),
  ...FOR_OWNERS.map((path) => ({ path, by: owner })),
])('$path needs no more JavaScript before the first touch than the budget allows', async ({ path, by }) => {
  const page = await browser.newPage({ viewport: SCREENS.phone });
  await by?.enter(page.context());
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\.m?js(\?|$)/.test(name))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, size: encodedBodySize })),
  );
  expect(scripts.length).toBeGreaterThan(1);
  const total = scripts.reduce((sum, { size }) => sum + size, 0);
  expect(total, JSON.stringify(scripts)).toBeLessThanOrEqual(BUDGET);
});

/** What the find page may load on a large screen before its map starts. */
const BEFORE_MAP = { bytes: 400_000, requests: 25, pictures: 14 };

test('the find page loads its map last, and little before it', async () => {
  const page = await browser.newPage({ viewport: SCREENS.desk });
  const mapAsked = page.waitForRequest(/\/assets\/ResultsMap-/);
  await page.goto(`${site.url}/find-a-location`);
  await mapAsked;
  await page.waitForLoadState('networkidle');
  const { before, loaded, widths } = await page.evaluate(() => {
    const [document, ...rest] = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const asked = [document!, ...rest.filter(({ name }) => name.startsWith('http'))];
    const map = asked.findIndex(({ name }) => name.includes('/assets/ResultsMap-'));
    return {
      before: asked
        .filter(({ startTime }) => startTime < asked[map]!.startTime)
        .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })),
      loaded: asked[map]!.startTime >= (document as PerformanceNavigationTiming).loadEventStart,
      widths: asked.flatMap(({ name }) => /\/media\/\w+\/(\d+)\./.exec(name)?.[1] ?? []),
    };
  });
  expect(loaded).toBe(true);
  expect(before.length, JSON.stringify(before)).toBeLessThanOrEqual(BEFORE_MAP.requests);
  expect(before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)).toBeLessThanOrEqual(BEFORE_MAP.bytes);
  // As wide as they are shown, and of those below the screen few.
  expect(widths.length).toBeLessThanOrEqual(BEFORE_MAP.pictures);
  expect(new Set(widths)).toEqual(new Set(['480']));
});
