import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { boardById, deleteBoard, ownBoards } from '../../src/features/boards/contract.ts';
import { NO_BOARD } from '../../src/features/boards/messages.ts';
import { expectNoProblems } from '../support/accessibility.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { expectUsableInForcedColours } from '../support/forced-colours.ts';
import { focused, logIn } from '../support/forms.ts';
import { addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

const SCRIPT = `EXT. CASTLE - NIGHT

Rain. MORAG waits by a torch.

MORAG
The word is quernstone.

INT. CASTLE - DAY

She sleeps.

EXT. HARBOUR - DAY

A quay, in Victorian dress.
`;

async function readPasted(page: Page): Promise<void> {
  await visit(page, `${site.url}/script`);
  await page.getByText('Paste a script or its headings').click();
  await page.getByLabel('Text', { exact: true }).fill(SCRIPT);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByRole('heading', { name: 'Places in the script' }).waitFor();
}

/** Records what the browser sends. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page
    .context()
    .on('request', (request) => sent.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`)));
  return sent;
}
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });

test('a scout fills the sections of a board with locations for the places of a script', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const page = await browser.newPage({ fresh: true });
  const sent = recordRequests(page);
  await readPasted(page);
  expect(sent.filter((request) => /castle|harbour/i.test(request))).toEqual([]);

  await page.getByRole('button', { name: 'Find locations for CASTLE', exact: true }).press('Enter');
  const list = page.getByRole('list', { name: 'Locations for CASTLE', exact: true });
  await expect.poll(() => list.getByRole('listitem').filter({ hasText: 'Choose' }).count()).toBe(12);
  await list.getByText('Matches').first().waitFor();
  await page.getByRole('button', { name: 'Show more locations for CASTLE' }).press('Enter');
  await expect.poll(() => list.getByRole('listitem').filter({ hasText: 'Choose' }).count()).toBeGreaterThan(12);

  // A visitor can log in without losing the script.
  const [first, second] = await list.getByRole('listitem').getByRole('link').allTextContents();
  const choose = (title: string) => list.getByRole('button', { name: new RegExp(`^(Choose|Chosen) ${title}`) });
  const titles = [first!, second!].map((text) => text.replace(' (opens in a new tab)', ''));
  await choose(titles[0]!).press('Enter');
  await page.getByRole('dialog', { name: 'Log In' }).waitFor();
  await logIn(page, scout.person.email);
  await page.getByText('You are logged in as').waitFor();
  await choose(titles[0]!).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Board for this script' });
  await dialog.getByRole('textbox', { name: 'New board' }).fill('Quern');
  await dialog.getByRole('button', { name: 'Create and add' }).press('Enter');
  await toast(page, `${titles[0]} was chosen for CASTLE.`).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await choose(titles[1]!).press('Enter');
  await toast(page, `${titles[1]} was chosen for CASTLE.`).waitFor();
  await page.getByText('2 locations chosen').waitFor();

  // The other place, by another search, in a section of its own.
  await page.getByRole('button', { name: 'Find locations for HARBOUR' }).press('Enter');
  await page.getByRole('button', { name: 'victorian', exact: true }).press('Enter');
  await expect
    .poll(() => sent.filter((request) => /[?&]query=harbour\+victorian(&|\s|$)/.test(request)).length)
    .toBe(1);
  await page.getByLabel('Search for HARBOUR', { exact: true }).fill('pier');
  await page.keyboard.press('Enter');
  const piers = page.getByRole('list', { name: 'Locations for HARBOUR' });
  await piers
    .getByText(/Matches .*[Pp]ier/)
    .first()
    .waitFor();
  const pier = (await piers.getByRole('listitem').first().getByRole('link').textContent())!.replace(
    ' (opens in a new tab)',
    '',
  );
  await piers.getByRole('button', { name: `Choose ${pier}` }).press('Enter');
  await toast(page, `${pier} was chosen for HARBOUR.`).waitFor();

  await choose(titles[0]!).press('Enter');
  await toast(page, `${titles[0]} was taken off ‘Quern’.`).waitFor();
  const { data: boards } = await scout.api(ownBoards, {});
  const board = await scout.api(boardById, { id: boards[0]!.id });
  expect(board.sections).toMatchObject([
    { title: 'CASTLE', notes: 'Scenes (1), (2)', count: 1 },
    { title: 'HARBOUR', notes: 'Scene (3)', count: 1 },
  ]);

  // The board is deleted in another tab: the next choice asks for one.
  await scout.api(deleteBoard, { id: board.id });
  await choose(titles[0]!).press('Enter');
  const error = page.getByRole('alertdialog');
  await error.getByText(NO_BOARD).waitFor();
  await page.keyboard.press('Escape');
  await error.waitFor({ state: 'hidden' });
  await choose(titles[0]!).press('Enter');
  await dialog.getByRole('textbox', { name: 'New board' }).fill('Quern again');
  await dialog.getByRole('button', { name: 'Create and add' }).press('Enter');
  await page.getByText('1 location chosen').waitFor();
  await page.getByRole('button', { name: 'Use another board' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('Places in the script');
  expect(await page.getByText('1 location chosen').count()).toBe(0);
  expect(sent.filter((request) => /quernstone|morag|torch|quay|sleeps/i.test(request))).toEqual([]);
});

test('the Locations Team is asked for a place, with what the scout reads before it is sent', async () => {
  const page = await browser.newPage({ fresh: true });
  const sent = recordRequests(page);
  await readPasted(page);
  await page.getByRole('button', { name: 'Ask the Locations Team for CASTLE' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ask for CASTLE' });
  const comment = dialog.getByLabel('Comment');
  await expect
    .poll(() => comment.inputValue())
    .toBe(
      'We are looking for a place for ‘CASTLE’.\n2 scenes with 2/8 page. Interior 1/8, Exterior 1/8. Day 1/8, Night 1/8.\n' +
        'The scenes ask for: night and rain or storm.',
    );
  await expectNoProblems(page);
  await comment.fill(`${await comment.inputValue()}\nWith a moat, please.`);
  await dialog.getByLabel('Name').fill('Isla Reid');
  await dialog.getByLabel('Email').fill('isla@film.example');
  await dialog.getByRole('button', { name: 'Send enquiry' }).press('Enter');
  await dialog.getByRole('heading', { name: 'Enquiry sent' }).waitFor();
  const enquiry = site.db.selectFrom('enquiry_messages').select('text').where('text', 'like', '%With a moat%');
  expect(await enquiry.execute()).toMatchObject([{ text: expect.stringContaining('‘CASTLE’') }]);
  expect(sent.filter((request) => /quernstone|morag|torch|quay|sleeps/i.test(request))).toEqual([]);
});

test('finding locations for a script works on a phone and in forced colours', async () => {
  const page = await browser.newPage({ viewport: SCREENS.phone });
  await readPasted(page);
  await page.getByRole('button', { name: 'Find locations for CASTLE', exact: true }).click();
  await page.getByRole('list', { name: 'Locations for CASTLE', exact: true }).getByText('Matches').first().waitFor();
  for (const screen of [SCREENS.phone, SCREENS.desk]) {
    await page.setViewportSize(screen);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(screen.width);
    await expectNoProblems(page);
  }
  await expectUsableInForcedColours(page);
  if (process.env['SHOTS']) {
    await page.screenshot({ path: '/tmp/prop-desk.png', fullPage: true });
    await page.setViewportSize(SCREENS.phone);
    await page.screenshot({ path: '/tmp/prop-phone.png', fullPage: true });
  }
});
