import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addLocation, createBoard, createPrivateBoard, shareBoard } from '../../src/features/boards/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { deliverMails } from '../support/mail-folder.ts';
import { type SignedIn, addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const mails = await deliverMails(site);

async function openPageAs(person: SignedIn): Promise<Page> {
  const page = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await person.enter(page.context());
  return page;
}

/** Creates a board with a castle and a note, and opens its share dialog. */
async function openShareDialog(title: string) {
  const boardOwner = await addSignedInPerson(site, 'SCOUT', { first_name: 'Catriona', last_name: 'Muir' });
  const [castle] = (await boardOwner.api(searchLocations, { query: 'eilean donan castle' })).data;
  const board = await boardOwner.api(createBoard, { title });
  await boardOwner.api(addLocation, { id: board.id, locationId: castle!.id, note: 'Ask for Morag' });
  const page = await openPageAs(boardOwner);
  const url = `${site.url}/boards/${board.id}`;
  await visit(page, url);
  await page.getByRole('button', { name: 'Share board' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share board' });
  await dialog.waitFor();
  return { boardOwner, page, url, dialog, board };
}

describe('sharing by email', () => {
  test('accepts several addresses, and none while one is invalid', async () => {
    const { page, dialog } = await openShareDialog('Wrong addresses');
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter an email address.').waitFor();
    const address = (n: number) => dialog.getByRole('textbox', { name: `Email address ${n}` });
    await address(1).fill('isla@northlight.example');
    await dialog.getByRole('button', { name: 'Add another address' }).click();
    await expect.poll(() => address(2).evaluate((it) => it === document.activeElement)).toBe(true);
    for (const [typed, message] of [
      ['calum@northlight', 'Enter an email address such as name@example.com.'],
      [`${'x'.repeat(300)}@northlight.example`, 'Use at most 300 characters.'],
    ] as const) {
      await address(2).fill(typed);
      await page.keyboard.press('Enter');
      await dialog.getByText(message).waitFor();
      await expect.poll(() => address(2).getAttribute('aria-invalid')).toBe('true');
    }
    await dialog.getByRole('tab', { name: 'Currently shared with 0' }).click();
    await dialog.getByText('This board is not shared with anyone yet.').waitFor();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => address(1).inputValue()).toBe('isla@northlight.example');
    await dialog.getByRole('button', { name: 'Remove address 2' }).click();
    await expect.poll(() => address(2).count()).toBe(0);
  });

  test('shows shared boards to the Locations Team without actions', async () => {
    const { page, dialog } = await openShareDialog('For the team');
    const colleague = await addSignedInPerson(site, 'ADMIN');
    await dialog.getByRole('textbox').fill(colleague.person.email);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const theirs = await openPageAs(colleague);
    await visit(theirs, `${site.url}/boards`);
    const shared = theirs.getByRole('region', { name: 'Boards shared with me' });
    await shared.getByText('Read only').waitFor();
    expect(await shared.getByRole('button').count()).toBe(0);
    await shared.getByRole('link', { name: 'For the team' }).click();
    await theirs.getByText('Ask for Morag').waitFor();
    expect(await theirs.getByRole('main').getByRole('button').allTextContents()).toEqual([
      'Export',
      'Make a look-book',
    ]);

    await theirs.getByRole('link', { name: 'Manage board' }).click();
    await theirs.getByRole('textbox', { name: 'Title' }).fill('For the whole team');
    await theirs.getByRole('button', { name: 'Save' }).click();
    await theirs.getByRole('heading', { level: 1, name: 'For the whole team' }).waitFor();
    await theirs.getByRole('link', { name: 'View on the website' }).click();
    await theirs.waitForURL(({ pathname }) => pathname.startsWith('/boards/'));
    await theirs.getByText('Ask for Morag').waitFor();
    await theirs.getByRole('heading', { level: 1, name: 'For the whole team' }).waitFor();
    // The page in the back office, which has the same texts, is shown until this one has loaded.
    await expect
      .poll(() => theirs.getByRole('main').getByRole('button').allTextContents())
      .toEqual(['Export', 'Make a look-book']);
  });

  test('lets an owner read the board, without boards of their own', async () => {
    const { url, dialog, page } = await openShareDialog('For the owner');
    const owner = await addSignedInPerson(site, 'OWNER');
    await dialog.getByRole('textbox').fill(owner.person.email);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const theirs = await openPageAs(owner);
    await visit(theirs, url);
    await theirs.getByText('Ask for Morag').waitFor();
    expect(await theirs.getByRole('main').getByRole('button').count()).toBe(0);
    await theirs.getByRole('link', { name: 'Eilean Donan Castle' }).click();
    await theirs.getByRole('link', { name: 'Back to For the owner' }).click();
    await theirs.getByRole('link', { name: 'Back to locations' }).waitFor();
    await theirs.getByRole('button', { name: 'Menu' }).click();
    await theirs.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Register a location' }).waitFor();
    expect(await theirs.locator('a[href="/boards"]').count()).toBe(0);
  });

  test('lets the recipient of the email read the board, but not change it, until it is unshared', async () => {
    const { page, url, dialog } = await openShareDialog('For the director');
    const director = await addSignedInPerson(site, 'SCOUT', { first_name: 'Fraser', last_name: 'Innes' });
    await dialog.getByRole('textbox').fill(director.person.email.toUpperCase());
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Shared with 1 person').waitFor();
    const [mail] = await mails(({ recipient }) => recipient.toLowerCase() === director.person.email);
    expect(mail?.subject).toBe('Catriona has shared a board with you: For the director');
    expect(mail?.text).toContain(url);

    const theirs = await openPageAs(director);
    await visit(theirs, `${site.url}/boards`);
    const shared = theirs.getByRole('region', { name: 'Boards shared with me' });
    await shared.getByText('From Catriona').waitFor();
    await shared.getByText('Read only').waitFor();
    expect(await shared.getByRole('button').count()).toBe(0);
    await shared.getByRole('link', { name: 'For the director' }).click();
    await theirs.getByRole('heading', { level: 1, name: 'For the director' }).waitFor();
    await theirs.getByText('Ask for Morag').waitFor();
    expect(await theirs.getByRole('main').getByRole('button').allTextContents()).toEqual([
      'Export',
      'Make a look-book',
    ]);
    expect(await theirs.content()).not.toContain('Muir');

    await page.getByRole('button', { name: 'Share board' }).click();
    await dialog.getByRole('tab', { name: 'Currently shared with 1' }).click();
    await dialog.getByRole('button', { name: /^Stop sharing with/ }).click();
    await dialog.getByText('can no longer see this board.').waitFor();
    await dialog.getByRole('tab', { name: 'Currently shared with 0' }).waitFor();
    await theirs.reload();
    await theirs.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });
});

test('lets a colleague edit the board when the owner says so', async () => {
  const { page, url, dialog } = await openShareDialog('For a colleague');
  const colleague = await addSignedInPerson(site, 'SCOUT');
  const { email } = colleague.person;
  await dialog.getByRole('textbox').fill(email);
  await dialog.getByRole('combobox', { name: 'Access of address 1' }).selectOption('Can edit');
  await dialog.getByRole('button', { name: 'Share board' }).click();
  await dialog.waitFor({ state: 'hidden' });

  const theirs = await openPageAs(colleague);
  await visit(theirs, `${site.url}/boards`);
  const shared = theirs.getByRole('region', { name: 'Boards shared with me' });
  await shared.getByText('Can edit').waitFor();
  await shared.getByRole('link', { name: 'For a colleague' }).click();
  await theirs.getByRole('button', { name: 'Edit the note of Eilean Donan Castle' }).click();
  await theirs.getByRole('textbox', { name: 'Note of Eilean Donan Castle' }).fill('Ask for Morag, after ten');
  // The note is shown before the response.
  const saved = theirs.waitForResponse((response) => response.request().method() === 'PUT');
  await theirs.getByRole('button', { name: 'Save note' }).click();
  await theirs.getByText('Ask for Morag, after ten').waitFor();
  await saved;
  for (const name of ['Share board', 'Duplicate board', 'Archive board'])
    expect(await theirs.getByRole('button', { name }).count()).toBe(0);
  await visit(theirs, `${site.url}/find-a-location?query=lighthouse`);
  await theirs
    .getByRole('button', { name: /^Add .* to a board/ })
    .first()
    .click();
  await theirs.getByRole('region', { name: 'Shared with me' }).getByRole('button').click();
  await theirs.getByText('was added to ‘For a colleague’.').waitFor();

  await visit(page, url);
  await page.getByText('2 locations', { exact: true }).waitFor();
  await page.getByText('Ask for Morag, after ten').waitFor();
  await page.getByRole('button', { name: 'Share board' }).click();
  await dialog.getByRole('tab', { name: 'Currently shared with 1' }).click();
  await dialog.getByRole('combobox', { name: `Access of ${email}` }).selectOption('Can view');
  await dialog.getByText(`${email} can only view this board.`).waitFor();
  await visit(theirs, url);
  await theirs.getByText('Ask for Morag, after ten').waitFor();
  expect(await theirs.getByRole('button', { name: /note/ }).count()).toBe(0);
});

describe('sharing with an address without an account', () => {
  test('opens the board by the link in the email, once, and by a new link in another browser', async () => {
    const { page, dialog } = await openShareDialog('For the financier');
    const recipient = 'morven@northlight.example';
    await dialog.getByRole('textbox').fill(recipient);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const receiveLink = async (count: number) => {
      const received = await mails((mail) => mail.recipient === recipient, count);
      const links = received.map(({ text }) => /\S+\/boards\/shared\/\S+#token=[\w-]{43}/.exec(text)?.[0] ?? '');
      return links.find((link) => !usedLinks.has(link)) ?? '';
    };
    const usedLinks = new Set<string>();

    const link = await receiveLink(1);
    usedLinks.add(link);
    const reader = await browser.newPage({ fresh: true });
    await visit(reader, link);
    await reader.getByText('Catriona has shared a board with you').waitFor();
    await reader.getByRole('heading', { level: 1, name: 'For the financier' }).waitFor();
    await reader.locator('.invitation picture').waitFor();
    await reader.getByRole('button', { name: 'Open the board' }).click();
    await reader.getByText('Ask for Morag').waitFor();
    await expect.poll(() => reader.evaluate(() => document.activeElement?.id)).toBe('content');
    expect(await reader.content()).not.toContain('Muir');
    const address = link.replace(/\?.*/, '');
    await visit(reader, address);
    await reader.getByText('Ask for Morag').waitFor();
    await reader.getByRole('link', { name: 'create an account' }).click();
    await reader.getByRole('dialog', { name: 'Register' }).waitFor();
    await reader.keyboard.press('Escape');
    await reader.getByRole('dialog', { name: 'Register' }).waitFor({ state: 'hidden' });

    const other = await browser.newPage({ fresh: true });
    await visit(other, link);
    await other.getByRole('heading', { level: 1, name: 'Confirm your email address' }).waitFor();
    await other.getByRole('button', { name: 'Send a new link' }).click();
    await other.getByText('We have sent a new link to the email address that the board is shared with.').waitFor();
    const next = await receiveLink(2);
    await other.evaluate((hash) => (location.hash = hash), next.replace(/.*#/, ''));
    await other.getByRole('button', { name: 'Open the board' }).click();
    await other.getByText('Ask for Morag').waitFor();

    await page.getByRole('button', { name: 'Share board' }).click();
    await dialog.getByRole('tab', { name: 'Currently shared with 1' }).click();
    await dialog.getByRole('button', { name: /^Stop sharing with/ }).click();
    await dialog.getByText('can no longer see this board.').waitFor();
    await reader.reload();
    await reader.getByText('This board is no longer shared with you, or was deleted.').waitFor();
  });
});

describe('public link', () => {
  test('is created and copied, shows the board to everyone, and stops working when it is deleted', async () => {
    const { boardOwner, page, dialog } = await openShareDialog('The causeway');
    await dialog.getByRole('tab', { name: 'Public Link' }).click();
    await dialog.getByRole('button', { name: 'Create public link' }).click();
    await dialog.getByText('The link was created.').waitFor();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await dialog.getByText('The link was copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(new RegExp(`^${site.url}/boards/public/[\\w-]{22,}$`));
    expect(link).toBe(await dialog.getByRole('textbox', { name: 'Public link' }).inputValue());

    const stranger = await browser.newPage();
    await visit(stranger, link);
    await stranger.getByRole('heading', { level: 1, name: 'The causeway' }).waitFor();
    await stranger.getByText('From Catriona').waitFor();
    const html = await (await fetch(link)).text();
    for (const secret of ['Muir', boardOwner.person.email, boardOwner.person.id, 'Ask for Morag']) {
      expect(html).not.toContain(secret);
      expect(await stranger.content()).not.toContain(secret);
    }
    expect(html).toMatch(/<meta name="robots" content="noindex, nofollow"/);
    expect(html).toMatch(/<meta name="referrer" content="no-referrer"/);
    expect(await stranger.locator('.board-item').getByRole('button').count()).toBe(0);
    await stranger.getByRole('link', { name: 'Eilean Donan Castle' }).click();
    await stranger.waitForURL('**/find-a-location/eilean-donan-castle');

    await dialog.getByRole('button', { name: 'Delete public link' }).click();
    await dialog.getByText('will stop working immediately for everyone who has it').waitFor();
    await dialog.getByRole('button', { name: 'Keep link' }).click();
    await visit(stranger, link);
    await dialog.getByRole('button', { name: 'Delete public link' }).click();
    await dialog.getByRole('button', { name: 'Delete link' }).click();
    await dialog.getByRole('button', { name: 'Create public link' }).waitFor();
    expect((await stranger.goto(link))?.status()).toBe(404);
    await stranger.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    expect((await fetch(link)).status).toBe(404);
  });

  test('shows changes of the board at once', async () => {
    const { boardOwner, page, dialog, board } = await openShareDialog('Growing');
    await dialog.getByRole('tab', { name: 'Public Link' }).click();
    await dialog.getByRole('button', { name: 'Create public link' }).click();
    const link = await dialog.getByRole('textbox', { name: 'Public link' }).inputValue();
    const stranger = await browser.newPage();
    await visit(stranger, link);
    await stranger.getByText('1 location', { exact: true }).waitFor();
    const [light] = (await boardOwner.api(searchLocations, { query: 'lighthouse' })).data;
    await boardOwner.api(addLocation, { id: board.id, locationId: light!.id });
    await visit(stranger, link);
    await stranger.getByText('2 locations', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('is not offered for a private board', async () => {
    const admin = await addSignedInPerson(site, 'ADMIN');
    const board = await admin.api(createPrivateBoard, { title: 'Under wraps' });
    const page = await openPageAs(admin);
    await visit(page, `${site.url}/boards/${board.id}`);
    await page.getByRole('button', { name: 'Share board' }).click();
    await page.getByRole('tab', { name: 'Share via email' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Public Link' }).count()).toBe(0);
    expect(board.rights.link).toBe(false);
  });
});

test('lists a board that was shared before the recipient had an account', async () => {
  const boardOwner = await addSignedInPerson(site, 'SCOUT');
  const board = await boardOwner.api(createBoard, { title: 'Night exteriors' });
  await boardOwner.api(shareBoard, { id: board.id, emails: ['late@crew.example'] });
  const late = await addSignedInPerson(site, 'SCOUT', { email: 'late@crew.example' });
  const page = await openPageAs(late);
  await visit(page, `${site.url}/boards`);
  await page
    .getByRole('region', { name: 'Boards shared with me' })
    .getByRole('link', { name: 'Night exteriors' })
    .waitFor();
});
