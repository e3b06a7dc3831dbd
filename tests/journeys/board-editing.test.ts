import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addLocation, createBoard, removeShare, shareBoard } from '../../src/features/boards/contract.ts';
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
const [first = '', second = ''] = found.map(({ title }) => title);

/** Opens a board with some castles in the browsers of its owner and of a colleague, who may edit it. */
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
  const start = performance.now();
  await theirs.getByText('Ask for Morag').waitFor();
  expect(performance.now() - start).toBeLessThan(2_000);
  await theirs.getByRole('combobox', { name: `State of ${second}` }).selectOption('Asked');
  await expect.poll(() => mine.getByRole('combobox', { name: `State of ${second}` }).inputValue()).toBe('ASKED');
  expect(fetched).toHaveLength(2);

  await owner.api(removeShare, { id, shareId: share.id });
  await theirs.getByText('We cannot find this board.').waitFor();
});
