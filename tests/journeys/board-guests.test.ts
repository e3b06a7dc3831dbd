import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addLocation, createBoard, moveLocations, updateLocation } from '../../src/features/boards/contract.ts';
import { createGuestLink } from '../../src/features/boards/guests/contract.ts';
import { getGuestPath } from '../../src/features/boards/guests/schema.ts';
import { addSection } from '../../src/features/boards/sections/contract.ts';
import { publishLocations } from '../../src/features/locations/publishing/commands.server.ts';
import { addPublished } from '../support/boards.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { addImage, recordEvents } from '../support/locations.ts';
import { getPublishedImage, openLookBooks, readPdf } from '../support/look-books.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { testDatabase } from '../support/database.ts';

const site = await startSite({ database: await testDatabase() });
const browser = await openBrowser();
const lookBooks = await openLookBooks(site);
const PASSWORD = 'lamp room at dusk';

async function giveName(page: Page, name: string, role: string) {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('textbox', { name: 'Your role' }).fill(role);
  await page.getByRole('button', { name: 'Start to answer' }).click();
  await page.getByText(`You answer as ${name}, ${role}`).waitFor();
}

/** Publishes a location with these photographs in place of its own. */
async function addPhotographs(title: string, alts: readonly string[]) {
  const { id } = await site.db
    .selectFrom('locations')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  await site.db.deleteFrom('images').where('location_id', '=', id).execute();
  for (const [position, alt] of alts.entries())
    await addImage(site.db, id, { position, alt, is_primary: position === 0 });
  await site.db
    .transaction()
    .execute((trx) => publishLocations(trx, { ids: [id], at: new Date() }, recordEvents().publishEvent));
}

/** Waits until what the guest has just said about a location, or a photograph of it, is saved. */
const saved = (page: Page, about: string) =>
  page
    .getByRole('group', { name: `Your answer about ${about}` })
    .getByText('Saved', { exact: true })
    .waitFor();

test('a director answers on a phone by a link with a password, an art director disagrees, and the scout decides and makes documents', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const { id } = await scout.api(createBoard, { title: 'Episode 4' });
  const [a, b, c] = ['Mill', 'Kirk', 'Pier'] as const;
  const ids = await addPublished(site.db, [a, b, c]);
  for (const locationId of ids) await scout.api(addLocation, { id, locationId, note: 'Second choice' });
  for (const [n, title] of ['Arrival', 'Wedding', 'Farewell'].entries()) {
    const sections = await scout.api(addSection, { id, title });
    await scout.api(moveLocations, { id, locationIds: [ids[n]!], sectionId: sections[n]!.id });
  }
  await addPhotographs(c, ['Stairs', 'Gate', 'Lamp']);
  const page = await browser.newPage();
  await scout.enter(page.context());
  await visit(page, `${site.url}/boards/${id}/answers`);
  await page.getByRole('button', { name: 'Add guest link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add guest link' });
  await dialog.getByRole('textbox', { name: 'For whom is the link?' }).fill('Director');
  await dialog.getByRole('checkbox', { name: 'It has a password' }).check();
  await dialog.getByRole('button', { name: 'Add guest link' }).click();
  await dialog.getByText('Enter a password for the link.').first().waitFor();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add guest link' }).click();
  const url = await page.getByRole('textbox', { name: 'Link for Director' }).inputValue();

  const phone = await browser.newPage({ viewport: SCREENS.phone });
  await visit(phone, url);
  await phone.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await phone.keyboard.press('Enter');
  await phone.getByRole('heading', { name: 'Episode 4' }).waitFor();
  expect(await phone.getByText('Second choice').count()).toBe(0);
  await giveName(phone, 'Isla Reid', 'Director');
  // By the keyboard, as with any radio buttons: the arrow chooses the next one.
  const first = phone.getByRole('group', { name: `Your answer about ${a}` });
  await first.getByRole('radio', { name: 'Yes' }).focus();
  await phone.keyboard.press('Space');
  await saved(phone, a);
  await phone.keyboard.press('ArrowRight');
  await expect.poll(() => first.getByRole('radio', { name: 'Maybe' }).isChecked()).toBe(true);
  await phone.getByText('You have answered 1 of 3 locations.').waitFor();
  await phone.getByRole('button', { name: 'Next without an answer' }).press('Enter');
  const second = phone.getByRole('group', { name: `Your answer about ${b}` }).getByRole('radio', { name: 'Yes' });
  await expect.poll(() => second.evaluate((radio) => radio === document.activeElement)).toBe(true);
  await phone
    .getByRole('group', { name: `Your answer about ${c}` })
    .getByText('Yes')
    .click();
  await saved(phone, c);
  await phone.getByRole('button', { name: `Add a comment to ${c}` }).click();
  await phone.getByRole('textbox', { name: `Comment of ${c}` }).fill('The lamp, from below');
  await phone.getByRole('button', { name: 'Save comment' }).click();
  await phone.getByText('The lamp, from below').waitFor();
  await phone.getByRole('button', { name: `Photographs of ${c}` }).click();
  await phone
    .getByRole('group', { name: `Your answer about photograph 1 of ${c}` })
    .getByText('No', { exact: true })
    .click();
  await saved(phone, `photograph 1 of ${c}`);
  // No answer is wider than the screen.
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(SCREENS.phone.width);
  await phone.reload();
  await expect
    .poll(() =>
      phone
        .getByRole('group', { name: `Your answer about ${c}` })
        .getByRole('radio', { name: 'Yes' })
        .isChecked(),
    )
    .toBe(true);

  // Another link, and a connection that fails once.
  const link = (await scout.api(createGuestLink, { id, name: 'Art', canDownload: true })).at(-1)!;
  const desk = await browser.newPage({ fresh: true });
  await visit(desk, site.url + getGuestPath(link.secret));
  await giveName(desk, 'Ewan Ross', 'Art directer');
  await desk.getByRole('button', { name: 'Change name or role' }).press('Enter');
  await desk.getByRole('textbox', { name: 'Your role' }).fill('Art director');
  await desk.getByRole('button', { name: 'Save' }).click();
  await desk.getByText('You answer as Ewan Ross, Art director.').waitFor();
  const answer = desk.getByRole('group', { name: `Your answer about ${c}` });
  await desk.route('**/answers', (route) => route.abort(), { times: 1 });
  await answer.getByText('No', { exact: true }).click();
  await answer.getByText('Not saved.').waitFor();
  expect(await answer.getByRole('radio', { name: 'No', exact: true }).isChecked()).toBe(true);
  await answer.getByText('No', { exact: true }).click();
  await saved(desk, c);

  await page.reload();
  const answers = page.getByRole('region', { name: 'Answers' }).locator('.answers > li');
  await answers.first().getByText('Guests disagree').waitFor();
  expect(await answers.first().innerText()).toMatch(
    new RegExp(`^${c}[^]*1 yes, 1 no[^]*Isla Reid, Director[^]*The lamp[^]*Ewan Ross, Art director`),
  );
  expect(await answers.nth(1).innerText()).toMatch(new RegExp(`^${a}[^]*1 maybe`));
  await page.getByRole('link', { name: 'Back to' }).click();
  await page.getByText('Guests: 1 yes, 1 no, 1 comment').waitFor();

  // The scout chooses two of the three photographs of the pier by the keyboard, the last one first.
  await page.getByRole('button', { name: `Change ${c}` }).press('Enter');
  await page.getByRole('button', { name: 'Choose photographs' }).press('Enter');
  const choice = page.getByRole('dialog', { name: `Choose photographs of ${c}` });
  await choice.getByRole('checkbox', { name: 'Show photograph 2' }).press('Space');
  const handle = choice.getByRole('button', { name: 'Move photograph 3' });
  await handle.press('ArrowLeft');
  await page.getByText('photograph 3 moved to position 2 of 3.').waitFor();
  await expect.poll(() => handle.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await choice.getByRole('button', { name: 'Save photographs' }).press('Enter');
  await page.getByText(`The board shows 2 photographs of ${c}.`).waitFor();
  await scout.api(updateLocation, { id, locationId: ids[1]!, state: 'REFUSED' });
  await phone.reload();
  await phone.getByText('This location is no longer available.').waitFor();
  await phone.getByText('You have answered all 2 locations.').waitFor();
  await scout.api(updateLocation, { id, locationId: ids[1]!, state: 'ASKED' });
  await phone.getByRole('button', { name: `Photographs of ${c}` }).click();
  const photographs = phone.locator('.guest-photographs img');
  await expect
    .poll(() => photographs.evaluateAll((all) => all.map((img) => (img as HTMLImageElement).alt)))
    .toEqual(['Lamp', 'Stairs']);
  await page.getByRole('button', { name: `Change ${c}` }).click();
  await page.getByRole('button', { name: 'Photographs: 2 chosen' }).click();
  await choice.getByRole('button', { name: 'Use all photographs of the location' }).click();
  await page.getByText(`The board shows all photographs of ${c}.`).waitFor();

  await page.getByRole('button', { name: `Lock in ${c}` }).click();
  await page.getByText(`${c} is locked in for ‘Farewell’.`).waitFor();
  await lookBooks.setDetails(ids[2]!, { images: [0, 1].map(getPublishedImage) });
  await page.getByRole('button', { name: 'Make a look-book' }).click();
  const lookBook = page.getByRole('dialog', { name: 'Make a look-book' });
  const makeDocument = async (format: string, ending = format) => {
    await lookBook.getByRole('radio', { name: format }).check();
    await lookBook.getByRole('checkbox', { name: /^Answers of guests/ }).check();
    await lookBook.getByRole('button', { name: 'Make look-book' }).click();
    await lookBook.getByRole('progressbar').waitFor();
    const waiting = site.db.selectFrom('look_books').select('id').where('state', '=', 'WAITING');
    await lookBooks.make((await waiting.executeTakeFirstOrThrow()).id);
    const button = lookBook.getByRole('button', { name: new RegExp(`^Download ${ending}`) });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return readFile(await download.path());
  };
  const { text, nodes } = await readPdf(await makeDocument('PDF'));
  for (const words of ['Arrival', 'Wedding', 'LOCKED IN Farewell', '1 yes, 1 no', 'The lamp, from below'])
    expect(text).toContain(words);
  const figures = nodes.filter(({ role }) => role === 'Figure');
  expect(figures.length).toBeGreaterThan(2);
  expect(figures.filter(({ alt }) => !alt)).toEqual([]);
  const slides = Object.values(await lookBooks.unzip(await makeDocument('PowerPoint 16:9', 'PPTX')));
  expect(slides.map(String).join(' ')).toContain('The lamp, from below');
  const pictures = await lookBooks.unzip(await makeDocument('ZIP'));
  expect(Object.keys(pictures)).toContain('Episode-4/3-Farewell/1-Pier-1.jpg');
  expect(String(pictures['Episode-4/captions.csv'])).toContain('1 yes, 1 no');

  const [photographsOfGuest] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('link', { name: 'Download photographs' }).click(),
  ]);
  const given = await lookBooks.unzip(await readFile(await photographsOfGuest.path()));
  expect(given['Episode-4/3-Farewell/1-Pier-1.webp']?.subarray(8, 12).toString()).toBe('WEBP');
  expect(String(given['Episode-4/captions.csv'])).toMatch(/The lade, view 0/);
  expect(String(given['Episode-4/captions.csv'])).not.toMatch(/Second choice|1 yes/);
});
