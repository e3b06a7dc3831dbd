import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { locationImages } from '../../src/features/locations/editing/images/contract.ts';
import { ownLocationById } from '../../src/features/locations/editing/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { box, getFieldError } from '../support/forms.ts';
import { addImage } from '../support/locations.ts';
import { COMPLETE_FIELDS, registerLocation } from '../support/submissions.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { press } from '../support/wizard-page.ts';

const site = await startSite();
const browser = await openBrowser();
const mapBrowser = await openBrowser({ maps: true });

/** The postcode district of the location, in Stirling. */
const DISTRICT = { latitude: 56.12, longitude: -3.94 };

/** Opens the area step of an owner's location, which has a position only if it is `complete`. */
async function openArea(
  options: { maps?: boolean; complete?: boolean; prepare?: (id: string) => Promise<unknown> } = {},
) {
  const owner = await addSignedInPerson(site, 'OWNER');
  const { id } = await registerLocation(owner.api, { complete: options.complete ?? false });
  await options.prepare?.(id);
  const page = await (options.maps ? mapBrowser : browser).newPage();
  await owner.enter(page.context());
  // The map moves to the district of the postcode once that is found.
  const found = options.maps ? page.waitForResponse('**/api/locations/geocode*') : undefined;
  await visit(page, `${site.url}/locations/${id}?step=6`);
  await found;
  return { owner, id, page };
}

const point = (page: Page) => page.getByRole('slider', { name: 'Your location' });

/** Returns the values of the coordinate fields. */
async function coordinates(page: Page): Promise<{ latitude: number; longitude: number }> {
  const [latitude, longitude] = await Promise.all([
    box(page, 'Latitude').inputValue(),
    box(page, 'Longitude').inputValue(),
  ]);
  return { latitude: Number(latitude), longitude: Number(longitude) };
}

async function getMap(page: Page) {
  const map = page.locator('.point-map');
  await map.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Zoom in' }).waitFor();
  return map;
}

describe('area of a location', () => {
  test('is set by a click on the map around its postcode, with a preview of the public position', async () => {
    const { page } = await openArea({ maps: true });
    const map = await getMap(page);
    expect(await point(page).count()).toBe(0);
    await map.click({ position: { x: 300, y: 200 } });
    await point(page).waitFor();
    await expect.poll(async () => (await coordinates(page)).latitude).toBeCloseTo(DISTRICT.latitude, 0);
    await expect.poll(async () => (await coordinates(page)).longitude).toBeCloseTo(DISTRICT.longitude, 0);
    await expect.poll(() => page.locator('.point-map .marker__area').count()).toBe(1);
    await page.getByRole('radio', { name: 'Exactly' }).check();
    await expect.poll(() => page.locator('.point-map .marker__area').count()).toBe(0);
    await page.getByText('Everyone sees this point.').waitFor();
    await page.getByRole('radio', { name: 'Only the area' }).check();
    await page.getByText('Everyone sees the yellow circle, not the point.').waitFor();
    const size = await page.locator('.point-map .marker__area').evaluate((it) => it.getBoundingClientRect().width);
    expect(size).toBeGreaterThan(100);
  });

  test('is moved by arrow keys and by dragging without moving the map', async () => {
    const { page } = await openArea({ maps: true });
    await getMap(page);
    await page.getByRole('button', { name: 'Set the point in the middle of the map' }).press('Enter');
    await expect.poll(async () => (await coordinates(page)).latitude).toBeCloseTo(DISTRICT.latitude, 0);
    const start = await coordinates(page);
    await point(page).press('ArrowRight');
    await expect.poll(async () => (await coordinates(page)).longitude).toBeGreaterThan(start.longitude);
    await point(page).press('Shift+ArrowUp');
    await expect.poll(async () => (await coordinates(page)).latitude).toBeGreaterThan(start.latitude);
    const moved = await coordinates(page);
    expect(moved.latitude - start.latitude).toBeGreaterThan(moved.longitude - start.longitude);
    await expect
      .poll(() => point(page).getAttribute('aria-valuetext'))
      .toBe(`${moved.latitude} north, ${-moved.longitude} west`);
    const at = (await point(page).boundingBox())!;
    await point(page).hover();
    await page.mouse.down();
    await page.mouse.move(at.x + at.width / 2 - 80, at.y + at.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await coordinates(page)).longitude).toBeLessThan(moved.longitude);
    await expect.poll(async () => (await point(page).boundingBox())!.x).toBeLessThan(at.x - 60);
  });

  test('is typed, or pasted as from other maps, with an error for invalid coordinates', async () => {
    const { page, owner, id } = await openArea();
    await box(page, 'Latitude').fill('north');
    await box(page, 'Longitude').focus();
    await expect.poll(() => getFieldError(page, 'Latitude')).toBe('Enter degrees between -90 and 90, such as 57.75.');
    await expect.poll(() => box(page, 'Latitude').inputValue()).toBe('north');
    await box(page, 'Latitude').fill('57.27389, -5.51605');
    await box(page, 'Longitude').focus();
    await expect.poll(() => coordinates(page)).toEqual({ latitude: 57.27389, longitude: -5.51605 });
    await page.getByRole('checkbox', { name: 'Show the address on the public page' }).check();
    await page.getByRole('button', { name: 'PREVIOUS STEP' }).click();
    await page.getByRole('heading', { name: 'Location images', level: 1 }).waitFor();
    expect(await owner.api(ownLocationById, { id })).toMatchObject({
      latitude: 57.27389,
      longitude: -5.51605,
      map_precision: 'near',
      address_public: true,
    });
  });

  test('is not submitted with the previous value while the input is invalid', async () => {
    const { page, owner, id } = await openArea({
      complete: true,
      prepare: (place) => addImage(site.db, place, { is_primary: true }),
    });
    await box(page, 'Latitude').fill('somewhere');
    await press(page, 'COMPLETE');
    await expect.poll(() => getFieldError(page, 'Latitude')).toBe('Enter degrees between -90 and 90, such as 57.75.');
    expect(await owner.api(ownLocationById, { id })).toMatchObject({ location_status: 'DRAFT', latitude: 56.1234567 });
  });

  test('replaces invalid coordinates when the map is clicked', async () => {
    const { page } = await openArea({ maps: true });
    const map = await getMap(page);
    await box(page, 'Latitude').fill('somewhere');
    await map.click({ position: { x: 300, y: 200 } });
    await point(page).waitFor();
    await expect.poll(async () => (await coordinates(page)).latitude).toBeCloseTo(DISTRICT.latitude, 0);
    await expect.poll(() => getFieldError(page, 'Latitude')).toBeNull();
  });

  test('is required for submission', async () => {
    const { page } = await openArea();
    await press(page, 'COMPLETE');
    await page.locator('.area').getByText('Please set your location area by clicking on the map').waitFor();
    await expect
      .poll(() => getFieldError(page, 'Latitude'))
      .toBe('Please set your location area by clicking on the map');
  });

  test('suggests values for the point, and uses them only on request', async () => {
    const { page } = await openArea();
    // Far out at sea.
    await box(page, 'Latitude').fill('56.4');
    await box(page, 'Longitude').fill('-1.5');
    const known = page.getByRole('region', { name: 'Suggestions for this point' });
    await known.getByText('We do not know the local authority of this point.').waitFor();
    await box(page, 'Latitude').fill('56.41535');
    await box(page, 'Longitude').fill('-5.47184');
    await known.getByText('Argyll and Bute', { exact: true }).waitFor();
    await known.getByRole('button', { name: /^Use instead of .*: Oban as nearest town$/ }).click();
    await known.getByText('Already entered').waitFor();
    await known.getByRole('button', { name: 'Use this: Argyll and Bute as authority' }).click();
    await expect.poll(() => known.getByText('Already entered').count()).toBe(2);
  });

  test('is suggested from a photograph, and set only on request', async () => {
    const taken = { taken_latitude: 57.2738912, taken_longitude: -5.5160513, taken_direction: 272 };
    const { page, owner, id } = await openArea({
      prepare: async (place) => {
        await addImage(site.db, place, { name: 'yard.jpg', is_primary: true, ...taken });
        await addImage(site.db, place, { name: 'same-yard.jpg', position: 1, ...taken });
      },
    });
    await page.getByText('57.27389 north, 5.51605 west, looking west').waitFor();
    expect(await page.getByRole('button', { name: /^Use this position/ }).count()).toBe(1);
    await expect.poll(() => box(page, 'Latitude').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Use this position: yard.jpg' }).click();
    await expect.poll(() => coordinates(page)).toEqual({ latitude: 57.27389, longitude: -5.51605 });
    expect((await owner.api(locationImages, { id })).images).toHaveLength(2);
  });
});

describe('review', () => {
  test('lists missing fields, counts missing alternative texts, and describes what will be public', async () => {
    const { page } = await openArea({
      prepare: async (place) => {
        await addImage(site.db, place, { is_primary: true, alt: 'A yard between two barns.' });
        await addImage(site.db, place, { position: 1 });
      },
    });
    const review = page.getByRole('region', { name: 'Before you send it' });
    const line = (step: string) => review.getByRole('listitem').filter({ hasText: step });
    await line('Location information').getByText('Complete').waitFor();
    await line('Location description').getByText('Needs an answer: Description').waitFor();
    await line('Location images').getByText('1 image has no alternative text yet.').waitFor();
    await line('Location area').getByText('Please set your location area').waitFor();
    await review.getByText('only the nearest town, not the address').waitFor();
    await page.getByRole('checkbox', { name: 'Show the address on the public page' }).check();
    await review.getByText('the address in full').waitFor();
    await box(page, 'Latitude').fill(String(COMPLETE_FIELDS.area.latitude));
    await box(page, 'Longitude').fill(String(COMPLETE_FIELDS.area.longitude));
    await line('Location area').getByText('Complete').waitFor();
    await line('Location description').getByRole('link').click();
    await page.getByRole('heading', { name: 'Location description', level: 1 }).waitFor();
  });
});
