import { expect, test } from 'vitest';
import { setMaintenance } from '../../src/features/content/maintenance/commands.server.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { box, fill } from '../support/forms.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser({ expected: /ApiError: The site is under planned maintenance/ });

const ENQUIRY = { Name: 'Ishbel', Email: 'ishbel@crew.example', Comment: 'A long story' };

/** Switches maintenance as the command does, and waits until the node applies it. */
async function maintenance(state: 'on' | 'off'): Promise<void> {
  await site.db.transaction().execute((trx) => setMaintenance(trx, state === 'on', new Date()));
  const answered = async () => (await fetch(`${site.url}/api/site`)).status;
  await expect.poll(answered).toBe(state === 'on' ? 503 : 200);
}

test('redirects all visitors to the maintenance page, and back afterwards', async () => {
  const open = await browser.newPage();
  await visit(open, site.url);
  const known = await browser.newPage();
  await visit(known, `${site.url}/about`);
  await known.getByRole('link', { name: 'Contact us' }).first().click();
  await known.getByRole('heading', { level: 1, name: 'Contact us' }).waitFor();
  const caller = await browser.newPage();
  await visit(caller, `${site.url}/contact-us`);
  await fill(caller, ENQUIRY);
  const slowCaller = await browser.newPage();
  await visit(slowCaller, `${site.url}/contact-us`);
  await maintenance('on');
  expect((await fetch(`${site.url}/api/site`)).headers.get('retry-after')).toBe('60');
  // Its challenge is requested during maintenance.
  await fill(slowCaller, ENQUIRY);

  await open.getByRole('link', { name: 'See all locations' }).click();
  await open.waitForURL('**/maintenance');
  await open.getByRole('heading', { level: 1, name: 'Maintenance' }).waitFor();
  await open.getByText('The site is under planned maintenance and will be back in the coming days.').waitFor();
  expect(await open.getByRole('link', { name: 'Recce Scotland, home' }).isVisible()).toBe(true);
  expect(await open.getByRole('button', { name: 'Menu' }).count()).toBe(0);
  expect(await open.getByText('Log In').count()).toBe(0);
  expect(await open.getByText('Screen Alba').count()).toBe(0);
  expect(await open.getByRole('contentinfo').count()).toBe(0);

  // Cached data in the browser does not keep a page open either.
  await known.goBack();
  await known.waitForURL('**/maintenance');

  // Unsaved input is kept.
  for (const page of [caller, slowCaller]) {
    await page.getByRole('button', { name: 'Send enquiry' }).click();
    await page.getByRole('alert').filter({ hasText: 'The site is under planned maintenance' }).waitFor();
    expect(await box(page, 'Comment').inputValue()).toBe('A long story');
  }

  // A page that the browser restores from its back/forward cache, which it announces like this.
  await caller.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await caller.waitForURL('**/maintenance');
  await caller.getByRole('heading', { level: 1, name: 'Maintenance' }).waitFor();

  const late = await browser.newPage();
  for (const path of ['/', '/find-a-location?query=castle', '/no-such-page']) {
    const response = await late.goto(site.url + path);
    expect(late.url()).toBe(`${site.url}/maintenance`);
    expect(response?.status()).toBe(503);
    expect(Number(response?.headers()['retry-after'])).toBeGreaterThan(0);
  }
  await late.getByRole('link', { name: 'Recce Scotland, home' }).click();
  await late.waitForURL('**/maintenance');

  // Only the Locations Team can log in, and nobody can register.
  for (const address of ['/admin/users', '/maintenance#register-scout']) {
    const office = await browser.newPage();
    await office.goto(site.url + address);
    const modal = office.getByRole('dialog', { name: 'Log In' });
    await modal.getByRole('textbox', { name: 'Email' }).waitFor();
    expect(await modal.getByText(/register|new here/i).count()).toBe(0);
  }

  await maintenance('off');
  await late.reload();
  await late.waitForURL(`${site.url}/`);
  await late.getByRole('button', { name: 'Menu' }).waitFor();
  await open.getByRole('link', { name: 'Recce Scotland, home' }).click();
  await open.getByRole('heading', { level: 1, name: 'Find the place in the script' }).waitFor();
});
