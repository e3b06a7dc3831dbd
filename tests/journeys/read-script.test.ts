import { mkdtemp, open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import headings from '../../src/features/scripts/reading/fixtures/headings.json' with { type: 'json' };
import { MAX_FILE_BYTES } from '../../src/features/scripts/limits.ts';
import { testAccessibility } from '../support/accessibility.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const FIXTURES = fileURLToPath(new URL('../../src/features/scripts/reading/fixtures/', import.meta.url));
const PASTED = 'INT. WHEELHOUSE - NIGHT\nSpindrift on the glass.\n\nEXT. SKERRY - DAWN\n\nEst. 1893, says the sign.\n';

const choose = (page: Page, name: string) => page.getByLabel('Script', { exact: true }).setInputFiles(FIXTURES + name);
const getResult = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
/** The headings of the scenes that the page shows. */
const listScenes = (page: Page) =>
  page.getByRole('region', { name: 'Scenes: table' }).locator('tbody th').allTextContents();

async function paste(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Text', { exact: true });
  if (!(await field.isVisible())) await page.getByText('Paste a script or its headings').click();
  await field.fill(text);
  await page.getByRole('button', { name: 'Read' }).click();
}

async function drop(page: Page, name: string): Promise<void> {
  const bytes = [...(await readFile(FIXTURES + name))];
  await page.evaluate(
    ({ bytes, name }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    { bytes, name },
  );
}

/** Says that the script that was read is no new draft of the one that is shown. */
async function beginAnew(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Is this a new draft?' })
    .getByRole('button', { name: 'Another script' })
    .click();
}

test('reads scripts that are chosen, dropped and pasted on a phone, and sends nothing of them', async () => {
  const page = await browser.newPage({ viewport: SCREENS.phone });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await visit(page, `${site.url}/script`);

  await choose(page, 'program.pdf');
  await getResult(page, 'The Farm').waitFor();
  expect(await listScenes(page)).toEqual(headings['program.pdf']);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('The Farm');
  await page.getByText('7 scenes on 3 pages.').waitFor();

  await drop(page, 'weir.fdx');
  await beginAnew(page);
  await getResult(page, 'THE WEIR').waitFor();
  expect(await listScenes(page)).toEqual(headings['weir.fdx']);

  await choose(page, 'ferry.fountain');
  await beginAnew(page);
  await getResult(page, 'THE LAST FERRY').waitFor();
  expect(await listScenes(page)).toEqual(headings['ferry.fountain']);

  await paste(page, PASTED);
  await beginAnew(page);
  await getResult(page, 'Pasted text').waitFor();
  expect(await listScenes(page)).toEqual(['INT. WHEELHOUSE - NIGHT', 'EXT. SKERRY - DAWN']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SCREENS.phone.width);

  const words = /salmon|weir|ferry|wheelhouse|spindrift|skerry|sluice/i;
  expect(sent.length).toBeGreaterThan(2);
  expect(sent.filter((request) => words.test(decodeURIComponent(request)))).toEqual([]);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
  expect(stored).not.toMatch(words);
});

test('takes a line as a heading with the keyboard, and undoes it', async () => {
  const page = await browser.newPage();
  await visit(page, `${site.url}/script`);
  await paste(page, PASTED);
  const line = page.locator('.script-possible li').filter({ hasText: 'Est. 1893, says the sign.' });
  await line.getByText('Not a heading, because it reads like a sentence').waitFor();
  await line.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await line.getByText('Used as a heading').waitFor();
  await expect.poll(() => listScenes(page)).toHaveLength(3);
  await page.keyboard.press('Enter');
  await line.getByText('Not a heading').waitFor();
  await expect.poll(() => listScenes(page)).toHaveLength(2);
});

const DOCX = { name: 'script.docx', mimeType: '', buffer: Buffer.from('PK\u0003\u0004') };

/** Writes a file of 120 MB and returns its path. */
async function writeLargeFile(): Promise<string> {
  const large = path.join(await mkdtemp(path.join(tmpdir(), 'script-')), 'large.pdf');
  const file = await open(large, 'w');
  await file.truncate(120 * 1024 ** 2);
  await file.close();
  return large;
}

/** Starts to read a PDF, which takes until the function that is returned is called. */
async function startReading(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.context().route('**/assets/pdf*', async (route) => {
    await isReleased;
    await route.abort();
  });
  await choose(page, 'program.pdf');
  await page.getByRole('status').getByText('Reading the script.').waitFor();
  return release;
}

test('says at once what is wrong with a file', async () => {
  const page = await browser.newPage();
  await visit(page, `${site.url}/script`);
  const field = page.getByLabel('Script', { exact: true });
  await field.setInputFiles(await writeLargeFile());
  const alert = page.getByRole('alert');
  const limit = MAX_FILE_BYTES / 1024 ** 2;
  await alert.getByText(`This file has 120 MB. Scripts can have up to ${limit} MB`).waitFor();
  await field.setInputFiles(DOCX);
  await alert.getByText('This file cannot be read. Export it as PDF').waitFor();
  await paste(page, 'Nothing happens here.');
  await alert.getByText('No scene headings were found').waitFor();
  await paste(page, '');
  await page.getByText('Paste the text of a script, or its headings.').waitFor();
});

test('cancels reading', async () => {
  const page = await browser.newPage();
  await visit(page, `${site.url}/script`);
  const release = await startReading(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('status').getByText('Reading was cancelled.').waitFor();
  release();
  await choose(page, 'ferry.fountain');
  await getResult(page, 'THE LAST FERRY').waitFor();
  await page.getByRole('status').getByText('The script was read.').waitFor();
});

test('leaves the script and the work on it when another file cannot be read, is cancelled or not wanted', async () => {
  const page = await browser.newPage({ fresh: true });
  await visit(page, `${site.url}/script`);
  await paste(page, PASTED);
  await page.getByRole('button', { name: 'Change WHEELHOUSE' }).click();
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Bridge deck');
  await page.keyboard.press('Enter');
  const place = page.getByRole('heading', { level: 4, name: 'Bridge deck' });
  await place.waitFor();
  const undo = page.getByRole('button', { name: /^Undo.*‘WHEELHOUSE’ is now called/ });

  const field = page.getByLabel('Script', { exact: true });
  const alert = page.getByRole('alert');
  const failures: [() => Promise<void>, string][] = [
    [() => field.setInputFiles(DOCX), 'This file cannot be read.'],
    [async () => field.setInputFiles(await writeLargeFile()), 'This file has 120 MB.'],
    [() => paste(page, 'Nothing happens here.'), 'No scene headings were found'],
  ];
  for (const [read, message] of failures) {
    // oxlint-disable-next-line no-await-in-loop -- each comes after the other
    await read();
    // oxlint-disable-next-line no-await-in-loop
    await alert.getByText(message).waitFor();
    // oxlint-disable-next-line no-await-in-loop
    expect(await place.isVisible()).toBe(true);
    // oxlint-disable-next-line no-await-in-loop
    expect(await undo.isVisible()).toBe(true);
  }
  const release = await startReading(page);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  release();
  await page.getByRole('status').getByText('Reading was cancelled.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Pasted text');
  expect(await undo.isVisible()).toBe(true);

  // Acts on the text that is shown.
  await page.getByRole('button', { name: 'Use as a heading: Est. 1893, says the sign.' }).click();
  await expect
    .poll(() => listScenes(page))
    .toEqual(['INT. WHEELHOUSE - NIGHT', 'EXT. SKERRY - DAWN', 'Est. 1893, says the sign.']);
  expect(await place.isVisible()).toBe(true);

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Find a location' }).first().click();
  await question.getByText('Your changes to the places of this script will be lost.').waitFor();
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await drop(page, 'ferry.fountain');
  await page.getByRole('dialog', { name: 'Is this a new draft?' }).getByRole('button', { name: 'Cancel' }).click();
  expect(await place.isVisible()).toBe(true);
  await drop(page, 'ferry.fountain');
  await beginAnew(page);
  await getResult(page, 'THE LAST FERRY').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('THE LAST FERRY');
});

test('lists all lines that may be headings', async () => {
  const page = await browser.newPage();
  await visit(page, `${site.url}/script`);
  await paste(page, `${PASTED}\n${'Est. 1893, says the sign.\n\n'.repeat(150)}`);
  await page.getByText('Lines that may be headings: 151').click();
  await expect.poll(() => page.locator('.script-possible li').count()).toBe(151);
});

await testAccessibility(
  site,
  {
    'reading a script': { address: '/script' },
    'a script': {
      address: '/script',
      interact: async (page) => {
        await paste(page, PASTED);
        await getResult(page, 'Pasted text').waitFor();
      },
    },
    'a script that cannot be read': {
      address: '/script',
      interact: async (page) => {
        await paste(page, 'Nothing happens here.');
        await page.getByRole('alert').waitFor();
      },
    },
  },
  { labelInName: true },
);
