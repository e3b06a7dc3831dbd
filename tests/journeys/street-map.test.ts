import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { installMapFile } from '../../src/features/geography/map-files/commands.server.ts';
import { STREET_COLOURS } from '../../src/features/geography/street-map/colours.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { STREET_MAP } from '../support/map-files.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser({ maps: true });
const { longitude, latitude } = STREET_MAP.centre;
const AREA = [longitude - 0.003, latitude - 0.002, longitude + 0.003, latitude + 0.002].join(',');
/** Pixels of a colour on the map that are more than noise. */
const SOME = 500;

const hasStreets = async () => ((await (await fetch(`${site.url}/api/site`)).json()) as any).mapStyleUrl !== null;

/** Opens the map of the results near the centre of the street map. */
async function openMap(theme: 'light' | 'dark' = 'light', screen: keyof typeof SCREENS = 'desk') {
  const page = await browser.newPage({ viewport: SCREENS[screen], colorScheme: theme });
  const requests: string[] = [];
  page.on('response', (response) => requests.push(`${response.status()} ${new URL(response.url()).pathname}`));
  await visit(page, `${site.url}/find-a-location?bbox=${AREA}`);
  if (screen === 'phone') await page.getByText('Map', { exact: true }).last().click();
  await page.locator('.marker__cluster, .marker__pin').first().waitFor();
  return { page, requests };
}

/** Counts the pixels of the map by colour, written as in the style. */
async function countPixels(page: Page): Promise<(colour: string) => number> {
  const { data } = await sharp(await page.locator('.map__canvas').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = new Map<string, number>();
  for (let index = 0; index < data.length; index += 3) {
    const colour = `#${data.subarray(index, index + 3).toString('hex')}`;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return (colour) => counts.get(colour.toLowerCase()) ?? 0;
}

test('without streets, the map is the base map with its own attribution', async () => {
  const { page, requests } = await openMap();
  await expect.poll(() => page.locator('.map__credit').textContent()).toMatch(/^Map data: Natural Earth/);
  expect(requests.filter((request) => /basemap\/(streets|relief|style)/.test(request))).toEqual([]);
  expect((await countPixels(page))(STREET_COLOURS.light.building)).toBeLessThan(SOME);
});

describe('with streets', () => {
  beforeAll(async () => {
    await installMapFile(site.db, site.storage, { file: STREET_MAP.file, kind: 'streets' });
    await vi.waitUntil(hasStreets, { timeout: 10_000 });
  });

  test.each([
    ['light', 'desk'],
    ['dark', 'phone'],
  ] as const)('draws buildings, roads and their labels in the %s theme on a %s', async (theme, screen) => {
    const { page, requests } = await openMap(theme, screen);
    const { building, road } = STREET_COLOURS[theme];
    await expect.poll(async () => (await countPixels(page))(building)).toBeGreaterThan(SOME);
    expect((await countPixels(page))(road)).toBeGreaterThan(SOME);
    const tiles = requests.filter((request) => request.includes('/basemap/streets/'));
    expect(tiles).toEqual(expect.arrayContaining([expect.stringMatching(/^200 .*\/15\/16093\/10212\.mvt$/)]));
    expect(requests.filter((request) => request.includes('/basemap/') && !/^(200|204)/.test(request))).toEqual([]);
  });

  test('names OpenStreetMap with a link to its licence', async () => {
    const { page } = await openMap('light', 'phone');
    const link = page.locator('.map__credit').getByRole('link', { name: '© OpenStreetMap contributors' });
    expect(await link.getAttribute('href')).toBe('https://www.openstreetmap.org/copyright');
    const { y, height } = (await link.boundingBox())!;
    const { y: top, height: covered } = (await page.getByText('Map', { exact: true }).last().boundingBox())!;
    expect(y >= top + covered || y + height <= top).toBe(true);
  });

  test('zooms in to single houses', async () => {
    const { page } = await openMap();
    const zooms: number[] = [];
    page.on('request', (request) => {
      const zoom = new URL(request.url()).searchParams.get('zoom');
      if (zoom) zooms.push(Number(zoom));
    });
    const zoomIn = page.getByRole('button', { name: 'Zoom in', exact: true });
    await expect
      .poll(async () => {
        await zoomIn.click();
        return Math.max(0, ...zooms);
      })
      .toBe(19);
    await expect.poll(async () => (await countPixels(page))(STREET_COLOURS.light.building)).toBeGreaterThan(SOME);
  });

  test('follows the theme of the browser', async () => {
    const { page } = await openMap('light');
    await expect.poll(async () => (await countPixels(page))(STREET_COLOURS.light.building)).toBeGreaterThan(SOME);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(async () => (await countPixels(page))(STREET_COLOURS.dark.building)).toBeGreaterThan(SOME);
  });
});
