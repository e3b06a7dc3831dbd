import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoProblems } from '../support/accessibility.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { expectUsableInForcedColours } from '../support/forced-colours.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

const SCRIPT = `INT. OLD MILL, FLOOR 2 - NIGHT

Rain on the roof. MORAG lights a candle.

MORAG
The word is quernstone.

INT. MILL - DAY

She sweeps the floor.

INT. CAR / EXT. COAST ROAD - DAY

CALUM drives past sheep.

EXT. HARBOUR - DAY

A crowd on the quay, in Victorian dress.

EXT. HARBOR - CONTINUOUS

A dog barks.

INT. MORAG'S FLAT - KITCHEN - NIGHT

Silence.

INT. KITCHEN - DAY

The kettle boils.

EXT. MORAG'S FLAT - DAY

Snow.
`;

async function readPasted(page: Page, text: string): Promise<void> {
  await visit(page, `${site.url}/script`);
  await page.getByText('Paste a script or its headings').click();
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByRole('heading', { name: 'Places in the script' }).waitFor();
}

const listPlaces = (page: Page) => page.locator('.story-location h4').allTextContents();

async function change(page: Page, place: string, action: 'Rename' | 'Merge' | 'Split'): Promise<void> {
  await page.getByRole('button', { name: `Change ${place}`, exact: true }).press('Enter');
  await page.getByRole('button', { name: action, exact: true }).press('Enter');
}

async function download(page: Page, button: string): Promise<Record<string, string>[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).press('Enter'),
  ]);
  return parse(await readFile(await file.path()), { bom: true, columns: true });
}

test('a scout breaks a script down by keyboard, and no word of it leaves the browser', async () => {
  const page = await browser.newPage({ fresh: true });
  const sent: string[] = [];
  page.context().on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await readPasted(page, SCRIPT);
  const status = page.locator('.undo-bar').getByRole('status');
  const dialog = page.getByRole('dialog');
  const place = (name: string) =>
    page.locator('.story-location').filter({ has: page.getByText(name, { exact: true }) });

  await expect
    .poll(() => listPlaces(page))
    .toEqual(["MORAG'S FLAT", 'OLD MILL', 'CAR', 'COAST ROAD', 'HARBOUR', 'HARBOR']);
  await page.getByText('6 places in 8 scenes').waitFor();
  await place('OLD MILL').getByText('‘OLD MILL’ and ‘MILL’ differ only in how the place is described.').waitFor();
  await place('OLD MILL').getByText('Day 1/8, Night 1/8').waitFor();
  await place('OLD MILL').getByRole('listitem').filter({ hasText: 'Rain or storm rain' }).waitFor();
  await place('OLD MILL').getByRole('listitem').filter({ hasText: 'Fire candle' }).waitFor();

  // A suggestion, and undoing it.
  await page.getByRole('button', { name: 'Merge HARBOUR and HARBOR' }).press('Enter');
  await expect.poll(() => listPlaces(page)).not.toContain('HARBOR');
  expect(await status.textContent()).toBe('‘HARBOR’ and ‘HARBOUR’ are now one place: ‘HARBOUR’.');
  await page.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expect.poll(() => listPlaces(page)).toContain('HARBOR');
  // Says which, so that another undo changes the text and is announced.
  await page.getByRole('status').getByText('Undone: ‘HARBOR’ and ‘HARBOUR’ are now one place: ‘HARBOUR’.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Places in the script');
  await page.getByRole('button', { name: 'Merge HARBOUR and HARBOR' }).press('Enter');

  await change(page, 'CAR', 'Merge');
  await dialog.getByRole('button', { name: 'Merge' }).press('Enter');
  await dialog.getByText('Choose the place to merge it into.').first().waitFor();
  await dialog.getByLabel('Place').selectOption('COAST ROAD (1 scene)');
  await dialog.getByRole('button', { name: 'Merge' }).press('Enter');
  await expect.poll(() => listPlaces(page)).not.toContain('CAR');
  await place('COAST ROAD').getByText('You merged ‘CAR’ and ‘COAST ROAD’.').waitFor();
  await place('COAST ROAD').getByText('Interior and exterior 1/8').waitFor();

  await change(page, "MORAG'S FLAT", 'Split');
  await dialog.getByRole('checkbox', { name: "EXT. MORAG'S FLAT" }).press('Space');
  await dialog.getByLabel('Name of the new place').fill('CLOSE');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('CLOSE');

  await change(page, 'COAST ROAD', 'Rename');
  await dialog.getByLabel('Name').fill('Single-track road');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Single-track road');
  expect((await listPlaces(page)).toSorted()).toEqual([
    'CLOSE',
    'HARBOUR',
    "MORAG'S FLAT",
    'OLD MILL',
    'Single-track road',
  ]);

  const places = await download(page, 'Download the places (CSV)');
  expect(places.find((row) => row['Place'] === 'OLD MILL')).toMatchObject({
    Eighths: '2',
    'Night (eighths)': '1',
    'Rain or storm': 'rain',
  });
  const scenes = await download(page, 'Download the scenes (CSV)');
  expect(scenes.map((row) => row['Places'])).toEqual([
    'OLD MILL',
    'OLD MILL',
    'Single-track road',
    'HARBOUR',
    'HARBOUR',
    "MORAG'S FLAT",
    "MORAG'S FLAT",
    'CLOSE',
  ]);

  expect(sent.filter((request) => /quernstone|kettle|morag|mill|harbo/i.test(request))).toEqual([]);
  // A search sends the name of the place without that of its character.
  await page.getByRole('button', { name: "Find locations for MORAG'S FLAT" }).press('Enter');
  expect(await page.getByLabel("Search for MORAG'S FLAT", { exact: true }).inputValue()).toBe('flat');
  await expect.poll(() => sent.filter((request) => /[?&]query=flat(&|\s|$)/.test(request)).length).toBe(1);
  expect(sent.filter((request) => /quernstone|kettle|morag|mill|harbo/i.test(request))).toEqual([]);

  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  expect(await place('OLD MILL').getByText('Rain or storm').isVisible()).toBe(true);
});

test('the breakdown works on a phone and in forced colours', async () => {
  const page = await browser.newPage({ viewport: SCREENS.phone });
  await readPasted(page, SCRIPT);
  await page.getByRole('button', { name: 'Merge HARBOUR and HARBOR' }).click();
  for (const screen of [SCREENS.phone, SCREENS.desk]) {
    await page.setViewportSize(screen);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(screen.width);
    await expectNoProblems(page);
  }
  await expectUsableInForcedColours(page);
  await page.setViewportSize(SCREENS.phone);
  await change(page, 'OLD MILL', 'Split');
  await page.getByRole('dialog').waitFor();
  await expectNoProblems(page);
});
