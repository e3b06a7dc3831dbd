import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, openPage, visit } from '../support/browser.ts';
import { dialog } from '../support/forms.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { addPerson, addSignedInPerson } from '../support/people.ts';
import { freePort, startSite } from '../support/site.ts';

const port = String(await freePort());
const provider = await startIdentityProvider(`http://localhost:${port}`);
const site = await startSite({ env: { PORT: port, ...provider.env, TEAM_PASSWORDS: 'off' } });
const browser = await openBrowser();
const member = { email: 'mairi@agency.example', email_verified: true, given_name: 'Mairi', family_name: 'Bell' };
provider.accounts.set('mairi', { ...member, roles: ['admin'] });
provider.accounts.set('guest', { ...member, email: 'guest@agency.example', roles: ['guest'] });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Fills in the form of the provider. */
async function logInThere(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: 'Agency Log-in' }).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await press(page, 'Continue');
}

test('a member of the team logs in at the provider, comes back to the requested page, and confirms there who they are', async () => {
  const { id } = await addPerson(site.db, 'SCOUT', { first_name: 'Morag' });
  const page = await openPage(browser, `${site.url}/admin/users/${id}`);
  await dialog(page).getByText('The Locations Team and film offices log in like this only.').waitFor();
  await press(page, 'Log in with Agency Log-in');
  await logInThere(page, 'mairi');
  await page.waitForURL(`${site.url}/admin/users/${id}`);
  await page.getByRole('heading', { name: 'Morag Robertson' }).waitFor();

  await site.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .execute();
  await press(page, 'End sessions');
  await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click();
  await dialog(page).getByText('log in with Agency Log-in again to go on').waitFor();
  expect(await page.getByLabel('Your password').count()).toBe(0);
  await press(page, 'Confirm with Agency Log-in');
  await logInThere(page, 'mairi');
  await page.getByText('Please repeat what you were about to do').waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL(`${site.url}/admin/users/${id}`);
  await press(page, 'End sessions');
  await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click();
  await page.getByText('There were no sessions.').waitFor();

  await visit(page, `${site.url}/edit-profile/security`);
  await page.getByText('You log in with Agency Log-in.').waitFor();
  await page.getByText('nobody can log in with Agency Log-in alone').waitFor();
  expect(await page.getByText('password').count()).toBe(0);

  await visit(page, `${site.url}/log-in/single-sign-on?code=used&state=used`);
  await page.getByRole('alert').getByText('was completed already').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL(`${site.url}/boards`);
});

test('somebody without a role, and one who cancels, read why they are not logged in', async () => {
  const page = await openPage(browser, `${site.url}/about`);
  await press(page, 'Log In');
  await press(page, 'Log in with Agency Log-in');
  await logInThere(page, 'guest');
  const alert = page.getByRole('alert');
  await alert.getByText('Your account at Agency Log-in has no role on this site.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  const before = page.url();
  await press(page, 'Log in with Agency Log-in');
  // The provider still knows this person, and sends the browser back with another answer.
  await page.waitForURL(({ href, pathname }) => href !== before && pathname === '/log-in/single-sign-on');
  await alert.getByText('has no role on this site.').waitFor();

  await page.reload();
  await alert.getByText('This log-in took too long, was completed already').waitFor();
  await page.context().clearCookies();
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await press(page, 'Log in with Agency Log-in');
  await press(page, 'Cancel');
  await alert.getByText('Agency Log-in did not log you in.').waitFor();
});

test('the team sees who uses single sign-on, and unlinks an account', async () => {
  const page = await browser.newPage();
  const admin = await addSignedInPerson(site, 'ADMIN');
  await admin.enter(page.context());
  const link = await site.db.selectFrom('single_sign_on_links').select('user_id').executeTakeFirstOrThrow();
  await visit(page, `${site.url}/admin/users/${link.user_id}`);
  await page.getByText('Single sign-on since').waitFor();
  await press(page, 'Unlink single sign-on');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('The account is no longer linked.').waitFor();
  await expect.poll(() => page.getByText('Single sign-on since').count()).toBe(0);
});
