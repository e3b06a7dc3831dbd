import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isInside } from '../../src/features/geography/measure.ts';
import type { BoundingBox } from '../../src/features/geography/schema.ts';
import type { LocationCard } from '../../src/features/locations/catalogue/schema.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { parseOutline } from '../../src/features/search/search-params.ts';
import { SCREENS, openBrowser, visit, loadMap, swipe } from '../support/browser.ts';
import { addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser({ maps: true });
const { api } = await addSignedInPerson(site, 'SCOUT');

const SEARCH = '?setting=Loch';
/** Most of Scotland. */
const OUTLINE = '-7,55.5,-2,55.5,-2,58,-7,58';

async function openMap(query: string, options: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await browser.newPage(options);
  /** The views that the map has requested. */
  const views: BoundingBox[] = [];
  page.on('request', (request) => {
    const view = new URL(request.url()).searchParams.get('view');
    if (view) views.push(view.split(',').map(Number) as unknown as BoundingBox);
  });
  await visit(page, `${site.url}/find-a-location${query}`);
  const map = page.getByRole('complementary', { name: 'Map' });
  await map.locator('.marker__cluster, .marker__pin').first().waitFor();
  await loadMap(page);
  const { x, y, width, height } = (await map.locator('.map__canvas').boundingBox())!;
  return {
    page,
    map,
    views,
    draw: map.getByRole('button', { name: 'Draw an area' }),
    status: map.locator('output'),
    finish: map.getByRole('button', { name: 'Search this area' }),
    outline: map.locator('.map__outline polygon'),
    count: page.locator('.find__count'),
    removeChip: page.getByRole('link', { name: 'Remove Area as drawn' }),
    /** A point of the map by its shares of width and height. */
    at: (across: number, down: number) => ({ x: x + across * width, y: y + down * height }),
  };
}
type OpenedMap = Awaited<ReturnType<typeof openMap>>;

const outlineIn = (page: Page) => parseOutline(Object.fromEntries(new URL(page.url()).searchParams));
const waitForOutline = (page: Page) => page.waitForURL((url) => url.searchParams.has('outline'));

async function click({ page, at }: OpenedMap, ...points: [across: number, down: number][]) {
  for (const point of points) {
    const { x, y } = at(...point);
    await page.mouse.click(x, y);
  }
}

async function listLochs(): Promise<LocationCard[]> {
  const cards: LocationCard[] = [];
  for (let currentPage = 1; ; currentPage++) {
    const { data } = await api(searchLocations, { setting: ['Loch'], currentPage });
    if (data.length === 0) return cards;
    cards.push(...data);
  }
}
const lochs = await listLochs();

/** Asserts that list, count and markers show the lochs inside the outline of the URL. */
async function expectLochsInside({ page, map, count }: OpenedMap) {
  const outline = outlineIn(page)!.map(({ latitude, longitude }) => [latitude, longitude] as const);
  const inside = lochs.filter(
    ({ latitude, longitude }) => latitude !== null && longitude !== null && isInside({ latitude, longitude }, outline),
  );
  expect(inside.length).toBeGreaterThan(0);
  expect(inside.length).toBeLessThan(lochs.length);
  await expect.poll(() => count.textContent()).toMatch(new RegExp(`of ${inside.length} location`));
  const titles = new Set(inside.map(({ title }) => title));
  const listed = await page.locator('.card__title').allTextContents();
  expect(listed.filter((title) => !titles.has(title))).toEqual([]);
  const countMarkers = async () => {
    const clusters = (await map.locator('.marker__cluster').allTextContents()).map(Number);
    return clusters.reduce((sum, total) => sum + total, await map.locator('.marker__pin').count());
  };
  await expect.poll(countMarkers).toBe(inside.length);
}

describe('search in a drawn area', () => {
  test('by clicks, closed at the first point, and shown until its chip is removed', async () => {
    const opened = await openMap(SEARCH);
    const { page, draw, status, finish, outline, count, removeChip } = opened;
    const all = await count.textContent();
    await draw.click();
    await expect.poll(() => status.textContent()).toMatch(/^0 points\./);
    await click(opened, [0.3, 0.4]);
    await expect.poll(() => status.textContent()).toBe('1 point. Add at least 2 more.');
    await click(opened, [0.8, 0.4]);
    // Without a third point it cannot be searched.
    await finish.click({ force: true });
    await click(opened, [0.8, 0.7], [0.3, 0.7]);
    await expect.poll(() => status.textContent()).toMatch(/^4 points\./);
    expect(outlineIn(page)).toBeUndefined();
    await click(opened, [0.3, 0.4]);
    await waitForOutline(page);
    expect(outlineIn(page)).toHaveLength(4);
    await outline.waitFor();
    await status.waitFor({ state: 'detached' });
    await expectLochsInside(opened);

    await removeChip.click();
    await page.waitForURL(`**/find-a-location${SEARCH}`);
    await outline.waitFor({ state: 'detached' });
    await expect.poll(() => count.textContent()).toBe(all);
  });

  test('by a double click on the last point, after undoing another', async () => {
    const opened = await openMap(SEARCH);
    const { page, map, draw, status, at } = opened;
    await draw.click();
    await click(opened, [0.3, 0.4], [0.8, 0.4], [0.9, 0.6]);
    await map.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => status.textContent()).toMatch(/^2 points\./);
    const { x, y } = at(0.6, 0.7);
    await page.mouse.dblclick(x, y);
    await waitForOutline(page);
    expect(outlineIn(page)).toHaveLength(3);
    await expectLochsInside(opened);
  });

  test('freehand with the mouse, with few points, closed by Enter', async () => {
    const opened = await openMap(SEARCH);
    const { page, draw, status, at, views } = opened;
    await draw.click();
    const seen = views.length;
    await drag(page, getArc(at));
    await expect.poll(() => status.textContent()).toMatch(/^[1-9]\d+ points\./);
    expect(views.length).toBe(seen);
    await page.keyboard.press('Enter');
    await waitForOutline(page);
    const points = outlineIn(page)!.length;
    expect(points).toBeGreaterThan(8);
    expect(points).toBeLessThanOrEqual(60);
    await expectLochsInside(opened);
  });

  test('by keyboard only', async () => {
    const opened = await openMap(SEARCH);
    const { page, map, draw, status } = opened;
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const drawn = map.locator('.draw-area__next');
    const pan = async (arrow: string) => {
      const before = await drawn.getAttribute('points');
      await page.keyboard.press(arrow);
      // The line from the last point follows the map.
      await expect.poll(() => drawn.getAttribute('points')).not.toBe(before);
    };
    const press = async (...keys: string[]) => {
      for (const key of keys) await (key.startsWith('Arrow') ? pan(key) : page.keyboard.press(key));
    };
    await draw.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => status.textContent()).toMatch(/^0 points\. Move the map with the arrow keys\./);
    await map.locator('.draw-area__cross').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('application');
    await press('Space', 'ArrowRight', 'Space', 'ArrowDown', 'Enter');
    await expect.poll(() => status.textContent()).toMatch(/^3 points\./);
    await press('ArrowDown', 'Space', 'Backspace', 'Backspace');
    await expect.poll(() => status.textContent()).toMatch(/^2 points\. Add at least 1 more\./);
    await press('Space', 'ArrowLeft', 'Space');
    await expect.poll(() => status.textContent()).toMatch(/^4 points\./);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Search this area');
    await page.keyboard.press('Enter');
    await waitForOutline(page);
    expect(outlineIn(page)).toHaveLength(4);
    await expect.poll(() => map.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await expectLochsInside(opened);
  });

  test('begins when the map is loaded, and says so until then', async () => {
    const page = await browser.newPage();
    const loading = Promise.withResolvers<void>();
    await page.route(/MapCanvas.*\.js/, (route) => loading.promise.then(() => route.continue()));
    await visit(page, `${site.url}/find-a-location${SEARCH}`);
    const panel = page.getByRole('region', { name: 'Draw an area' });
    const draw = page.getByRole('button', { name: 'Draw an area' });
    await draw.press('Enter');
    await expect.poll(() => panel.textContent()).toContain('The map is loading.');
    await page.keyboard.press('Escape');
    await expect.poll(() => draw.evaluate((button) => button === document.activeElement)).toBe(true);
    await draw.press('Enter');
    await panel.waitFor();
    // A key for which there is no map yet does nothing.
    await page.keyboard.press('Space');
    loading.resolve();
    await page.getByRole('application', { name: 'Map to draw an area on' }).waitFor();
    await expect.poll(() => panel.locator('output').textContent()).toMatch(/^0 points\. Move the map/);
    await page.keyboard.press('Space');
    await expect.poll(() => panel.locator('output').textContent()).toMatch(/^1 point\./);
  });

  test('is left without a change by Escape and by Cancel', async () => {
    const opened = await openMap(SEARCH);
    const { page, map, draw, status, finish, at } = opened;
    const { href } = new URL(page.url());
    const isDrawFocused = () => draw.evaluate((button) => button === document.activeElement);
    await draw.click();
    await click(opened, [0.3, 0.4], [0.8, 0.4], [0.5, 0.7]);
    await page.keyboard.press('Escape');
    await status.waitFor({ state: 'detached' });
    await expect.poll(isDrawFocused).toBe(true);
    await draw.click();
    await expect.poll(() => status.textContent()).toMatch(/^0 points\./);
    await map.getByRole('button', { name: 'Cancel' }).click();
    await status.waitFor({ state: 'detached' });
    await expect.poll(isDrawFocused).toBe(true);
    expect(page.url()).toBe(href);

    // Drags move the map again.
    await drag(page, [at(0.5, 0.5), at(0.4, 0.5), at(0.2, 0.5)]);
    await finish.waitFor();
  });

  test('replaces a rectangle, and is replaced by one', async () => {
    const opened = await openMap(`${SEARCH}&outline=${OUTLINE}`);
    const { page, map, draw, finish, outline } = opened;
    await outline.waitFor();
    await map.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await finish.click();
    await page.waitForURL((url) => url.searchParams.has('bbox') && !url.searchParams.has('outline'));
    await outline.waitFor({ state: 'detached' });
    await draw.click();
    await click(opened, [0.2, 0.3], [0.8, 0.3], [0.8, 0.7], [0.2, 0.7]);
    await finish.click();
    await page.waitForURL((url) => url.searchParams.has('outline') && !url.searchParams.has('bbox'));
    await outline.waitFor();
  });

  test('moves the focus to the message if nothing is inside', async () => {
    const opened = await openMap(SEARCH);
    const { page, draw } = opened;
    await draw.click();
    await click(opened, [0.02, 0.75], [0.08, 0.75], [0.08, 0.8], [0.02, 0.75]);
    await waitForOutline(page);
    await page.getByRole('heading', { name: 'No results found' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('results');
  });

  test('freehand on a phone, whose page does not scroll meanwhile', async () => {
    const opened = await openMap(`${SEARCH}&view=map`, { viewport: SCREENS.phone, hasTouch: true });
    const { page, draw, status, finish, at, views } = opened;
    await draw.tap();
    const seen = views.length;
    await swipe(page, getArc(at));
    await expect.poll(() => status.textContent()).toMatch(/^[1-9]\d+ points\./);
    expect(views.length).toBe(seen);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // Outside the map it does. Until it has come to rest, a tap only stops it.
    const rested = page.evaluate(() => new Promise((resolve) => document.addEventListener('scrollend', resolve)));
    await swipe(
      page,
      [140, 110, 80, 50, 20].map((y) => ({ x: 100, y })),
    );
    await rested;
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await finish.tap();
    await waitForOutline(page);
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'List' }).tap();
    await opened.removeChip.tap();
    await page.waitForURL(`**/find-a-location${SEARCH}`);
  });

  test('by taps on a phone', async () => {
    const opened = await openMap(`${SEARCH}&view=map`, { viewport: SCREENS.phone, hasTouch: true });
    const { page, draw, at } = opened;
    await draw.tap();
    for (const { x, y } of [at(0.2, 0.3), at(0.8, 0.3), at(0.5, 0.6), at(0.2, 0.3)]) await page.touchscreen.tap(x, y);
    await waitForOutline(page);
    expect(outlineIn(page)).toHaveLength(3);
  });
});

/** Most of a circle around the middle of the map. */
function getArc(at: OpenedMap['at']): { x: number; y: number }[] {
  return Array.from({ length: 50 }, (_, i) => {
    const angle = (i / 50) * 1.8 * Math.PI;
    return at(0.5 + 0.3 * Math.cos(angle), 0.4 + 0.2 * Math.sin(angle));
  });
}

async function drag(page: Page, [start, ...path]: { x: number; y: number }[]) {
  await page.mouse.move(start!.x, start!.y);
  await page.mouse.down();
  for (const { x, y } of path) await page.mouse.move(x, y);
  await page.mouse.up();
}

describe('where the map opens', () => {
  const near = async (opened: OpenedMap, [west, south, east, north]: BoundingBox) => {
    const isNear = () => {
      const view = opened.views.at(-1)!;
      const covers = view[0] <= west && view[1] <= south && view[2] >= east && view[3] >= north;
      // Not much more is in view, in one direction at least.
      return covers && Math.min((view[2] - view[0]) / (east - west), (view[3] - view[1]) / (north - south)) < 2;
    };
    await expect.poll(isNear).toBe(true);
  };

  test('at the place of the search, not at the bounds of its matches', async () => {
    const { meta } = await api(searchLocations, { query: 'castle near Oban' });
    const opened = await openMap('?query=castle+near+Oban');
    await near(opened, meta.place!.bbox);
    // Locations outside of the view can be reached.
    const [west] = opened.views.at(-1)!;
    await opened.map.getByRole('button', { name: 'Zoom out', exact: true }).click();
    await expect.poll(() => opened.views.at(-1)![0]).toBeLessThan(west);
  });

  test('and stays there on the next page of results', async () => {
    const { page, views, count } = await openMap('?query=near+Oban');
    const { length } = views;
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => count.textContent()).toMatch(/^Displaying 21/);
    expect(views.length).toBe(length);
  });

  test('at an area of the URL rather than at the place', async () => {
    await near(await openMap('?query=castle+near+Oban&bbox=-5.8,56.2,-5,56.6'), [-5.8, 56.2, -5, 56.6]);
    await near(await openMap(`?query=castle+near+Oban&outline=-7,55.5,-4,55.5,-4,58,-7,58`), [-7, 55.5, -4, 58]);
  });
});
