import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addLocation, createBoard } from '../../src/features/boards/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { SCREENS, loadMap, openBrowser, visit } from '../support/browser.ts';
import { addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser({ maps: true });

async function openMap(query: string, screen: keyof typeof SCREENS = 'desk') {
  const page = await browser.newPage({ viewport: SCREENS[screen] });
  await visit(page, `${site.url}/find-a-location${query}`);
  const map = page.getByRole('complementary', { name: 'Map' });
  await map.locator(MARKER).first().waitFor();
  await loadMap(page);
  return {
    page,
    map,
    clusters: map.locator('.marker__cluster'),
    pins: map.locator('.marker__pin'),
    lit: map.locator('.marker--highlighted .map__tip'),
  };
}

const MARKER = '.marker__cluster, .marker__pin';
const areaIn = (page: Page) => new URL(page.url()).searchParams.get('bbox');
const searchHere = (page: Page) => page.getByRole('button', { name: 'Search this area' });

describe('map of a board', () => {
  test('opens the card of a location, whose link stays on the board', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const { id } = await scout.api(createBoard, { title: 'Lights' });
    for (const { id: locationId } of (await scout.api(searchLocations, { query: 'lighthouse' })).data.slice(0, 3))
      await scout.api(addLocation, { id, locationId });
    const page = await browser.newPage();
    await scout.enter(page.context());
    await visit(page, `${site.url}/boards/${id}?view=map`);
    const pin = page.locator('.marker__pin').first();
    const name = (await pin.getAttribute('aria-label')) ?? '';
    await pin.focus();
    await page.locator('.map__box:not(.map__box--overview)').waitFor();
    await page.keyboard.press('Enter');
    const link = page.getByRole('region', { name }).getByRole('link', { name });
    await expect.poll(() => link.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await link.getAttribute('href')).toContain(`/boards/${id}/location/`);
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name);
  });
});

describe('map beside the results', () => {
  test('is an image with markers until it is used, and keeps the focus and the step that it was used by', async () => {
    const page = await browser.newPage();
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await visit(page, `${site.url}/find-a-location?category=Lighthouse&localauthority=Highland`);
    const map = page.getByRole('complementary', { name: 'Map' });
    await map.locator(MARKER).first().waitFor();
    const image = map.getByRole('img', { name: 'Map of the results' });
    expect(await image.evaluate((element: HTMLImageElement) => element.decode().then(() => true))).toBe(true);
    expect(scripts.filter((url) => url.includes('MapCanvas'))).toEqual([]);

    const pin = map.locator('.marker__pin').first();
    const name = await pin.getAttribute('aria-label');
    await pin.focus();
    await image.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name);

    await page.reload();
    await map.getByRole('button', { name: 'Zoom in', exact: true }).press('Enter');
    await searchHere(page).waitFor();
    expect(await map.getByRole('status').allTextContents()).toContain('The map has moved. You can search this area.');
  });

  test('takes a press of the overview during which the map is created', async () => {
    const page = await browser.newPage();
    for (const target of ['.marker__cluster', '.map__tools button']) {
      await visit(page, `${site.url}/find-a-location?setting=Loch`);
      const pressed = page.locator(target).first();
      await pressed.hover();
      await page.mouse.down();
      await page.locator('.maplibregl-canvas').waitFor();
      await page.mouse.up();
      await searchHere(page).waitFor();
    }
  });

  test('shows every match, in clusters that expand on click', async () => {
    const { clusters, pins, page } = await openMap('?setting=Loch');
    const drawn = async () => {
      const counts = (await clusters.allTextContents()).map(Number);
      return counts.reduce((sum, count) => sum + count, await pins.count());
    };
    const [, total] = /of (\d+) locations/.exec((await page.locator('.find__count').textContent())!)!;
    await expect.poll(drawn).toBe(Number(total));

    const before = await clusters.count();
    await clusters.first().click();
    await expect.poll(() => clusters.count()).not.toBe(before);
    await searchHere(page).waitFor();
    expect(areaIn(page)).toBeNull();
  });

  test('searches the area it was moved to, until the area is removed', async () => {
    const { page, map, clusters } = await openMap('?category=Lighthouse');
    const all = await page.locator('.find__count').textContent();
    await expect.poll(() => searchHere(page).count()).toBe(0);
    await map.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await searchHere(page).click();
    await page.waitForURL('**/find-a-location?category=Lighthouse&bbox=*');
    expect(areaIn(page)!.split(',')).toHaveLength(4);
    await page.getByRole('link', { name: 'Remove Area on the map' }).waitFor();
    await expect.poll(() => page.locator('.find__count').textContent()).not.toBe(all);
    await expect.poll(() => searchHere(page).count()).toBe(0);

    // The area is in the URL.
    const { page: other, map: otherMap } = await openMap(new URL(page.url()).search);
    const shown = async (where: Page, on: Locator) => [
      await where.locator('.find__count').textContent(),
      await on.locator(MARKER).count(),
    ];
    await expect.poll(async () => isDeepStrictEqual(await shown(other, otherMap), await shown(page, map))).toBe(true);

    await page.getByRole('link', { name: 'Remove Area on the map' }).click();
    await page.waitForURL('**/find-a-location?category=Lighthouse');
    await expect.poll(() => page.locator('.find__count').textContent()).toBe(all);
    await clusters.first().waitFor();
  });

  test('opens at the place of a search, with the locations of the list', async () => {
    const { page } = await openMap('?query=Skye');
    const total = Number(/of ([\d,]+) locations/.exec(await page.locator('.find__count').innerText())![1]);
    expect(total).toBeGreaterThan(50);
    const response = await page.request.get(
      `${site.url}/api/locations/markers?query=Skye&view=-8,56.9,-5.5,57.8&zoom=7`,
    );
    const { points, clusters } = (await response.json()) as { points: unknown[]; clusters: { total: number }[] };
    expect(points.length + clusters.reduce((sum, cluster) => sum + cluster.total, 0)).toBe(total);
  });

  test('highlights the marker of the card under the pointer, and the other way round', async () => {
    const { page, pins, lit } = await openMap('?category=Lighthouse&localauthority=Highland');
    const card = page.locator('.card').first();
    await card.hover();
    await expect.poll(() => lit.textContent()).toBe(await card.locator('.card__title').textContent());
    await page.mouse.move(5, 5);
    await lit.waitFor({ state: 'detached' });

    const title = (await pins.first().getAttribute('aria-label'))!;
    await pins.first().hover({ force: true });
    await expect.poll(() => page.locator('.card.is-highlighted .card__title').textContent()).toBe(title);
  });

  test('works by keyboard: one tab stop, arrows between markers, Enter opens, Escape returns', async () => {
    const { page, map, pins } = await openMap('?category=Lighthouse&localauthority=Highland');
    expect(await map.locator('.map__markers [tabindex="0"]').count()).toBe(1);
    await pins.first().focus();
    const name = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const first = await name();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft']) {
      await page.keyboard.press(key);
      if ((await name()) !== first) break;
    }
    const other = (await name())!;
    expect(other).not.toBe(first);
    await page.keyboard.press('Enter');
    const opened = map.getByRole('region', { name: other });
    await opened.waitFor();
    // All of it is in the window, without scrolling.
    const { y, height } = (await opened.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
    expect(await name()).toBe(other);
    await page.keyboard.press('Enter');
    await opened.getByRole('link').press('Enter');
    await page.getByRole('heading', { level: 1, name: other }).waitFor();
  });

  test('offers to search the area reached by the wheel, also after Back', async () => {
    const { page, map } = await openMap('?category=Lighthouse');
    await expect.poll(() => searchHere(page).count()).toBe(0);
    await map.locator('.map__canvas').hover();
    await page.mouse.wheel(0, -600);
    await searchHere(page).waitFor();
    await page.locator('.card').first().getByRole('link').click();
    await page.waitForURL('**/find-a-location/*');
    await page.goBack();
    await searchHere(page).waitFor();

    // The pressed button disappears, and the map gets the focus.
    await searchHere(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/find-a-location?category=Lighthouse&bbox=*');
    await searchHere(page).waitFor({ state: 'detached' });
    await expect.poll(() => map.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.goBack();
    await page.waitForURL('**/find-a-location?category=Lighthouse');
    await searchHere(page).waitFor();
  });

  test('keeps its position after opening a result and going back', async () => {
    const { page, map, clusters } = await openMap('?setting=Loch');
    await clusters.first().click();
    await searchHere(page).waitFor();
    const markers = () =>
      map.locator('.marker [aria-label]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).sort());
    let before: (string | null)[] = [];
    const haveStayed = async () => {
      const last = before;
      before = await markers();
      return before.length > 0 && isDeepStrictEqual(before, last);
    };
    await expect.poll(haveStayed, { interval: 500 }).toBe(true);
    await page.locator('.card').first().getByRole('link').click();
    await page.waitForURL('**/find-a-location/*');
    await page.goBack();
    await page.waitForURL('**/find-a-location?setting=Loch');
    await expect.poll(markers).toEqual(before);
  });
});

test.each([
  ['phone', SCREENS.phone],
  ['tablet', { width: 820, height: 1100 }],
])('switches between list and map on a %s', async (_, viewport) => {
  const page = await browser.newPage({ viewport, hasTouch: true });
  await visit(page, `${site.url}/find-a-location?category=Lighthouse`);
  const views = page.getByRole('navigation', { name: 'View' });
  expect(await page.locator('.map__canvas').count()).toBe(0);
  await views.getByRole('link', { name: 'Map' }).click();
  await page.waitForURL('**/find-a-location?category=Lighthouse&view=map');
  await page.locator(MARKER).first().waitFor();
  await expect.poll(() => page.locator('.card').first().isVisible()).toBe(false);
  await views.getByRole('link', { name: 'List' }).click();
  await page.waitForURL('**/find-a-location?category=Lighthouse');
  await page.locator('.card').first().waitFor();
});

test('shows the map in view on a phone, however far the list is scrolled', async () => {
  const page = await browser.newPage({ viewport: SCREENS.phone, hasTouch: true });
  await visit(page, `${site.url}/find-a-location?query=castle`);
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(3000);
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Map' }).tap();
  const map = page.getByRole('complementary', { name: 'Map' });
  await map.waitFor();
  const ask = page.locator('.field-prompt');
  await expect.poll(() => ask.isVisible()).toBe(false);
  const place = async () => {
    const { y, height } = (await map.boundingBox())!;
    return { hiddenAbove: y < 0, hiddenBelow: y + height > SCREENS.phone.height };
  };
  await expect.poll(place).toEqual({ hiddenAbove: false, hiddenBelow: false });

  // Back returns to the map; on a wide screen both are shown.
  await page.goto(`${site.url}/find-a-location/eilean-donan-castle`);
  await page.locator('.crumb[href="/find-a-location?query=castle&view=map"]').click();
  await map.waitFor();
  await page.setViewportSize(SCREENS.desk);
  await expect.poll(() => ask.isVisible()).toBe(true);
});

test('shows one or two results side by side, and the map beside them on wide screens', async () => {
  const page = await browser.newPage({ viewport: SCREENS.phone });
  await visit(page, `${site.url}/find-a-location`);
  const countAbreast = () =>
    page.locator('.card').evaluateAll((cards) => {
      const tops = cards.map((card) => card.getBoundingClientRect().top);
      return tops.filter((top) => top === tops[0]).length;
    });
  for (const [width, abreast, beside] of [
    [390, 1, false],
    [820, 2, false],
    [1024, 2, true],
    [1440, 2, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(countAbreast, { message: `results at ${width} px` }).toBe(abreast);
    const map = page.getByRole('complementary', { name: 'Map' });
    await expect.poll(() => map.isVisible(), { message: `map at ${width} px` }).toBe(beside);
  }
});

test('shows a map on the page of a location', async () => {
  const page = await browser.newPage();
  await visit(page, `${site.url}/find-a-location/eilean-donan-castle`);
  const where = page.getByRole('region', { name: 'Where it is' });
  await where.scrollIntoViewIfNeeded();
  await where.locator('.marker--highlighted .map__tip', { hasText: 'Eilean Donan Castle' }).waitFor();
  expect(await where.textContent()).toContain('57.27389');
});
