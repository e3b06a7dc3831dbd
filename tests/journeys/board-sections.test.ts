import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addLocation, createBoard, createLink, createPrivateBoard } from '../../src/features/boards/contract.ts';
import { addSection as createSection } from '../../src/features/boards/sections/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { addLocation as addDraft } from '../support/locations.ts';
import { addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

/** Opens a dialog by the keyboard, types a title and submits. */
async function addSection(page: Page, title: string) {
  await page.getByRole('button', { name: 'Add section' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add section' });
  await dialog.getByRole('textbox', { name: 'Title of the section' }).focus();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: title }).waitFor();
}

/** Chooses a section in the dialog by typing its first letters. */
async function choose(page: Page, section: string) {
  const dialog = page.getByRole('dialog', { name: 'Move to section' });
  await dialog.getByRole('combobox', { name: 'Section' }).focus();
  await page.keyboard.type(section);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

/** Chooses from the menu of a location by keyboard. */
async function openItem(page: Page, title: string, action: string) {
  await page.getByRole('button', { name: `Change ${title}`, exact: true }).press('Enter');
  await page.getByRole('button', { name: action, exact: true }).press('Enter');
}

/** The headings of a board, with the locations below each. */
const outline = (page: Page) =>
  page
    .locator('.board-section__name h2, .board-table__title a, .card__title')
    .allTextContents()
    .then((texts) => texts.join(' | '));

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

test('a scout makes sections by keyboard, moves locations into them and locks one in, which a guest sees', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const { id } = await scout.api(createBoard, { title: 'Episode 4' });
  const lights = (await scout.api(searchLocations, { query: 'lighthouse' })).data.slice(0, 4);
  for (const { id: locationId } of lights) await scout.api(addLocation, { id, locationId });
  const [a, b, c, d] = lights.map(({ title }) => title) as [string, string, string, string];
  const page = await browser.newPage();
  await scout.enter(page.context());
  await visit(page, `${site.url}/boards/${id}?view=list`);
  for (const title of ['Arrival', 'Lamp room', 'Wreck']) await addSection(page, title);
  await expect.poll(() => outline(page)).toBe([a, b, c, d, 'Arrival', 'Lamp room', 'Wreck'].join(' | '));

  // A selection, then one of the others.
  await page.getByRole('button', { name: 'Move locations to a section' }).click();
  await page.getByText('Choose locations in the list.').waitFor();
  for (const title of [c, a]) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await page.getByRole('button', { name: 'Move locations to a section' }).click();
  await choose(page, 'Lamp');
  await expect.poll(() => outline(page)).toBe([b, d, 'Arrival', 'Lamp room', a, c, 'Wreck'].join(' | '));
  await openItem(page, b, 'Move to section');
  await choose(page, 'Arrival');
  await expect.poll(() => outline(page)).toBe([d, 'Arrival', b, 'Lamp room', a, c, 'Wreck'].join(' | '));
  await expect.poll(() => focusedName(page)).toBe(`Change ${b}`);

  await page.getByRole('button', { name: `Lock in ${c}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `No longer lock in ${c}` }).waitFor();

  await page.getByRole('combobox', { name: `State of ${c}` }).selectOption('Visited');

  await openItem(page, c, 'Add a cost');
  const cost = page.getByRole('dialog').getByRole('textbox', { name: 'Cost (£)' });
  await cost.focus();
  await page.keyboard.type('1,5');
  await page.keyboard.press('Enter');
  await page.getByText('Please check one field').waitFor();
  await cost.fill('£1,500');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Days' }).fill('2.5');
  await page.getByRole('dialog').getByText('£3,750 (2.5 days at £1,500)').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Cost: £3,750 (2.5 days at £1,500)').waitFor();
  await page.getByText('Cost: £3,750', { exact: true }).waitFor();
  await expect.poll(() => focusedName(page)).toBe(`Change ${c}`);

  await openItem(page, c, 'Add tags');
  const tags = page.getByRole('dialog').getByRole('textbox', { name: 'Tags' });
  await tags.focus();
  await page.keyboard.type(`Lamp, ${'x'.repeat(31)}`);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('A tag can have at most 30 characters.').first().waitFor();
  await tags.fill('Lamp, Red stripe,');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe(`Change ${c}`);
  const filter = page.getByRole('navigation', { name: 'Tags' });
  await filter.getByRole('link', { name: 'Red stripe 1' }).press('Enter');
  await expect.poll(() => outline(page)).toBe(['Lamp room', c].join(' | '));
  await filter.getByRole('link', { name: 'All locations' }).press('Enter');

  // Up with all its locations; the focus stays on its menu.
  const menu = page.getByRole('button', { name: 'Change section Lamp room' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Move up' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => outline(page)).toBe([d, 'Lamp room', a, c, 'Arrival', b, 'Wreck'].join(' | '));
  await expect.poll(() => focusedName(page)).toBe('Change section Lamp room');

  // By mouse to the end of a section, and into an empty one.
  const drag = async (title: string, toSection: string, offset: number) => {
    const handle = page.getByRole('button', { name: `Move ${title}`, exact: true });
    await handle.scrollIntoViewIfNeeded();
    const from = (await handle.boundingBox())!;
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    const { x, y } = (await page.getByRole('heading', { name: toSection }).boundingBox())!;
    await page.mouse.move(x + 5, y + offset, { steps: 5 });
    await page.mouse.up();
  };
  await drag(b, 'Wreck', 5);
  await expect.poll(() => outline(page)).toBe([d, 'Lamp room', a, c, 'Arrival', 'Wreck', b].join(' | '));
  await drag(b, 'Wreck', -60);
  await expect.poll(() => outline(page)).toBe([d, 'Lamp room', a, c, 'Arrival', b, 'Wreck'].join(' | '));

  await page.getByRole('button', { name: 'Change section Wreck' }).click();
  await page.getByRole('button', { name: 'Delete section' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete section' }).click();
  await expect.poll(() => outline(page)).toBe([d, 'Lamp room', a, c, 'Arrival', b].join(' | '));

  // Locations are moved by the arrow keys in the list and as cards, also past the ends of their section.
  await page.getByRole('button', { name: `Move ${c}`, exact: true }).focus();
  await page.keyboard.press('ArrowUp');
  const order = [d, 'Lamp room', c, a, 'Arrival', b].join(' | ');
  await expect.poll(() => outline(page)).toBe(order);
  await page.getByText(`${c} moved to position 1 of 2.`).waitFor();
  await expect.poll(() => focusedName(page)).toBe(`Move ${c}`);
  // Also while another view is loading.
  const released = Promise.withResolvers<void>();
  await page.route(`**/api/boards/${id}?*`, (route) => released.promise.then(() => route.continue()));
  await page.getByRole('link', { name: 'Pictures' }).click();
  const moved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: `Move ${d}`, exact: true }).press('ArrowDown');
  await moved;
  released.resolve();
  await page.waitForURL(`${site.url}/boards/${id}`);
  await expect.poll(() => outline(page)).toBe(['Lamp room', d, c, a, 'Arrival', b].join(' | '));
  await page.getByText(`${d} moved to ‘Lamp room’.`).waitFor();
  await page.getByRole('button', { name: `Move ${d}`, exact: true }).press('ArrowUp');
  await expect.poll(() => outline(page)).toBe(order);
  await page.getByText(`${d} moved to the locations without a section.`).waitFor();
  await expect.poll(() => focusedName(page)).toBe(`Move ${d}`);

  await page.getByRole('link', { name: 'List', exact: true }).click();
  // The cards have a button of this name too.
  await page.locator('.board-table__title').first().waitFor();
  await page.getByRole('button', { name: `Remove ${c} from this board` }).press('Enter');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText(`${c} is back on the board.`).waitFor();
  await expect.poll(() => outline(page)).toBe(order);
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Red stripe$/ })
    .waitFor();
  // A selection is exported, and put in a look-book.
  for (const title of [d, a]) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await page.getByRole('button', { name: 'Export locations' }).press('Enter');
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Export locations' }).getByRole('button', { name: 'Export' }).press('Enter');
  const exported = await readFile(await (await download).path(), 'utf8');
  expect([a, b, c, d].filter((title) => exported.includes(title))).toEqual([a, d]);
  await page.getByRole('dialog', { name: 'Export locations' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Put locations in a look-book' }).press('Enter');
  const lookBook = page.getByRole('dialog', { name: 'Make a look-book' });
  await lookBook.getByText('2 selected locations').waitFor();
  await page.keyboard.press('Escape');
  const state = page.getByRole('combobox', { name: `State of ${c}` });
  expect(await state.evaluate((select) => (select as unknown as { value: string }).value)).toBe('VISITED');
  await page.getByText('Cost: £3,750 (2.5 days at £1,500)').waitFor();

  const { link } = await scout.api(createLink, { id });
  const guest = await browser.newPage({ fresh: true, viewport: SCREENS.phone });
  await visit(guest, `${site.url}/boards/public/${link}`);
  expect(await outline(guest)).toBe(order);
  const lockedIn = guest.getByRole('article').filter({ hasText: 'Locked in' });
  expect(await lockedIn.getByRole('heading').allTextContents()).toEqual([c]);
  expect(await guest.getByRole('button', { name: /section|Lock in/i }).count()).toBe(0);
  expect(await guest.getByText('£').count()).toBe(0);
});

test('the team selects a location of a private board that is not published', async () => {
  const admin = await addSignedInPerson(site, 'ADMIN');
  const { id } = await admin.api(createPrivateBoard, { title: 'Ideas' });
  await admin.api(createSection, { id, title: 'Scene 1' });
  const draft = await addDraft(site.db, { title: 'Weir mill' });
  await admin.api(addLocation, { id, locationId: draft });
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/boards/${id}?view=list`);
  await page.getByRole('checkbox', { name: 'Select Weir mill' }).check();
  await page.getByRole('button', { name: 'Compare locations' }).click();
  await page.getByText('Choose 2 to 4 locations in the list.').waitFor();
  await page.getByRole('button', { name: 'Move locations to a section' }).click();
  await choose(page, 'Scene');
  await expect.poll(() => outline(page)).toBe('Scene 1 | Weir mill');
});
