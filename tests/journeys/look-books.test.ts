import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addLocation, createBoard } from '../../src/features/boards/contract.ts';
import { makeLookBook } from '../../src/features/boards/look-book/jobs.server.ts';
import { renderStaticMap } from '../../src/features/geography/basemap/static-map/static-map.server.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { addPublished } from '../support/boards.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { testDatabase } from '../support/database.ts';

const site = await startSite({ database: await testDatabase() });
const browser = await openBrowser();

test('a scout stops a look-book, makes another one and downloads it', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const [mill = ''] = await addPublished(site.db, ['Mill']);
  const { id } = await scout.api(createBoard, { title: 'Episode 4' });
  await scout.api(addLocation, { id, locationId: mill });
  const page = await browser.newPage();
  await scout.enter(page.context());
  await visit(page, `${site.url}/boards/${id}`);
  await page.getByRole('button', { name: 'Make a look-book' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a look-book' });
  await dialog.getByText('1 location').waitFor();
  await dialog.getByRole('img', { name: 'Page of a location' }).waitFor();
  await dialog.getByRole('radio', { name: 'PowerPoint 16:9' }).check();
  await dialog.getByRole('img', { name: 'Slide of a location' }).waitFor();
  await dialog.getByRole('radio', { name: 'PDF', exact: true }).check();
  const title = dialog.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill(' ');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter a title for the look-book.').waitFor();
  await expect.poll(() => title.evaluate((it) => it === document.activeElement)).toBe(true);
  await title.fill('The mill');
  await dialog.getByRole('radio', { name: 'One', exact: true }).check();
  const submit = dialog.getByRole('button', { name: 'Make look-book' });
  await submit.click();
  await dialog.getByRole('button', { name: 'Stop The mill' }).click();
  await dialog.getByRole('list', { name: 'Look-books of this board' }).waitFor({ state: 'detached' });
  await submit.click();
  await dialog.getByRole('progressbar', { name: 'Progress of The mill' }).waitFor();
  await dialog.getByText(/^PDF, .+\. We are making your look-book/).waitFor();
  const waiting = await site.db
    .selectFrom('look_books')
    .select('id')
    .where('board_id', '=', id)
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  const deps = { db: site.db, storage: site.storage, site: readConfig({}).site, siteUrl: site.url };
  const signal = new AbortController().signal;
  await makeLookBook({ ...deps, drawMap: renderStaticMap }, { id: waiting.id, at: new Date(), signal });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Download PDF/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('The mill.pdf');
  await dialog.locator('.look-book-preview[aria-busy="false"]').waitFor();
  expect(String((await readFile(await download.path())).subarray(0, 5))).toBe('%PDF-');
});
