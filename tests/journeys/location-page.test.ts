import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SCREENS, waitForHydration, openBrowser, swipe, visit } from '../support/browser.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  await visit(page, site.url + path);
  return page;
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

describe('result', () => {
  test.each(['click', 'key'])('opens by %s, and Back restores the search with its scroll position', async (means) => {
    const page = await open('/find-a-location?query=castle&setting=Coastal&currentPage=2');
    const card = page.locator('.card').nth(9);
    const link = card.getByRole('link');
    const title = (await link.textContent())!;
    await link.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy({ top: 120, behavior: 'instant' }));
    const left = await scrolled(page);
    expect(left).toBeGreaterThan(500);
    if (means === 'click') await link.click();
    else {
      await link.focus();
      await page.keyboard.press('Enter');
    }
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => scrolled(page)).toBe(0);

    await page.goBack();
    await page.waitForURL('**/find-a-location?query=castle&setting=Coastal&currentPage=2');
    await page.getByRole('link', { name: 'Remove Setting Coastal' }).waitFor();
    await expect.poll(async () => Math.abs((await scrolled(page)) - left)).toBeLessThan(3);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title);
    await expect.poll(() => page.getByRole('search').getByRole('combobox').inputValue()).toBe('castle');
  });

  test('shows its facts, its pictures one at a time, and similar locations', async () => {
    const page = await open('/find-a-location/eilean-donan-castle');
    const facts = page.locator('.location-hero .facts');
    for (const label of [
      'Nearest town',
      'Category',
      'Ownership type',
      'Condition',
      'Setting',
      'Century',
      'Local authority',
      'Film office',
    ]) {
      expect(await facts.locator('dt', { hasText: label }).locator('+ dd').textContent()).not.toBe('');
    }
    const likeIt = page.getByRole('region', { name: 'You might also like' });
    expect(await likeIt.getByRole('article').count()).toBe(4);
    const next = await likeIt.getByRole('link').first().textContent();
    await likeIt.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: next! }).waitFor();
    await expect.poll(() => scrolled(page)).toBe(0);
  });

  test('shows one of several pictures, changed by arrows, thumbnails and keys', async () => {
    const page = await open(await findLocationWithPictures());
    const carousel = page.getByRole('group', { name: /^Pictures of/ });
    const inView = async () => {
      const frame = (await carousel.boundingBox())!;
      const boxes = await Promise.all((await carousel.locator('li img').all()).map((image) => image.boundingBox()));
      return boxes.flatMap((box, index) =>
        box && Math.abs(box.x + box.width / 2 - frame.x - frame.width / 2) < 5 ? [index] : [],
      );
    };
    expect(await inView()).toEqual([0]);
    await carousel.getByRole('button', { name: 'Next picture' }).click();
    await expect.poll(inView).toEqual([1]);
    await expect.poll(() => carousel.locator('.strip__count').textContent()).toMatch(/^2 \/ \d$/);
    await carousel.getByRole('button', { name: /^Picture 1/ }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(inView).toEqual([0]);

    // At the ends the arrows do nothing, but keep the focus.
    const count = await carousel.locator('li').count();
    const next = carousel.getByRole('button', { name: 'Next picture' });
    for (let presses = 0; presses < count; presses++) await next.press('Enter');
    await expect.poll(inView).toEqual([count - 1]);
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
    const previous = carousel.getByRole('button', { name: 'Previous picture' });
    for (let presses = 0; presses < count; presses++) await previous.press('Enter');
    await expect.poll(inView).toEqual([0]);
    await expect.poll(() => previous.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => previous.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

/** Returns the path of a location with at least two pictures. */
async function findLocationWithPictures(): Promise<string> {
  const row = await site.db
    .selectFrom('images')
    .innerJoin('locations', 'locations.id', 'images.location_id')
    .select(['locationurl'])
    .groupBy('locationurl')
    .having((e) => e.fn.countAll(), '>', 2)
    .executeTakeFirstOrThrow();
  return `/find-a-location/${row.locationurl}`;
}

test('enlarges a picture to the whole window: zoom, keys, credit', async () => {
  const page = await open('/find-a-location/eilean-donan-castle');
  const opener = page.getByRole('button', { name: 'Enlarge picture' });
  await opener.press('Enter');
  const lightbox = page.getByRole('dialog');
  await lightbox.getByText('Photograph: ').waitFor();
  expect(await lightbox.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize()! });
  const picture = lightbox.getByRole('group', { name: 'Picture' });
  const width = () => picture.evaluate(({ scrollWidth, clientWidth }) => scrollWidth / clientWidth);
  const scrolledBy = () => picture.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  await page.keyboard.press('+');
  await expect.poll(width).toBeCloseTo(2, 1);
  await lightbox.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeCloseTo(4, 1);
  const before = await scrolledBy();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await scrolledBy()).every((value, axis) => value > before[axis]!)).toBe(true);
  await picture.dblclick({ position: { x: 9, y: 9 } });
  await expect.poll(width).toBe(1);
  await page.keyboard.press('Escape');
  await opener.and(page.locator(':focus')).waitFor();
  await page.locator('.location-hero__slides img').first().click();
  await lightbox.getByText('Photograph: ').waitFor();
});

test('shows the next enlarged picture after a swipe, and all of them on the full screen', async () => {
  const page = await browser.newPage({ viewport: SCREENS.phone, hasTouch: true });
  await visit(page, site.url + (await findLocationWithPictures()));
  await page.getByRole('button', { name: 'Enlarge picture' }).tap();
  const lightbox = page.getByRole('dialog');
  const count = lightbox.getByText(/^\d+ of \d+$/);
  const swipeTo = (x: number, y: number) =>
    swipe(
      page,
      [0, 0.25, 0.5, 0.75, 1].map((part) => ({ x: 195 + part * x, y: 400 + part * y })),
    );
  await expect.poll(() => count.textContent()).toMatch(/^1 of /);
  for (const [x, y, shown] of [
    [-150, 0, 2],
    [-150, 20, 3],
    // Too short, or rather up.
    [-30, 0, 3],
    [-60, -150, 3],
    [150, 0, 2],
  ] as const) {
    await swipeTo(x, y);
    await expect.poll(() => count.textContent()).toMatch(new RegExp(`^${shown} of `));
  }
  const isFull = () => page.evaluate(() => document.fullscreenElement?.className);
  await lightbox.getByRole('button', { name: 'Full screen' }).press('Enter');
  await expect.poll(isFull).toBe('lightbox');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => count.textContent()).toMatch(/^3 of /);
  await lightbox.getByRole('button', { name: 'Full screen' }).press('Enter');
  await expect.poll(isFull).toBeUndefined();
  await page.keyboard.press('Escape');
  await lightbox.waitFor({ state: 'hidden' });
});

test('opens the map of a place elsewhere, and copies its position, as exactly as the page shows it', async () => {
  const page = await open('/find-a-location/eilean-donan-castle');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const place = page.getByRole('region', { name: 'Where it is' });
  const shown = (await place.getByRole('definition').allTextContents()).slice(0, 2);
  for (const action of await place.locator('.place-map__actions > *').all())
    expect((await action.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  const url = new URL((await place.getByRole('link', { name: 'Open in maps' }).getAttribute('href'))!);
  expect(url.searchParams.get('query') ?? url.searchParams.get('center')).toBe(shown.join());
  await place.getByRole('button', { name: 'Copy coordinates' }).press('Enter');
  await page.getByText('The coordinates were copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join(', '));
});

test('redirects from the id of a location to its URL', async () => {
  const { id } = (await (await fetch(`${site.url}/api/locations/by-url/eilean-donan-castle`)).json()) as { id: string };
  const page = await open('/about');
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: 'The castle' });
    document.querySelector('main')?.prepend(link);
  }, `/find-a-location/${id}`);
  const documents: string[] = [];
  page.on('request', (request) => void (request.isNavigationRequest() && documents.push(request.url())));
  await page.getByRole('link', { name: 'The castle' }).click();
  await page.waitForURL('**/find-a-location/eilean-donan-castle');
  await page.getByRole('heading', { level: 1, name: 'Eilean Donan Castle' }).waitFor();
  expect(documents).toEqual([]);
  await page.goBack();
  await page.waitForURL('**/about');
});

test('refetches the data when a link to the open page is followed', async () => {
  const page = await open('/find-a-location');
  const searchRequest = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/locations');
  await page.evaluate(() => scrollTo(0, 900));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Find a location' }).click();
  await searchRequest;
  await expect.poll(() => scrolled(page)).toBe(0);
});

describe('URL without a page', () => {
  test('shows not found, with a link to the home page', async () => {
    const page = await browser.newPage();
    for (const path of [
      '/find-a-location/no-such-place',
      '/no-such-page',
      '/location-enquiry/no-such-place',
      '/a/b/c',
      '/not-found',
    ]) {
      const response = await page.goto(site.url + path);
      expect([path, response?.status()]).toEqual([path, 404]);
      await waitForHydration(page);
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click();
      await page.waitForURL(`${site.url}/`);
    }
  });
});

test('describes pages in meta tags and structured data', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false, viewport: SCREENS.phone });
  await page.goto(`${site.url}/find-a-location/eilean-donan-castle`);
  const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
  await expect.poll(() => page.title()).toBe('Eilean Donan Castle - Recce Scotland');
  expect(await meta('description')).toMatch(/^Eilean Donan .{60,}/);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
    `${site.url}/find-a-location/eilean-donan-castle`,
  );
  expect(await meta('og:image')).toMatch(new RegExp(`^${site.url}/media/`));
  const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!);
  expect(facts).toMatchObject({ '@type': 'Place', name: 'Eilean Donan Castle', geo: { latitude: expect.any(Number) } });

  await page.goto(`${site.url}/find-a-location?query=castle&currentPage=2`);
  expect(await meta('robots')).toContain('noindex');
  expect(await page.locator('link[rel=prev]').getAttribute('href')).toBe(`${site.url}/find-a-location?query=castle`);
});
