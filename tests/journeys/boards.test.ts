import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addLocation, createBoard, createLink, createPrivateBoard } from '../../src/features/boards/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { type SignedIn, addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

/** Opens a browser page of a new signed-in user. */
async function openAsNewUser(
  role: 'SCOUT' | 'ADMIN' = 'SCOUT',
  options?: { fresh: boolean },
): Promise<{ page: Page; person: SignedIn }> {
  const person = await addSignedInPerson(site, role);
  const page = await browser.newPage(options);
  await person.enter(page.context());
  return { page, person };
}

/** Returns titles and ids of published locations that a search finds. */
async function findLocations(words: string, count: number): Promise<{ id: string; title: string }[]> {
  const { api } = await addSignedInPerson(site, 'SCOUT');
  return (await api(searchLocations, { query: words })).data.slice(0, count);
}

/** Creates a board with the first lighthouses that the search finds, in that order. */
async function addLighthouseBoard({ api }: SignedIn, count: number) {
  const board = await api(createBoard, { title: 'Lights' });
  const locations = await findLocations('lighthouse', count);
  for (const { id: locationId } of locations) await api(addLocation, { id: board.id, locationId });
  return { url: `${site.url}/boards/${board.id}`, titles: locations.map(({ title }) => title) };
}

const dragHandle = (page: Page, title: string) => page.getByRole('button', { name: `Move ${title}`, exact: true });
const titlesOn = (page: Page) => page.locator('.board-list .card__title').allTextContents();
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });

/** Runs in the browser: close events of dialogs come late, as they do in a busy browser. */
function delayCloseEvents() {
  const delay = (event: Event) => {
    if (!event.isTrusted) return;
    event.stopImmediatePropagation();
    setTimeout(() => event.target?.dispatchEvent(new Event('close')), 500);
  };
  addEventListener('close', delay, true);
}

describe('adding to a board', () => {
  test('creates a board from the search, fills it from a location page, and shows what is on it', async () => {
    const { page } = await openAsNewUser();
    await visit(page, `${site.url}/find-a-location?query=eilean+donan+castle`);
    await page.getByRole('button', { name: 'Add Eilean Donan Castle to a board' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to board' });
    await dialog.getByRole('textbox', { name: 'New board' }).fill('  ');
    await dialog.getByRole('button', { name: 'Create and add' }).click();
    await dialog.getByRole('textbox', { name: 'New board' }).fill('The causeway');
    await dialog.getByRole('button', { name: 'Create and add' }).click();
    await toast(page, 'Eilean Donan Castle was added to ‘The causeway’.').waitFor();
    const savedButton = page.getByRole('button', {
      name: 'Eilean Donan Castle is on a board of yours. Add it to another',
    });
    await savedButton.waitFor();

    await savedButton.click();
    const choice = dialog.getByRole('button', { name: 'The causeway' });
    await choice.getByText('On this board').waitFor();
    await choice.click();
    await dialog.getByRole('alert').getByText('Error: Location already in this board').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => focusedName(page)).toBe('Eilean Donan Castle is on a board of yours. Add it to another');

    const [light] = await findLocations('lighthouse', 1);
    await visit(page, `${site.url}/find-a-location?query=lighthouse`);
    await page.getByRole('link', { name: light!.title }).first().click();
    await page.getByRole('heading', { level: 1, name: light!.title }).waitFor();
    await page.getByRole('button', { name: 'Add to board' }).click();
    await dialog.getByRole('button', { name: 'The causeway' }).click();
    await toast(page, 'was added to').getByRole('button', { name: 'View board' }).click();
    await page.getByRole('heading', { level: 1, name: 'The causeway' }).waitFor();
    await expect.poll(() => titlesOn(page)).toEqual(['Eilean Donan Castle', light!.title]);
    await expect.poll(() => page.title()).toMatch(/^The causeway - /);
  });

  test('adds a location once that another tab has added meanwhile', async () => {
    const { page, person } = await openAsNewUser();
    const [castle] = await findLocations('eilean donan castle', 1);
    const board = await person.api(createBoard, { title: 'Twice' });
    await visit(page, `${site.url}/find-a-location/eilean-donan-castle`);
    await page.getByRole('button', { name: 'Add to board' }).click();
    const choice = page.getByRole('dialog').getByRole('button', { name: 'Twice' });
    await choice.waitFor();
    await person.api(addLocation, { id: board.id, locationId: castle!.id });
    await choice.click();
    await page.getByRole('alert').getByText('Error: Location already in this board').waitFor();
  });

  test('shows progress on a slow connection', async () => {
    const { page, person } = await openAsNewUser();
    await person.api(createBoard, { title: 'Patience' });
    await visit(page, `${site.url}/find-a-location/eilean-donan-castle`);
    const releases: (() => void)[] = [];
    await page.route('**/api/**boards**', async (route) => {
      await new Promise<void>((resolve) => releases.push(resolve));
      await route.continue();
    });
    /** Lets the requests go that wait, of which there is one soon. */
    const release = async () => {
      await expect.poll(() => releases.length).toBeGreaterThan(0);
      for (const resolve of releases.splice(0)) resolve();
    };
    await page.getByRole('button', { name: 'Add to board' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to board' });
    await dialog.getByText('Loading…').waitFor();
    await release();
    await dialog.getByRole('button', { name: 'Patience' }).click();
    await dialog.getByRole('button', { name: 'Patience' }).getByText('Adding…').waitFor();
    await release();
    await toast(page, 'was added to ‘Patience’.').waitFor();
    await release();
  });

  test('adds a search result to a private board as an admin', async () => {
    const { page, person } = await openAsNewUser('ADMIN');
    const board = await person.api(createPrivateBoard, { title: 'Under wraps' });
    // Set before the page loads: React would wait after a clock that is set back later.
    await page.clock.install({ time: 0 });
    await visit(page, `${site.url}/boards/${board.id}`);
    await page.getByText('You have no locations added.').waitFor();
    expect(await page.getByRole('link', { name: 'Find a location' }).last().getAttribute('href')).toBe(
      '/find-a-location',
    );
    await page.getByRole('button', { name: 'Add locations' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add locations' });
    await expect.poll(() => focusedName(page)).toBe('Search for a location to add');
    await page.clock.pauseAt(600_000);
    const requests: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/candidates')) requests.push(url.searchParams.get('query') ?? '');
    });
    await page.keyboard.type('eilean donan');
    await page.clock.runFor(299);
    expect(requests).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await expect
      .poll(() => dialog.locator('mark').allTextContents())
      .toEqual(expect.arrayContaining(['Eilean', 'Donan']));
    expect(requests).toEqual(['eilean donan']);
    await dialog.getByRole('button', { name: 'Add Eilean Donan Castle' }).click();
    await dialog.getByRole('button', { name: 'Eilean Donan Castle is on this board' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => titlesOn(page)).toEqual(['Eilean Donan Castle']);
  });
});

describe('board', () => {
  test('is created, renamed and deleted in its list; a blank title is ignored', async () => {
    const { page } = await openAsNewUser();
    await visit(page, `${site.url}/boards`);
    await page.getByText('Nobody has shared a board with you yet.').waitFor();
    await page.getByRole('button', { name: 'Create a board' }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.keyboard.type('   ');
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('   ');
    await dialog.getByRole('textbox').fill('x'.repeat(121));
    await page.keyboard.press('Enter');
    await dialog.getByText('Use at most 120 characters.').waitFor();
    await dialog.getByRole('textbox').fill('Sea stack thriller');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => focusedName(page)).toBe('Sea stack thriller');
    await page.getByText('Updated today').waitFor();

    await page.getByRole('button', { name: 'Change Sea stack thriller' }).click();
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await dialog.getByRole('textbox').fill('Sea stack comedy');
    await dialog.getByRole('button', { name: 'Rename board' }).click();
    await page.getByRole('link', { name: 'Sea stack comedy' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => focusedName(page)).toBe('Change Sea stack comedy');

    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focusedName(page)).toBe('Delete');
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Delete board?' });
    await question.getByText('will be deleted for ever').waitFor();
    await question.getByRole('button', { name: 'Delete board' }).click();
    await toast(page, '‘Sea stack comedy’ was deleted.').waitFor();
    await expect.poll(() => page.locator('.board').count()).toBe(0);
    await page.reload();
    await expect.poll(() => page.locator('.board').count()).toBe(0);
  });

  test('shares a page of the list with the card that creates a board', async () => {
    const { page, person } = await openAsNewUser();
    for (let n = 1; n <= 12; n++) await person.api(createBoard, { title: `Board ${n}` });
    await visit(page, `${site.url}/boards`);
    await expect.poll(() => page.locator('#own-boards .board').count()).toBe(11);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await page.waitForURL('**/boards?page=2*');
    await expect.poll(() => page.locator('#own-boards .board').count()).toBe(1);
    await page.getByRole('link', { name: 'Board 1', exact: true }).waitFor();
  });

  test('is shown as pictures, as a list with notes, and on a map, each with a link of its own', async () => {
    const { page, person } = await openAsNewUser();
    const { url, titles } = await addLighthouseBoard(person, 13);
    await visit(page, url);
    await expect.poll(() => titlesOn(page)).toEqual(titles.slice(0, 12));
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await page.waitForURL(`${url}?view=list`);
    const rows = page.getByRole('table').getByRole('row');
    await expect.poll(() => rows.count()).toBe(1 + 13);
    expect(await rows.getByRole('link').allTextContents()).toEqual(titles);
    await page.getByRole('button', { name: `Add a note to ${titles[12]}` }).click();
    await page.keyboard.type('From the sea.');
    await page.keyboard.press('Control+Enter');
    await rows.last().getByText('From the sea.').waitFor();
    const row = rows.last();
    const linkBox = (await row.getByRole('link').first().boundingBox())!;
    const checkboxBox = (await row.getByRole('checkbox').boundingBox())!;
    expect(checkboxBox.y).toBeGreaterThanOrEqual(linkBox.y + linkBox.height);
    const compare = page.getByRole('button', { name: 'Compare locations' });
    await compare.click();
    await page.getByText('Choose 2 to 4 locations in the list.').waitFor();
    for (const title of titles.slice(3, 6)) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Compare locations' }).waitFor();
    const heads = page.getByRole('columnheader').getByRole('link');
    expect(await heads.allTextContents()).toEqual(titles.slice(3, 6));
    await page.getByRole('row', { name: /^Category .*lighthouse/i }).waitFor();
    await page.getByRole('row', { name: new RegExp(`^Distance from ${titles[3]}`) }).waitFor();
    await page.getByRole('link', { name: `Remove ${titles[3]}` }).click();
    await expect.poll(() => heads.allTextContents()).toEqual(titles.slice(4, 6));
    await page.getByRole('main').getByRole('link', { name: 'Board' }).click();
    await page.waitForURL(`${url}?view=list`);
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page.waitForURL(`${url}?view=map`);
    await expect.poll(() => page.locator('.marker__pin').count()).toBe(13);
    expect(await page.getByRole('img', { name: 'Map of the board' }).count()).toBe(1);

    const { link } = await person.api(createLink, { id: url.replace(/.*\//, '') });
    const stranger = await browser.newPage({ fresh: true });
    await visit(stranger, `${site.url}/boards/public/${link}?view=list`);
    await expect.poll(() => stranger.getByRole('table').getByRole('row').count()).toBe(1 + 13);
    expect(await stranger.getByRole('columnheader').allTextContents()).toEqual(['Location', 'Category', 'Place']);
    expect(await stranger.content()).not.toContain('From the sea.');
    await stranger.getByRole('button', { name: 'Export' }).click();
    const dialog = stranger.getByRole('dialog', { name: 'Export board' });
    await dialog.getByRole('radio', { name: 'GPX' }).check();
    const downloading = stranger.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('board.gpx');
    expect((await readFile(await download.path(), 'utf8')).match(/<wpt /g)).toHaveLength(13);
    await expect.poll(() => dialog.count()).toBe(0);
  });

  test('can be renamed and sorted, and gets notes and a primary image', async () => {
    const { page, person } = await openAsNewUser();
    const { url, titles } = await addLighthouseBoard(person, 3);
    const [first, second, third] = titles as [string, string, string];
    await visit(page, url);
    await page.getByRole('button', { name: 'Rename board' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Lamps');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lamps' }).waitFor();

    await page.getByRole('button', { name: `Add a note to ${second}` }).click();
    const note = page.getByRole('textbox', { name: `Note of ${second}` });
    await note.fill('x'.repeat(1_001));
    await page.getByText('Use at most 1,000 characters.').waitFor();
    await note.fill('Dawn only.\nAsk for the lamp room.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Dawn only.').waitFor();
    await expect.poll(() => focusedName(page)).toBe(`Edit the note of ${second}`);

    await page.getByRole('button', { name: 'Select primary image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Select primary image' });
    await dialog.getByRole('button', { name: 'Select image' }).click();
    await dialog.getByRole('alert').getByText('No location selected.').waitFor();
    await dialog.getByRole('radio', { name: third }).check();
    await dialog.getByRole('button', { name: 'Select image' }).click();
    const marked = page.locator('.board-item', { hasText: 'Primary image' });
    await expect.poll(() => marked.locator('.card__title').allTextContents()).toEqual([third]);

    await dragHandle(page, first).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => titlesOn(page)).toEqual([second, first, third]);
    await page.getByRole('status').getByText(`${first} moved to position 2 of 3.`).waitFor();
    await expect.poll(() => focusedName(page)).toBe(`Move ${first}`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Move to the end' }).click();
    await page.getByText(`${first} moved to position 3 of 3.`).waitFor();
    await page.reload();
    await expect.poll(() => titlesOn(page)).toEqual([second, third, first]);
    await page.getByText('Dawn only.').waitFor();
  });

  test('is sorted by dragging, but not by a click', async () => {
    const { page, person } = await openAsNewUser();
    const { url, titles } = await addLighthouseBoard(person, 3);
    const [first, second, third] = titles as [string, string, string];
    await visit(page, url);
    await page.setViewportSize({ width: 1440, height: 1800 });
    const middle = async (title: string) => {
      const box = (await dragHandle(page, title).boundingBox())!;
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const from = await middle(third);
    const to = await middle(first);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y + 20, { steps: 5 });
    await page.locator('.drop-before', { hasText: first }).waitFor();
    await page.mouse.up();
    await expect.poll(() => titlesOn(page)).toEqual([third, first, second]);
    expect(await page.getByRole('button', { name: 'Move to the end' }).count()).toBe(0);
    await dragHandle(page, second).click();
    await page.getByRole('button', { name: 'Move to the start' }).click();
    await expect.poll(() => titlesOn(page)).toEqual([second, third, first]);
  });

  test('restores a removed location with its position, note and primary image, by keyboard', async () => {
    const { page, person } = await openAsNewUser();
    const { url, titles } = await addLighthouseBoard(person, 3);
    const second = titles[1]!;
    await visit(page, url);
    await page.getByRole('button', { name: `Add a note to ${second}` }).press('Enter');
    await page.keyboard.type('Keep this.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Keep this.').waitFor();
    // The focus moves to the saved note; an earlier key press would go there.
    await expect.poll(() => focusedName(page)).toMatch(/note/);
    await page.getByRole('button', { name: 'Select primary image' }).press('Enter');
    await page.getByRole('radio', { name: second }).press('Space');
    await page.getByRole('button', { name: 'Select image' }).press('Enter');
    await page.locator('.tag', { hasText: 'Primary image' }).waitFor();

    await page.getByRole('button', { name: `Remove ${second} from this board` }).press('Enter');
    await toast(page, `${second} was removed from the board.`).waitFor();
    await expect.poll(() => titlesOn(page)).toEqual([titles[0], titles[2]]);
    await expect.poll(() => focusedName(page)).toBe('Undo');
    await page.keyboard.press('Enter');
    await toast(page, `${second} is back on the board.`).waitFor();
    await expect.poll(() => titlesOn(page)).toEqual(titles);
    await page.getByText('Keep this.').waitFor();
    await expect
      .poll(() => page.locator('.board-item', { hasText: 'Primary image' }).locator('.card__title').textContent())
      .toBe(second);
    await expect.poll(() => focusedName(page)).toBe(second);
  });

  test('shows that it is empty, with a link to the search', async () => {
    const { page, person } = await openAsNewUser();
    const { url } = await addLighthouseBoard(person, 1);
    await visit(page, url);
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('You have no locations added.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Find a location' }).click();
    await page.waitForURL('**/find-a-location');
  });

  test('is linked from its locations, which link to each other', async () => {
    const { page, person } = await openAsNewUser();
    const { url, titles } = await addLighthouseBoard(person, 3);
    await visit(page, url);
    await page.getByRole('link', { name: titles[0]!, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: titles[0]! }).waitFor();
    expect(await page.getByRole('link', { name: /^Previous:/ }).count()).toBe(0);
    await page.getByRole('link', { name: `Next: ${titles[1]}` }).click();
    await page.getByRole('heading', { level: 1, name: titles[1]! }).waitFor();
    await page.getByRole('link', { name: `Next: ${titles[2]}` }).click();
    await page.getByRole('heading', { level: 1, name: titles[2]! }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^Next:/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to Lights' }).click();
    await page.waitForURL(url);
  });

  test('is duplicated under another title, and archived permanently', async () => {
    const { page, person } = await openAsNewUser();
    const { url, titles } = await addLighthouseBoard(person, 2);
    await visit(page, url);
    await page.getByRole('button', { name: 'Duplicate board' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicate board' });
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('Copy of Lights');
    await dialog.getByRole('textbox').fill('Lights again');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lights again' }).waitFor();
    await expect.poll(() => titlesOn(page)).toEqual(titles);

    await page.getByRole('button', { name: 'Archive board' }).click();
    const question = page.getByRole('alertdialog', { name: 'Archive board?' });
    await question.getByText('Archiving cannot be undone.').waitFor();
    await question.getByRole('button', { name: 'Archive board' }).click();
    await page.waitForURL('**/boards');
    await toast(page, '‘Lights again’ was archived.').waitFor();
    await expect.poll(() => page.locator('#own-boards .card__title').allTextContents()).toEqual(['Lights']);
    await page.getByRole('link', { name: 'View archived boards' }).click();
    await page.getByRole('heading', { level: 1, name: 'Archived boards' }).waitFor();
    await page.getByRole('link', { name: 'Lights again' }).click();
    await page.getByText('Archived', { exact: true }).waitFor();
    for (const name of ['Select primary image', 'Share board', 'Duplicate board', 'Archive board', 'Rename board'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to archived boards' }).click();
    await page.waitForURL('**/boards/archived');
  });

  test.each([
    ['failing', 'Something went wrong on our side. Please try again in a moment.'],
    ['unreachable', 'We could not reach the site. Check your connection and try again.'],
  ])('shows an error and does not change when the server is %s', async (trouble, message) => {
    const { page, person } = await openAsNewUser('SCOUT', { fresh: true });
    const { url, titles } = await addLighthouseBoard(person, 2);
    await page.addInitScript(delayCloseEvents);
    await visit(page, url);
    await page.route('**/api/boards/**', (route) =>
      trouble === 'unreachable' ? route.abort() : route.fulfill({ status: 502, body: '' }),
    );
    const alert = page.getByRole('alertdialog', { name: 'Error' });
    await page.getByRole('button', { name: `Remove ${titles[0]} from this board` }).click();
    await alert.getByText(message).waitFor();
    await page.keyboard.press('Escape');
    await alert.waitFor({ state: 'hidden' });
    await dragHandle(page, titles[0]!).press('ArrowRight');
    await alert.getByText(message).waitFor();
    await page.keyboard.press('Escape');
    await alert.waitFor({ state: 'hidden' });
    await expect.poll(() => titlesOn(page)).toEqual(titles);
    await page.getByRole('button', { name: 'Rename board' }).click();
    await page.getByRole('dialog', { name: 'Rename board' }).getByRole('textbox').fill('Kept');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(message).waitFor();
    await expect
      .poll(() => page.getByRole('dialog', { name: 'Rename board' }).getByRole('textbox').inputValue())
      .toBe('Kept');
  });

  test('shows an error offline, keeps the input, and does not retry later', async () => {
    // The script of a dialog must not be in the cache.
    const { page, person } = await openAsNewUser('SCOUT', { fresh: true });
    const { url, titles } = await addLighthouseBoard(person, 2);
    await visit(page, url);
    await page.getByRole('button', { name: `Add a note to ${titles[0]}` }).click();
    await page.getByRole('textbox', { name: `Note of ${titles[0]}` }).fill('Dawn only.');
    await page.context().setOffline(true);
    const alert = page.getByRole('alertdialog', { name: 'Error' });
    for (const [button, message] of [
      [`Remove ${titles[1]} from this board`, 'Check your connection and try again.'],
      ['Rename board', 'Check your connection, then load the page again.'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await alert.getByText(message).waitFor();
      await page.keyboard.press('Escape');
      await alert.waitFor({ state: 'hidden' });
    }
    await page.context().setOffline(false);
    await page.getByText('You are connected again.').waitFor();
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Dawn only.', { exact: true }).waitFor();
    await expect.poll(() => titlesOn(page)).toEqual(titles);
  });

  test('is not found if it does not exist or belongs to another user', async () => {
    const { page } = await openAsNewUser();
    const { url } = await addLighthouseBoard(await addSignedInPerson(site, 'SCOUT'), 1);
    for (const address of [
      url,
      `${site.url}/boards/00000000-0000-4000-8000-000000000000`,
      `${site.url}/boards/nonsense`,
    ]) {
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(404);
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    }
  });
});

test('loads no saved locations for visitors, and shows owners no favourite buttons', async () => {
  const requests: string[] = [];
  const visitor = await browser.newPage();
  visitor.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await visit(visitor, `${site.url}/find-a-location?query=eilean+donan+castle`);
  await visitor.getByRole('button', { name: 'Add Eilean Donan Castle to a board' }).click();
  await visitor.getByRole('dialog', { name: 'Log In' }).waitFor();
  expect(requests).not.toContain('/api/user/board-locations');

  const owner = await browser.newPage();
  await (await addSignedInPerson(site, 'OWNER')).enter(owner.context());
  await visit(owner, `${site.url}/find-a-location?query=eilean+donan+castle`);
  expect(await owner.getByRole('button', { name: /to a board/ }).count()).toBe(0);
});
