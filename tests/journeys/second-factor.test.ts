import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, openPage, visit } from '../support/browser.ts';
import { box, dialog, logIn } from '../support/forms.ts';
import { addPerson, addSignedInPerson } from '../support/people.ts';
import { addAuthenticator, createAuthenticatorApp } from '../support/second-factors.ts';
import { startSite } from '../support/site.ts';

const site = await startSite({ env: { SECOND_FACTOR: 'required' } });
const browser = await openBrowser();
const SECURITY = `${site.url}/edit-profile/security`;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const readCodes = (page: Page) =>
  page.getByRole('region', { name: 'Keep your recovery codes' }).locator('code').allInnerTexts();
const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.getByRole('button', { name: 'Log In' }).waitFor();
};
/** Opens a page of a browser on a device with passkeys, which always recognises its owner. */
async function openOnDevice(): Promise<Page> {
  const page = await browser.newPage({ fresh: true });
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return page;
}

test('a member of the team must set up an authenticator app, logs in with it, and recovers after losing it', async () => {
  const { email } = await addPerson(site.db, 'ADMIN');
  const page = await openPage(browser, `${site.url}/`);
  await press(page, 'Log In');
  await logIn(page, email);
  await page.waitForURL(SECURITY);
  await page.getByText('Your role requires one').waitFor();
  await press(page, 'Set up');
  const key = (await dialog(page).locator('code').innerText()).replaceAll(' ', '');
  const app = createAuthenticatorApp(key);
  await box(page, 'Code').fill('000000');
  await dialog(page).getByRole('button', { name: 'Set up' }).click();
  await dialog(page).getByText('Please check one field').waitFor();
  await box(page, 'Code').fill(app.getCode(new Date()));
  await dialog(page).getByRole('button', { name: 'Set up' }).click();
  await page.getByText('The authenticator app is set up.').waitFor();
  const codes = await readCodes(page);
  expect(codes).toHaveLength(10);

  await visit(page, `${site.url}/admin/users`);
  await visit(page, SECURITY);
  expect(await page.getByText(codes[0]!).count()).toBe(0);
  await logOut(page);
  await press(page, 'Log In');
  await logIn(page, email);
  await press(page, 'Use a recovery code');
  await box(page, 'Recovery code').fill(codes[0]!);
  await dialog(page).getByRole('button', { name: 'Log In' }).click();
  await page.getByText('You are logged in as').waitFor();
  await visit(page, SECURITY);
  await page.getByText('9 codes left').waitFor();
  await press(page, 'Remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByText('Add another one before').waitFor();
});

test('a scout adds a passkey, confirms the password with it, and logs in without a password', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const page = await openOnDevice();
  await scout.enter(page.context());
  await visit(page, SECURITY);
  await press(page, 'Add a passkey');
  await box(page, 'Name').fill('Laptop');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The passkey was added.').waitFor();
  await page.getByRole('heading', { name: 'Passkey: Laptop' }).waitFor();
  await logOut(page);

  await press(page, 'Log In');
  await logIn(page, scout.person.email);
  await press(page, 'Use a passkey');
  await page.getByText('You are logged in as').waitFor();
  await logOut(page);

  await press(page, 'Log In');
  await press(page, 'Use a passkey instead');
  // The message of the log-in before may still be shown.
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  await visit(page, SECURITY);
  await page.getByRole('listitem').filter({ hasText: 'Laptop' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('It was removed.').waitFor();
  await page.getByText('nobody can log in with your password alone').waitFor();
});

test('a browser without a matching passkey says so', async () => {
  const page = await openOnDevice();
  await visit(page, `${site.url}/`);
  await press(page, 'Log In');
  await press(page, 'Use a passkey instead');
  await page.getByText('No passkey was used.').waitFor();
});

test('the team resets the second factor of somebody who has lost it', async () => {
  const { id } = await addPerson(site.db, 'SCOUT', { first_name: 'Morag' });
  await addAuthenticator(site.db, id);
  const admin = await addSignedInPerson(site, 'ADMIN');
  await addAuthenticator(site.db, admin.person.id);
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/users/${id}`);
  await press(page, 'Reset second factor');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  await page.getByText('The second factors were removed.').waitFor();
  await expect.poll(() => page.getByText('Second factor set up').count()).toBe(0);
});

test('somebody confirms who they are by a code, or by a passkey, instead of the password', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const { id } = scout.person;
  const page = await openOnDevice();
  await scout.enter(page.context());
  await visit(page, SECURITY);
  await press(page, 'Add a passkey');
  await box(page, 'Name').fill('Laptop');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The passkey was added.').waitFor();
  const app = await addAuthenticator(site.db, id);
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const remove = async (factor: string) => {
    const confirmed_at = new Date(Date.now() - 600_001);
    await site.db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', id).execute();
    await visit(page, SECURITY);
    await page.getByRole('listitem').filter({ hasText: factor }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await confirmation.getByLabel('Your password', { exact: true }).waitFor();
  };

  await remove('Authenticator app');
  await confirmation.getByRole('button', { name: 'Use a code of your authenticator app' }).click();
  await confirmation.getByLabel('Code').fill('000000');
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await confirmation.getByText('Please check one field').waitFor();
  await confirmation.getByLabel('Code').fill(app.getCode(new Date()));
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('It was removed.').waitFor();

  await remove('Laptop');
  await confirmation.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('It was removed.').waitFor();
});
