import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, visit } from '../support/browser.ts';
import { type SignedIn, enter, signedIn } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();

/** A page of somebody's browser. */
async function openAs({ enter: enterAs }: SignedIn, path: string): Promise<{ page: Page; context: BrowserContext }> {
  const page = await browser.newPage();
  await enterAs(page.context());
  await visit(page, site.url + path);
  return { page, context: page.context() };
}
const endAll = (userId: string) => site.db.deleteFrom('sessions').where('user_id', '=', userId).execute();
/** What the browser says when a tab is looked at again. */
const look = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const profileLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Profile', exact: true });

test('a tab that is looked at again notices that its session has ended, and forgets what it showed', async () => {
  const scout = await signedIn(site, 'SCOUT', { last_name: 'Anstruther' });
  const { page } = await openAs(scout, '/edit-profile');
  await expect.poll(() => page.getByRole('textbox', { name: 'Last name' }).inputValue()).toBe('Anstruther');
  await look(page);
  expect(await profileLink(page).isVisible()).toBe(true);
  await endAll(scout.person.id);
  await look(page);
  await page.waitForURL(`${site.url}/`);
  await profileLink(page).waitFor({ state: 'detached' });
  // The page before is not shown from what was kept.
  await page.goBack();
  await page.waitForURL(/#log-in=/);
  expect(await page.content()).not.toContain('Anstruther');
});

test('a tab shows nothing of one person to the next one who logs in', async () => {
  const scout = await signedIn(site, 'SCOUT', { last_name: 'Anstruther' });
  const { page, context } = await openAs(scout, '/edit-profile');
  const other = await signedIn(site, 'OWNER', { last_name: 'Balfour' });
  await other.enter(context);
  const tab = await context.newPage();
  await visit(tab, site.url);
  const { token } = other;
  const { person } = other;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this site alone
  await tab.evaluate((session) => new BroadcastChannel('recce-session').postMessage({ began: session }), {
    token,
    user: { ...person, first_name: 'Isla', last_name: 'Balfour' },
  });
  await expect.poll(() => page.getByRole('textbox', { name: 'Last name' }).inputValue()).toBe('Balfour');
  expect(await page.content()).not.toContain('Anstruther');
});

test('a session that ends in one tab leaves the newer one of another alone', async () => {
  const scout = await signedIn(site, 'SCOUT');
  const { page, context } = await openAs(scout, '/about');
  const tab = await context.newPage();
  await visit(tab, `${site.url}/about`);
  const newer = await enter(site, scout.person);
  await newer.enter(context);
  await visit(page, `${site.url}/about`);
  await site.db
    .deleteFrom('sessions')
    .where('id', 'in', await oldest(scout.person.id))
    .execute();
  await look(tab);
  await tab.waitForURL(`${site.url}/`);
  await profileLink(tab).waitFor({ state: 'detached' });
  expect(await profileLink(page).isVisible()).toBe(true);
});

async function oldest(userId: string): Promise<string[]> {
  const { id } = await site.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  return [id];
}

test('a page that is not for whoever asks is never shown, however they come to it', async () => {
  const owner = await signedIn(site, 'OWNER');
  const { page } = await openAs(owner, '/about');
  const answers: string[] = [];
  page.on('response', (response) => void answers.push(new URL(response.url()).pathname));
  // As a link inside the site leads there.
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
