import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  addLocation,
  boardById,
  createBoard,
  removeShare,
  shareBoard,
  updateBoard,
} from '../../src/features/boards/contract.ts';
import { addSection, updateSection } from '../../src/features/boards/sections/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { type SignedIn, addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const found = (await (await addSignedInPerson(site, 'SCOUT')).api(searchLocations, { query: 'castle' })).data.slice(
  0,
  3,
);
const [first = '', second = '', third = ''] = found.map(({ title }) => title);

/** Opens a board with three castles in the browsers of its owner and of a colleague, who may edit it. */
async function openTogether(title: string) {
  const owner = await addSignedInPerson(site, 'SCOUT', { first_name: 'Catriona' });
  const colleague = await addSignedInPerson(site, 'SCOUT');
  const { id } = await owner.api(createBoard, { title });
  for (const location of found) await owner.api(addLocation, { id, locationId: location.id });
  const { email } = colleague.person;
  const [share] = await owner.api(shareBoard, { id, emails: [email], editors: [email] });
  const open = async (person: SignedIn) => {
    const page = await browser.newPage({ fresh: true });
    await person.enter(page.context());
    const live = page.waitForResponse((response) => response.url().endsWith('/events'));
    await visit(page, `${site.url}/boards/${id}`);
    await live;
    return page;
  };
  return { id, owner, colleague, share: share!, mine: await open(owner), theirs: await open(colleague) };
}

const note = (page: Page, title: string) => page.getByRole('textbox', { name: `Note of ${title}` });

const getOrder = (page: Page) => page.locator('.board-item .card__title').allTextContents();

/** Types a note, and leaves the form open. */
async function typeNote(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`note (to|of) ${title}$`) }).click();
  await note(page, title).fill(text);
}

const saveNote = (page: Page) => page.getByRole('button', { name: 'Save note' }).click();

test('shows what somebody else changes, and fetches an own change once', async () => {
  const { id, owner, share, mine, theirs } = await openTogether('Two windows');
  const fetched: string[] = [];
  mine.on('request', (request) => {
    if (request.url().includes(`/api/boards/${id}?`) && request.method() === 'GET') fetched.push(request.url());
  });
  await typeNote(mine, first, 'Ask for Morag');
  await saveNote(mine);
  await theirs.getByText('Ask for Morag').waitFor();
  await theirs.getByRole('combobox', { name: `State of ${second}` }).selectOption('Asked');
  await expect.poll(() => mine.getByRole('combobox', { name: `State of ${second}` }).inputValue()).toBe('ASKED');
  expect(fetched).toHaveLength(2);

  await owner.api(removeShare, { id, shareId: share.id });
  await theirs.getByText('We cannot find this board.').waitFor();
});

test('loses nothing of two people, one of whom was cut off', async () => {
  const { mine, theirs } = await openTogether('Without a network');
  await typeNote(mine, first, 'Ask for Morag');
  await typeNote(theirs, first, 'Ask for Calum');
  await theirs.context().setOffline(true);
  await saveNote(theirs);
  await theirs.getByText('We could not reach the site. Check your connection and try again.').waitFor();
  await saveNote(mine);
  await mine.getByText('Ask for Morag').waitFor();
  await mine.getByRole('button', { name: `Move ${first}`, exact: true }).press('ArrowDown');
  await expect.poll(() => getOrder(mine)).toEqual([second, first, third]);

  await theirs.context().setOffline(false);
  await expect.poll(() => getOrder(theirs)).toEqual([second, first, third]);
  // What was typed stays, although somebody else has moved its location and changed its note.
  const both = theirs.getByRole('group', { name: `Two texts: Note of ${first}` });
  await both.getByText('Ask for Morag').waitFor();
  expect(await note(theirs, first).inputValue()).toBe('Ask for Calum');
  await saveNote(theirs);
  await theirs.getByText('Choose a text, then save again.').waitFor();
  await both.getByRole('button', { name: 'Use mine' }).click();
  await both.waitFor({ state: 'hidden' });
  await note(theirs, first).fill('Ask for Calum or Morag');
  await saveNote(theirs);
  await mine.getByText('Ask for Calum or Morag').waitFor();
});

test('shows both texts of a title and of a section that two people change', async () => {
  const { id, owner, mine, theirs } = await openTogether('Working title');
  await owner.api(addSection, { id, title: 'Scene 12', notes: 'A wheel' });
  await mine.getByRole('button', { name: 'Rename board' }).click();
  const title = mine.getByRole('textbox', { name: 'Title of the board' });
  await title.fill('My title');
  await theirs.getByRole('button', { name: 'Change section Scene 12' }).click();
  await theirs.getByRole('button', { name: 'Edit section' }).click();
  const notes = theirs.getByRole('textbox', { name: 'Notes' });
  await notes.fill('A pond');
  const { sections } = await owner.api(boardById, { id });
  await owner.api(updateSection, { id, sectionId: sections[0]!.id, notes: 'A weir' });
  await owner.api(updateBoard, { id, title: 'Their title' });

  const titles = mine.getByRole('group', { name: 'Two texts: Title of the board' });
  await titles.getByText('Their title').waitFor();
  expect(await title.inputValue()).toBe('My title');
  await titles.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => title.inputValue()).toBe('Their title');
  const texts = theirs.getByRole('group', { name: 'Two texts: Notes' });
  await texts.getByText('A weir').waitFor();
  await texts.getByRole('button', { name: 'Use mine' }).click();
  await theirs.getByRole('button', { name: 'Save section' }).click();
  await mine.getByText('A pond').waitFor();
});
