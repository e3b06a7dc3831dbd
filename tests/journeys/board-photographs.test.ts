import type { Page, ViewportSize } from 'playwright-core';
import { expect, test } from 'vitest';
import { addLocation, boardById, createBoard, createLink, shareBoard } from '../../src/features/boards/contract.ts';
import { CHOOSE_PICTURE } from '../../src/features/media/messages.ts';
import { addPublished } from '../support/boards.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import { PDF } from '../support/enquiries.ts';
import { ingestPictures } from '../support/image-worker.ts';
import { type SignedIn, addSignedInPerson } from '../support/people.ts';
import { photograph } from '../support/photograph.ts';
import { startSite } from '../support/site.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ database: await testDatabase(), env });
await ingestPictures(site, env);
const browser = await openBrowser();
const first = 'Mill';

test('a scout adds a recce photograph and describes it, which a colleague sees at once', async () => {
  const owner = await addSignedInPerson(site, 'SCOUT');
  const colleague = await addSignedInPerson(site, 'SCOUT');
  const { id } = await owner.api(createBoard, { title: 'Episode 4' });
  const [locationId = ''] = await addPublished(site.db, [first]);
  await owner.api(addLocation, { id, locationId });
  await owner.api(shareBoard, { id, emails: [colleague.person.email] });
  const openPage = async (person: SignedIn, viewport: ViewportSize = SCREENS.desk) => {
    const page = await browser.newPage({ viewport, fresh: true });
    await person.enter(page.context());
    await visit(page, `${site.url}/boards/${id}`);
    return page;
  };
  const mine = await openPage(owner, SCREENS.phone);
  const theirs = await openPage(colleague);
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: `Recce photographs of ${first}` });
  await mine.getByRole('button', { name: `Change ${first}` }).click();
  await mine.getByRole('button', { name: 'Recce photographs', exact: true }).click();
  const dialog = dialogOf(mine);
  await dialog.getByText('There are no recce photographs yet.').waitFor();
  await dialog.getByLabel('Add photographs').setInputFiles([
    { name: 'weir.jpg', mimeType: 'image/jpeg', buffer: await photograph(1000, 700) },
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') },
  ]);
  await dialog.getByRole('button', { name: 'Enlarge weir.jpg' }).waitFor({ timeout: 30_000 });
  await dialog.getByRole('article', { name: 'notes.jpg' }).getByText(CHOOSE_PICTURE).waitFor({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Delete notes.jpg' }).click();
  await mine.getByRole('button', { name: 'Delete photograph' }).click();
  await dialog.getByRole('article', { name: 'notes.jpg' }).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Describe weir.jpg' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Caption' }).fill('The weir');
  await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('Water over stones');
  await mine.keyboard.press('Enter');
  const describe = dialog.getByRole('button', { name: 'Describe The weir' });
  await expect.poll(() => describe.evaluate((button) => button === document.activeElement)).toBe(true);

  await theirs.getByText('Recce photographs: 1').waitFor();
  await theirs.getByRole('button', { name: `Recce photographs of ${first}` }).click();
  await dialogOf(theirs).getByRole('img', { name: 'Water over stones' }).waitFor();
  await dialogOf(theirs).getByRole('button', { name: 'Enlarge The weir' }).click();
  await theirs.getByRole('button', { name: 'Zoom in' }).waitFor();
  await theirs.keyboard.press('Escape');
  await theirs.getByRole('button', { name: 'Zoom in' }).waitFor({ state: 'detached' });
  expect(await dialogOf(theirs).isVisible()).toBe(true);
  // Not those with the public link, and not the page of the location.
  const { link } = await owner.api(createLink, { id });
  const [shown] = (await owner.api(boardById, { id })).locations.data;
  const sha256 = shown!.photographs[0]!.picture!.sha256;
  for (const path of [`/boards/public/${link}`, `/find-a-location/${shown!.location!.locationurl}`])
    expect(await (await fetch(site.url + path)).text()).not.toContain(sha256);
});

test('a scout adds a file on a phone, by keyboard, which a colleague downloads', async () => {
  const owner = await addSignedInPerson(site, 'SCOUT');
  const colleague = await addSignedInPerson(site, 'SCOUT');
  const { id } = await owner.api(createBoard, { title: 'Episode 5' });
  const [locationId = ''] = await addPublished(site.db, ['Kiln']);
  await owner.api(addLocation, { id, locationId });
  await owner.api(shareBoard, { id, emails: [colleague.person.email] });
  const openPage = async (person: SignedIn, viewport: ViewportSize) => {
    const page = await browser.newPage({ viewport, fresh: true });
    await person.enter(page.context());
    await visit(page, `${site.url}/boards/${id}`);
    return page;
  };
  const mine = await openPage(owner, SCREENS.phone);
  await mine.getByRole('button', { name: 'Change Kiln' }).press('Enter');
  await mine.getByRole('button', { name: 'Files', exact: true }).press('Enter');
  const dialog = mine.getByRole('dialog', { name: 'Files of Kiln' });
  await dialog.getByLabel('Add files').setInputFiles([
    { name: 'permit.pdf', mimeType: 'application/pdf', buffer: PDF },
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('not a PDF') },
  ]);
  await dialog.getByRole('button', { name: 'Download permit.pdf' }).waitFor();
  await dialog.getByRole('alert').getByText('notes.pdf: Choose a PDF or a Word document (.docx).').waitFor();
  expect(await dialog.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);

  const theirs = await openPage(colleague, SCREENS.desk);
  await theirs.getByRole('button', { name: 'Files of Kiln' }).click();
  const download = theirs.waitForEvent('download');
  await theirs.getByRole('button', { name: 'Download permit.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('permit.pdf');

  await dialog.getByRole('button', { name: 'Delete permit.pdf' }).press('Enter');
  await mine.getByRole('button', { name: 'Delete file' }).press('Enter');
  await dialog.getByText('There are no files yet.').waitFor();
});
