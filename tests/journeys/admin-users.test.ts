import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { userById, updateUser } from '../../src/features/accounts/administration/contract.ts';
import {
  addLocation as addToBoard,
  boardsOfUser,
  createBoard,
  moveLocations,
  updateBoard,
} from '../../src/features/boards/contract.ts';
import { addSection, updateSection } from '../../src/features/boards/sections/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { openBrowser, visit, waitForIdle } from '../support/browser.ts';
import { box, focused, getFieldError } from '../support/forms.ts';
import { addLocation } from '../support/locations.ts';
import { addPerson, addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const { db } = site;
const browser = await openBrowser();
const admin = await addSignedInPerson(site, 'ADMIN', { first_name: 'Zora', last_name: 'Young' });

/** Opens a page of the back office as an admin. */
async function openAdminPage(path: string): Promise<Page> {
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}${path}`);
  return page;
}

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const firstNames = (page: Page) => page.locator('tbody tr td:nth-child(2)').allTextContents();
const listAuditEntries = (type: number) =>
  db.selectFrom('audit_logs').select(['user_id', 'details', 'board_id']).where('type', '=', type).execute();

describe('list of users', () => {
  test('is searched, filtered, sorted, paged, exported and restored', async () => {
    for (const [first_name, last_name] of [
      ['Ishbel', 'Ó Néill'],
      ['Ewan', 'Neilson'],
      ['Ailsa', 'Neill'],
    ] as const) {
      await addPerson(db, first_name === 'Ewan' ? 'OWNER' : 'SCOUT', { first_name, last_name });
    }
    const page = await openAdminPage('/admin/users');
    await page.keyboard.press('/');
    await page.keyboard.type('neil');
    await expect.poll(() => firstNames(page)).toEqual(['Ailsa', 'Ewan', 'Ishbel']);
    await page.getByRole('link', { name: 'First Name' }).click();
    await page.getByRole('columnheader', { name: 'First Name' }).and(page.locator('[aria-sort="ascending"]')).waitFor();
    await page.getByRole('link', { name: 'First Name' }).click();
    await expect.poll(() => firstNames(page)).toEqual(['Ishbel', 'Ewan', 'Ailsa']);
    await press(page, 'Role');
    await page.getByRole('checkbox', { name: 'Location Professional' }).click();
    await expect.poll(() => firstNames(page)).toEqual(['Ishbel', 'Ailsa']);
    await page.keyboard.press('Escape');
    await page.getByText('Displaying 1 - 2 of 2 users').waitFor();

    const download = page.waitForEvent('download');
    await press(page, 'Export CSV');
    const file = await (await download).createReadStream();
    let text = '';
    for await (const chunk of file) text += String(chunk);
    expect(
      text
        .trim()
        .split('\r\n')
        .map((line) => line.split(',')[1]),
    ).toEqual(['First Name', 'Ishbel', 'Ailsa']);

    await page.locator('h1').click();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ailsa Neill' }).waitFor();
    await page.getByRole('link', { name: 'Back to list' }).click();
    await expect.poll(() => firstNames(page)).toEqual(['Ishbel', 'Ailsa']);
    await page.getByRole('cell', { name: 'Ishbel', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ishbel Ó Néill' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await expect.poll(async () => (await firstNames(page)).length).toBeGreaterThan(3);
  });
});

describe('profile of a user', () => {
  test('is validated, reset and saved, and asks before leaving with unsaved changes', async () => {
    const scout = await addPerson(db, 'SCOUT', { first_name: 'Eilidh' });
    const page = await openAdminPage(`/admin/users/${scout.id}`);
    await box(page, 'First name').fill(' ');
    await box(page, 'Telephone').fill('12');
    await box(page, 'Website').fill('crew.example');
    await press(page, 'Save');
    await page.getByText('Please check 3 fields').waitFor();
    await expect.poll(() => getFieldError(page, 'First name')).toBe('Enter the first name.');
    await expect.poll(() => getFieldError(page, 'Website')).toContain('https://');
    await page.getByRole('status').getByText('First name, Telephone, Website').waitFor();
    await press(page, 'Reset');
    await expect.poll(() => box(page, 'First name').inputValue()).toBe('Eilidh');
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });

    await box(page, 'Job title').fill('Producer');
    await page.getByRole('link', { name: 'Back to list' }).click();
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
    await press(page, 'Stay on this page');
    await expect.poll(() => box(page, 'Job title').inputValue()).toBe('Producer');
    await press(page, 'Save');
    await toast(page, 'Record saved successfully').waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
    expect(await admin.api(userById, { id: scout.id })).toMatchObject({
      contact: { jobtitle: 'Producer' },
      version: 2,
    });
    expect(await listAuditEntries(28)).toContainEqual({
      user_id: admin.person.id,
      board_id: null,
      details: { userId: scout.id, fields: 'jobtitle' },
    });

    await box(page, 'Email').fill('eilidh@new.example');
    await press(page, 'Save');
    await page.getByText('The email address will change to eilidh@new.example').waitFor();
    await expect.poll(() => box(page, 'Email').inputValue()).toBe(scout.email);
  });

  test('shows both values after a conflicting change', async () => {
    const owner = await addPerson(db, 'OWNER', { first_name: 'Hamish', last_name: 'Bell' });
    const page = await openAdminPage(`/admin/users/${owner.id}`);
    await box(page, 'Last name').fill('Mine');
    const { id, email } = owner;
    const theirs = { firstName: 'Seumas', lastName: 'Theirs', telephone1: '0131 496 0188', email };
    await admin.api(updateUser, { id, version: 1, ...theirs });
    await press(page, 'Save');
    await page.getByRole('alert').getByText('Somebody else has changed this user.').waitFor();
    await expect.poll(() => box(page, 'Last name').inputValue()).toBe('Mine');
    await expect.poll(() => box(page, 'First name').inputValue()).toBe('Seumas');
    await page.getByRole('button', { name: 'Use this value: Saved by somebody else of Last name' }).click();
    await expect.poll(() => box(page, 'Last name').inputValue()).toBe('Theirs');
    await box(page, 'Last name').fill('Both');
    await press(page, 'Save');
    await toast(page, 'Record saved successfully').waitFor();
    expect(await admin.api(userById, { id })).toMatchObject({ first_name: 'Seumas', last_name: 'Both' });
  });
});

test('deletes an owner after listing what is deleted, and keeps the name in the audit log', async () => {
  const owner = await addSignedInPerson(site, 'OWNER', { first_name: 'Morag', last_name: 'Lamont' });
  const { id } = owner.person;
  await addLocation(db, { title: 'Lade mill', owner_id: id });
  const page = await openAdminPage(`/admin/users/${id}`);
  await page.getByRole('row', { name: /Lade mill/ }).waitFor();
  await press(page, 'Delete user');
  const question = page.getByRole('alertdialog', { name: 'Delete Morag Lamont?' });
  await question.getByText('1 location, none published').waitFor();
  await question.getByRole('button', { name: 'Delete user' }).click();
  await toast(page, 'User has been deleted successfully').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/users');
  expect(await page.getByText('Lamont').count()).toBe(0);
  expect(await db.selectFrom('locations').select('id').where('owner_id', '=', id).execute()).toEqual([]);
  await page.goto(`${site.url}/admin/audit-logs?user=lamont`);
  await page.getByRole('cell', { name: 'Morag Lamont (Deleted user)' }).first().waitFor();
  await page.goto(`${site.url}/admin/users/${id}`);
  await page.getByText('Page not found').first().waitFor();
});

describe('boards of a scout', () => {
  test('are created, renamed, filled, emptied, archived and deleted by the team', async () => {
    const scout = await addPerson(db, 'SCOUT', { first_name: 'Ruaridh', last_name: 'Orr' });
    const [light] = (await admin.api(searchLocations, { query: 'lighthouse' })).data;
    const page = await openAdminPage(`/admin/users/${scout.id}`);
    // The page does not hear of the location that is added meanwhile.
    await page.route('**/api/boards/*/events', (route) => route.abort());
    await page.getByText('There are no boards yet.').waitFor();
    await press(page, 'Add New Board');
    const prompt = page.getByRole('dialog', { name: 'Add New Board' });
    await prompt.getByRole('button', { name: 'Create board' }).click();
    await prompt.getByRole('textbox').fill('Night exteriors');
    await prompt.getByRole('button', { name: 'Create board' }).click();
    await page.getByRole('link', { name: 'View Night exteriors' }).click();
    await page.getByRole('heading', { level: 1, name: 'Night exteriors' }).waitFor();

    await box(page, 'Title').fill('  ');
    await press(page, 'Save');
    await page.locator('.error').getByText('Enter a title for the board.').waitFor();
    await expect.poll(() => focused(page)).toBe('title');
    expect(await box(page, 'Title').getAttribute('aria-invalid')).toBe('true');
    await box(page, 'Title').fill('Dawn exteriors');
    await press(page, 'Save');
    await toast(page, 'Record saved successfully').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Dawn exteriors' }).waitFor();

    await press(page, 'Add New Location');
    const search = page.getByRole('dialog', { name: 'Add locations' });
    // The list before the search has the location too, and is replaced when the search is answered.
    const answered = page.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('query') === light!.title,
    );
    await search.getByRole('searchbox').fill(light!.title);
    await answered;
    const add = search.getByRole('button', { name: `Add ${light!.title}`, exact: true });
    await add.waitFor();
    const [board] = (await admin.api(boardsOfUser, { id: scout.id })).data;
    await admin.api(addToBoard, { id: board!.id, locationId: light!.id });
    await add.click();
    await search.getByRole('alert').getByText('Location already in this board').waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    const row = page.getByRole('row', { name: new RegExp(light!.title) });
    await row.getByRole('button', { name: /^Remove/ }).click();
    await toast(page, 'was removed from the board').getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();

    await press(page, 'Archive Board');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive board' }).click();
    await toast(page, 'was archived').waitFor();
    await page.getByRole('link', { name: 'Archived', exact: true }).click();
    await page.getByRole('link', { name: 'View Dawn exteriors' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dawn exteriors' }).waitFor();
    expect(await page.getByRole('button', { name: /Archive Board|Add New Location|Remove/ }).count()).toBe(0);
    // The browser has nothing to do while the page that is returned to waits for its list.
    const { promise: idle, resolve: proceed } = Promise.withResolvers<void>();
    await page.route(/\/api\/users\/[^/]+\/boards/, async (route) => {
      await idle;
      await route.fallback();
    });
    await press(page, 'Delete Board');
    const listed = page.waitForRequest(/\/api\/users\/[^/]+\/boards/);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete board' }).click();
    await listed;
    await waitForIdle(page);
    proceed();
    await toast(page, 'was deleted').waitFor();

    const entry = { user_id: admin.person.id, board_id: board!.id };
    for (const type of [20, 23, 24, 25, 26])
      expect(await listAuditEntries(type)).toContainEqual(expect.objectContaining(entry));
    const notified = await db.selectFrom('notifications').select('type').where('board_id', '=', board!.id).execute();
    expect(notified).toEqual([{ type: 'BOARD_CREATED' }]);
  });

  test('show section, state and cost of each location', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const { id } = await scout.api(createBoard, { title: 'Episode 7' });
    const [found] = (await scout.api(searchLocations, { query: 'lighthouse' })).data;
    const locationId = found!.id;
    await scout.api(addToBoard, { id, locationId, state: 'VISITED', cost: { amount: 400, days: 2 } });
    const [scene] = await scout.api(addSection, { id, title: 'Scene 12: the lamp' });
    await scout.api(moveLocations, { id, locationIds: [locationId], sectionId: scene!.id });
    await scout.api(updateSection, { id, sectionId: scene!.id, lockedLocationId: locationId });
    const page = await openAdminPage(`/admin/users/${scout.person.id}/boards/${id}`);
    const row = page.getByRole('row').filter({ hasText: found!.title });
    for (const text of ['Scene 12: the lamp', 'Locked in', 'Visited', '£800 (2 days at £400)'])
      await row.getByText(text).first().waitFor();

    // The scout changes the title meanwhile.
    await box(page, 'Title').fill('Episode 7: night');
    await scout.api(updateBoard, { id, title: 'Episode 7a' });
    const conflict = page.getByRole('group', { name: 'Two texts: Title' });
    await conflict.getByRole('button', { name: 'Use mine' }).click();
    await press(page, 'Save');
    await page.getByRole('heading', { level: 1, name: 'Episode 7: night' }).waitFor();
    await scout.api(updateBoard, { id, title: 'Episode 8' });
    await expect.poll(() => box(page, 'Title').inputValue()).toBe('Episode 8');
  });

  test('respond not found under another user', async () => {
    const [one, other] = [await addSignedInPerson(site, 'SCOUT'), await addSignedInPerson(site, 'SCOUT')];
    const { id } = await one.api(createBoard, { title: 'Mine alone' });
    const page = await openAdminPage(`/admin/users/${other.person.id}/boards/${id}`);
    await page.getByText('Page not found').first().waitFor();
  });
});

test('invites a colleague, who is on the team from then on', async () => {
  const page = await openAdminPage('/admin/settings');
  await press(page, 'Invite a colleague');
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Mairi');
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Aird');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(admin.person.email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await dialog.getByText('A member of the Locations Team already has this email address.').first().waitFor();
  // The error is shown only at the field, which has the focus, and in the summary.
  await dialog.getByText('Please check one field').waitFor();
  expect(await dialog.getByText('A member of the Locations Team already has this email address.').count()).toBe(2);
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await expect.poll(() => focused(page)).toBe('email');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('mairi@agency.example');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await toast(page, 'We have sent an invitation to mairi@agency.example.').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Mairi Aird' }).getByText('Invited').waitFor();
  const mail = db.selectFrom('outbox').select('subject').where('recipient', '=', 'mairi@agency.example');
  expect((await mail.execute())[0]?.subject).toContain('You are invited to the Locations Team');
});
