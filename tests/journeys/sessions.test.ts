import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addLocation, createBoard } from '../../src/features/boards/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { waitForHydration, openBrowser, visit } from '../support/browser.ts';
import { box, logIn } from '../support/forms.ts';
import { type SignedIn, signInAs, addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
// Links preload their pages, also while requests are aborted.
const browser = await openBrowser({ expected: /ApiError: We could not reach the site/ });

/** Opens a page in the browser of a signed-in person. */
async function openAs({ enter: enterAs }: SignedIn, path: string): Promise<{ page: Page; context: BrowserContext }> {
  const page = await browser.newPage();
  await enterAs(page.context());
  // Events of a board would tell of the end of the session before the test goes on.
  await page.route('**/api/boards/*/events', (route) => route.abort());
  await visit(page, site.url + path);
  return { page, context: page.context() };
}
const endAll = (userId: string) => site.db.deleteFrom('sessions').where('user_id', '=', userId).execute();
/** Dispatches the event of a tab that becomes visible. */
const showTab = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const profileLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Profile', exact: true });

test('logs out a tab that becomes visible after its session has ended, and clears its data', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT', { last_name: 'Anstruther' });
  const { page } = await openAs(scout, '/edit-profile');
  await expect.poll(() => page.getByRole('textbox', { name: 'Last name' }).inputValue()).toBe('Anstruther');
  await showTab(page);
  expect(await profileLink(page).isVisible()).toBe(true);
  await endAll(scout.person.id);
  await showTab(page);
  await page.waitForURL(`${site.url}/`);
  await profileLink(page).waitFor({ state: 'detached' });
  // Back does not show cached data.
  await page.goBack();
  await page.waitForURL(/#log-in=/);
  expect(await page.content()).not.toContain('Anstruther');
});

test('shows nothing of one user to the next one in the same tab', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT', { last_name: 'Anstruther' });
  const { page, context } = await openAs(scout, '/edit-profile');
  const other = await addSignedInPerson(site, 'OWNER', { last_name: 'Balfour' });
  await other.enter(context);
  const tab = await context.newPage();
  await visit(tab, site.url);
  const { token } = other;
  const { person } = other;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this site alone
  await tab.evaluate((session) => new BroadcastChannel('recce-session').postMessage({ started: session }), {
    token,
    user: { ...person, first_name: 'Isla', last_name: 'Balfour' },
  });
  await expect.poll(() => page.getByRole('textbox', { name: 'Last name' }).inputValue()).toBe('Balfour');
  expect(await page.content()).not.toContain('Anstruther');
});

test('keeps the newer session of another tab when a session ends', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const { page, context } = await openAs(scout, '/about');
  const tab = await context.newPage();
  await visit(tab, `${site.url}/about`);
  const newer = await signInAs(site, scout.person);
  await newer.enter(context);
  await visit(page, `${site.url}/about`);
  await site.db
    .deleteFrom('sessions')
    .where('id', 'in', await findOldestSession(scout.person.id))
    .execute();
  await showTab(tab);
  await tab.waitForURL(`${site.url}/`);
  await profileLink(tab).waitFor({ state: 'detached' });
  expect(await profileLink(page).isVisible()).toBe(true);
});

async function findOldestSession(userId: string): Promise<string[]> {
  const { id } = await site.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  return [id];
}

test('keeps a note that is being typed when the session expires, for its user', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const board = await scout.api(createBoard, { title: 'Lights' });
  const [found] = (await scout.api(searchLocations, { query: 'eilean donan' })).data;
  await scout.api(addLocation, { id: board.id, locationId: found!.id });
  const { page } = await openAs(scout, `/boards/${board.id}`);
  await page.getByRole('button', { name: /^Add a note to/ }).click();
  const note = page.getByRole('textbox', { name: /^Note of/ });
  await note.fill('Ask for the bridge at dawn.');
  await endAll(scout.person.id);
  await page.getByRole('button', { name: 'Save note' }).click();
  await site.db.updateTable('board_locations').set({ note: 'No drones.' }).where('board_id', '=', board.id).execute();
  await page.getByRole('button', { name: 'Log In' }).last().click();
  await logIn(page, scout.person.email);
  await page.waitForURL(`**/boards/${board.id}`);
  await expect.poll(() => note.inputValue()).toBe('Ask for the bridge at dawn.');
  const both = page.getByRole('group', { name: /^Two texts/ });
  await both.getByText('No drones.').waitFor();
  await both.getByRole('button', { name: 'Use mine' }).click();
  await page.getByRole('button', { name: 'Save note' }).click();
  await note.waitFor({ state: 'detached' });
  await page.getByText('Ask for the bridge at dawn.').waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('note/')))).toEqual([]);
});

test('never shows a page without permission, however it is reached', async () => {
  const owner = await addSignedInPerson(site, 'OWNER');
  const { page } = await openAs(owner, '/about');
  const answers: string[] = [];
  page.on('response', (response) => void answers.push(new URL(response.url()).pathname));
  // By client-side navigation.
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/boards', textContent: 'Boards' });
    document.querySelector('main')?.prepend(link);
  });
  await page.getByRole('main').getByRole('link', { name: 'Boards', exact: true }).click();
  await page.waitForURL(`${site.url}/`);
  expect(answers.filter((path) => path.includes('boards'))).toEqual([]);
  await page.goto(`${site.url}/boards`);
  expect(new URL(page.url()).pathname).toBe('/');
});

/** Lists the keys of the browser's storage, for this tab and permanent. */
const listStoredKeys = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => !key.startsWith('tsr-')),
  );
const listSessions = (userId: string) =>
  site.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute();
const logInButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log In' });
const listAuditTypes = async (userId: string) =>
  (await site.db.selectFrom('audit_logs').select('type').where('user_id', '=', userId).orderBy('id').execute()).map(
    ({ type }) => type,
  );

describe('logout while the site is unreachable', () => {
  test('applies in this browser at once, and on the server when it is reachable again', async () => {
    const admin = await addSignedInPerson(site, 'ADMIN');
    const { page, context } = await openAs(admin, '/admin/locations?query=castle');
    const other = await context.newPage();
    await visit(other, `${site.url}/edit-profile`);
    await page.locator('tbody tr').first().getByRole('link').first().click();
    await page.waitForURL(/admin\/locations\/.+/);
    await expect.poll(() => listStoredKeys(page)).toContain('recce.list.locations');
    await context.route('**/api/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByText('You are logged out in this browser.').waitFor();
    await logInButton(page).waitFor();
    await other.waitForURL(`${site.url}/`);
    expect(await listStoredKeys(page)).toEqual([]);
    expect(await listSessions(admin.person.id)).toHaveLength(1);
    // Scripts can read no secret that authenticates.
    const readable = await page.evaluate(() => document.cookie);
    expect(readable).toMatch(/^ended-session=[\da-f-]{36}$/);

    // The next user loads the site: pages get through, API calls do not.
    const answer = await page.goto(`${site.url}/admin/users`);
    expect(await answer!.text()).not.toContain(admin.token);
    await page.waitForURL(/#log-in=/);
    await waitForHydration(page);
    await logInButton(page).waitFor({ state: 'attached' });
    expect(await listSessions(admin.person.id)).toEqual([]);
    expect(await listAuditTypes(admin.person.id)).toEqual([1, 2]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await listStoredKeys(page)).toEqual([]);
  });

  test('does not end the session of the next user', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const { page, context } = await openAs(scout, '/boards');
    await context.route('**/api/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByText('You are logged out in this browser.').waitFor();
    await context.unroute('**/api/**');
    const next = await addSignedInPerson(site, 'OWNER');
    await site.db.deleteFrom('sessions').where('user_id', '=', next.person.id).execute();
    await page.locator('.toast').getByRole('button', { name: 'Hide' }).click();
    await logInButton(page).click();
    await logIn(page, next.person.email);
    await profileLink(page).waitFor();
    await page.reload();
    await waitForHydration(page);
    expect(await profileLink(page).getAttribute('href')).toBe('/locations');
    expect(await listSessions(scout.person.id)).toEqual([]);
    expect(await listSessions(next.person.id)).toHaveLength(1);
  });

  test('cannot be forged by another site, nor for another session', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const [session] = await listSessions(scout.person.id);
    const { id: other } = (await listSessions((await addSignedInPerson(site, 'SCOUT')).person.id))[0]!;
    const ask = (cookie: string) => fetch(`${site.url}/about`, { headers: { cookie } });
    for (const cookie of [`ended-session=${session!.id}`, `${scout.cookie}; ended-session=${other}`])
      expect((await ask(cookie)).headers.get('set-cookie')).toMatch(/^ended-session=; Max-Age=0;/);
    expect(await (await ask(scout.cookie)).text()).toContain(scout.token);
    expect(await listSessions(scout.person.id)).toEqual([session]);
    const ended = await ask(`${scout.cookie}; ended-session=${session!.id}`);
    expect(await ended.text()).not.toContain(scout.token);
    expect(ended.headers.get('cache-control')).toBe('no-store');
    expect(await listSessions(scout.person.id)).toEqual([]);
  });
});

test('deletes saved list queries on logout, and leaves no marker behind', async () => {
  const { page } = await openAs(await addSignedInPerson(site, 'ADMIN'), '/admin/users?query=isla');
  await expect.poll(() => listStoredKeys(page)).toContain('recce.list.users');
  await page.getByRole('button', { name: 'Logout' }).click();
  await logInButton(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.cookie)).toBe('');
  expect(await listStoredKeys(page)).toEqual([]);
});

test('deletes the saved list queries of a user whose session has ended before the next login', async () => {
  const admin = await addSignedInPerson(site, 'ADMIN');
  const { page } = await openAs(admin, '/admin/users?query=isla');
  await expect.poll(() => listStoredKeys(page)).toContain('recce.list.users');
  await endAll(admin.person.id);
  await visit(page, `${site.url}/about`);
  await expect.poll(() => listStoredKeys(page)).not.toContain('recce.list.users');
});

test('asks before logging out with unsaved changes, while the session is still valid', async () => {
  const admin = await addSignedInPerson(site, 'ADMIN');
  const { person } = await addSignedInPerson(site, 'SCOUT');
  const { page } = await openAs(admin, `/admin/users/${person.id}`);
  await box(page, 'First name').fill('Iseabail');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await box(page, 'First name').inputValue()).toBe('Iseabail');
  expect(await listSessions(admin.person.id)).toHaveLength(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL(`${site.url}/`);
  await logInButton(page).waitFor();
  await expect.poll(() => listSessions(admin.person.id)).toEqual([]);
});

describe('session that ends during editing', () => {
  /** Expects the home page without a dialog, and one message whose button leads to the login and back to the page. */
  async function isSentHome(page: Page, { person }: SignedIn, before: string): Promise<void> {
    await page.waitForURL(`${site.url}/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await logInButton(page).waitFor();
    const message = page.locator('.toast');
    await message.getByText('Your session has ended.').waitFor();
    expect(await message.count()).toBe(1);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await message.getByRole('button', { name: 'Log In' }).click();
    await logIn(page, person.email);
    await expect.poll(() => new URL(page.url()).pathname).toBe(before);
    await profileLink(page).waitFor({ state: 'attached' });
  }

  test('leads home from a form without asking about unsaved changes', async () => {
    const admin = await addSignedInPerson(site, 'ADMIN');
    const { person } = await addSignedInPerson(site, 'SCOUT');
    const { page } = await openAs(admin, `/admin/users/${person.id}`);
    await box(page, 'First name').fill('Iseabail');
    await endAll(admin.person.id);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await isSentHome(page, admin, `/admin/users/${person.id}`);
  });

  test('closes a dialog of the page', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const { id } = await scout.api(createBoard, { title: 'Lights' });
    const { page } = await openAs(scout, `/boards/${id}`);
    await page.getByRole('button', { name: 'Archive board' }).click();
    const question = page.getByRole('alertdialog', { name: 'Archive board?' });
    await endAll(scout.person.id);
    await question.getByRole('button', { name: 'Archive board' }).click();
    await isSentHome(page, scout, `/boards/${id}`);
  });

  test('closes a dialog of the home page', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const { page } = await openAs(scout, '/');
    await page
      .getByRole('button', { name: /^Add .* to a board$/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Add to board' });
    await dialog.getByRole('textbox', { name: 'New board' }).fill('Lights');
    await endAll(scout.person.id);
    await dialog.getByRole('button', { name: 'Create and add' }).click();
    await isSentHome(page, scout, '/');
  });
});
