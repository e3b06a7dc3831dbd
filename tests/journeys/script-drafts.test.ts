import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { boardById, ownBoards, removeLocation } from '../../src/features/boards/contract.ts';
import { expectNoProblems } from '../support/accessibility.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { expectUsableInForcedColours } from '../support/forced-colours.ts';
import { focused } from '../support/forms.ts';
import { addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

const FIRST_DRAFT = `EXT. CASTLE - NIGHT

Rain. MORAG waits by a torch.

MORAG
The word is quernstone.

INT. CASTLE - DAY

She sleeps.

EXT. HARBOUR - DAY

A quay, in Victorian dress.

INT. PUB - NIGHT

Singing.
`;
/** A scene before the others; the pub is a hotel now. */
const SECOND_DRAFT = `EXT. GLEN - DAY

Deer.

${FIRST_DRAFT.replace('INT. PUB', 'INT. HOTEL BAR').replace('She sleeps.', 'She sleeps badly.')}`;

async function readPasted(page: Page, text: string): Promise<void> {
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}
async function openPage(scout: Awaited<ReturnType<typeof addSignedInPerson>>): Promise<Page> {
  const page = await browser.newPage({ fresh: true });
  await scout.enter(page.context());
  await visit(page, `${site.url}/script`);
  await page.getByText('Paste a script or its headings').click();
  return page;
}
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });

/** Chooses the first location for a place. Returns its title. */
async function choose(page: Page, place: string, board?: string): Promise<string> {
  await page.getByRole('button', { name: `Find locations for ${place}`, exact: true }).press('Enter');
  const first = page
    .getByRole('list', { name: `Locations for ${place}`, exact: true })
    .getByRole('listitem')
    .first();
  const title = (await first.getByRole('link').textContent())!.replace(' (opens in a new tab)', '');
  await first.getByRole('button', { name: 'Choose' }).press('Enter');
  if (board !== undefined) {
    const dialog = page.getByRole('dialog', { name: 'Board for this script' });
    await dialog.getByRole('textbox', { name: 'New board' }).fill(board);
    await dialog.getByRole('button', { name: 'Create and add' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
  }
  await toast(page, `${title} was chosen for ${place}.`).waitFor();
  return title;
}

test('a scout saves the places of a script with a board, opens them later, and no word of the action is sent', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const page = await openPage(scout);
  const sent: string[] = [];
  page
    .context()
    .on('request', (request) => sent.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`)));
  await readPasted(page, FIRST_DRAFT);
  const title = await choose(page, 'CASTLE', 'Quern');
  await page.getByRole('button', { name: 'Change HARBOUR' }).press('Enter');
  await page.getByRole('button', { name: 'Rename', exact: true }).press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('THE QUAY');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'THE QUAY' }).waitFor();
  await page.getByRole('button', { name: 'Save with ‘Quern’' }).press('Enter');
  await toast(page, 'The places were saved with ‘Quern’.').waitFor();
  await expectNoProblems(page);
  expect(sent.filter((request) => request.includes('EXT. HARBOUR'))).toHaveLength(1);
  expect(sent.filter((request) => /quernstone|waits|dress|sleeps|singing/i.test(request))).toEqual([]);

  // Leaving loses nothing that was not saved, so nothing is asked.
  await visit(page, `${site.url}/script`);
  await page.getByText('Open the places of a saved script').click();
  await page.getByRole('button', { name: 'Quern', exact: true }).press('Enter');
  await page.getByRole('heading', { name: 'Script saved with ‘Quern’' }).waitFor();
  await page.getByRole('heading', { name: 'THE QUAY' }).waitFor();
  await page.getByText('1 location chosen').waitFor();
  await page.getByText('rain', { exact: true }).waitFor();

  // What is taken off the board elsewhere is no longer chosen here.
  const { data: boards } = await scout.api(ownBoards, {});
  const { id } = boards[0]!;
  const { locations } = await scout.api(boardById, { id });
  expect(locations.data[0]!.location?.title).toBe(title);
  await scout.api(removeLocation, { id, locationId: locations.data[0]!.id });
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await page.getByText('1 location chosen').waitFor({ state: 'hidden' });

  // Somebody saves meanwhile: nothing is replaced without a question.
  const other = await openPage(scout);
  await other.getByText('Open the places of a saved script').click();
  await other.getByRole('button', { name: 'Quern', exact: true }).press('Enter');
  await other.getByRole('button', { name: 'Save with ‘Quern’' }).press('Enter');
  await toast(other, 'The places were saved').waitFor();
  await page.getByRole('button', { name: 'Save with ‘Quern’' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Replace what is saved?' });
  await question.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Save with ‘Quern’' }).press('Enter');
  await question.getByRole('button', { name: 'Replace' }).press('Enter');
  await toast(page, 'The places were saved').waitFor();

  // The board leads to it.
  await visit(other, `${site.url}/boards/${id}`);
  await other.getByRole('link', { name: 'Script', exact: true }).press('Enter');
  await other.getByRole('heading', { name: 'Script saved with ‘Quern’' }).waitFor();

  await page.getByRole('button', { name: 'Delete what is saved' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await toast(page, 'What was saved with ‘Quern’ was deleted.').waitFor();
  expect(await site.db.selectFrom('board_scripts').select('version').where('board_id', '=', id).execute()).toEqual([]);

  // Without a saved script, one that is read from there fills the board.
  await other.reload();
  await other.getByText('Locations that you choose go to the board ‘Quern’.').waitFor();
  await other.getByText('Paste a script or its headings').click();
  await readPasted(other, FIRST_DRAFT);
  await choose(other, 'PUB');
});

test('a new draft leaves what was chosen where it is, says what has changed, and can be taken back', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const page = await openPage(scout);
  await readPasted(page, FIRST_DRAFT);
  await choose(page, 'CASTLE', 'Quern');
  await choose(page, 'PUB');
  await readPasted(page, SECOND_DRAFT);
  const dialog = page.getByRole('dialog', { name: 'Is this a new draft?' });
  await expectNoProblems(page);
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('heading', { name: 'PUB' }).waitFor();
  await readPasted(page, SECOND_DRAFT);
  await dialog.getByRole('button', { name: 'New draft' }).press('Enter');

  const changes = page.getByRole('region', { name: 'What this draft has changed' });
  await changes
    .getByText('Scenes: 2 the same, 2 changed, 1 new, 0 gone. Places: 1 the same, 1 changed, 2 new, 1 gone.')
    .waitFor();
  await changes.getByText('Changed scenes (2)').click();
  await changes.getByText('(5) INT. HOTEL BAR - NIGHT: was ‘INT. PUB - NIGHT’').waitFor();
  await changes.getByText('PUB is gone. The location chosen for it stay').waitFor();
  await expectNoProblems(page);
  await expectUsableInForcedColours(page);
  await page.setViewportSize(SCREENS.phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SCREENS.phone.width);
  await page.setViewportSize(SCREENS.desk);
  const place = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await place('CASTLE').getByText('1 location chosen').waitFor();
  await place('GLEN').getByText('New', { exact: true }).waitFor();
  // What was open was open for another place.
  expect(await place('GLEN').getByRole('button', { name: 'Find locations' }).getAttribute('aria-expanded')).toBe(
    'false',
  );
  await changes.getByRole('button', { name: 'It is the same place as PUB' }).press('Enter');
  await place('HOTEL BAR').getByText('1 location chosen').waitFor();
  await expect.poll(() => focused(page)).toBe('Places in the script');

  await changes.getByRole('button', { name: 'Go back to the former draft' }).press('Enter');
  await place('PUB').getByText('1 location chosen').waitFor();
  expect(await changes.count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'GLEN' }).count()).toBe(0);

  // Another script begins anew, and leaves the board as it is.
  await readPasted(page, 'INT. BARN - DAY\n\nHay.\n');
  await dialog.getByRole('button', { name: 'Another script' }).press('Enter');
  await page.getByRole('heading', { name: 'BARN' }).waitFor();
  expect(await page.getByText('location chosen').count()).toBe(0);
  const { data: boards } = await scout.api(ownBoards, {});
  expect((await scout.api(boardById, { id: boards[0]!.id })).sections).toMatchObject([
    { title: 'CASTLE', count: 1 },
    { title: 'PUB', count: 1 },
  ]);
});
