import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openBrowser, openPage, visit } from '../support/browser.ts';
import { box, dialog, fill, logIn, getFieldError } from '../support/forms.ts';
import { deliverMails, findLink, findOneMail } from '../support/mail-folder.ts';
import { addPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const NEW_PASSWORD = 'seven geese over the loch';

const mailTo = findOneMail(await deliverMails(site));

const open = (address = '/') => openPage(browser, site.url + address);

describe('forgotten password', () => {
  const ask = async (page: Page, email: string) => {
    await box(page, 'Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If there is an account with this email address').waitFor();
  };

  test('is reset once with the link of an email', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    const page = await open();
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('link', { name: 'Reset password' }).click();
    await page.waitForURL(`${site.url}/reset-password`);
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect.poll(() => getFieldError(page, 'Email')).toBe('Enter your email address.');
    await ask(page, email);

    const link = findLink(await mailTo(email, 'Choose a new password'), '/reset-password');
    await visit(page, link);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Please check 2 fields').waitFor();
    expect(await getFieldError(page, 'Password')).toBe('Use at least 12 characters.');
    expect(await getFieldError(page, 'Confirm password')).toBe('Enter the password again.');
    await fill(page, { Password: NEW_PASSWORD, 'Confirm password': `${NEW_PASSWORD}.` });
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect.poll(() => getFieldError(page, 'Confirm password')).toBe("The passwords don't match");
    await fill(page, { 'Confirm password': NEW_PASSWORD });
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password was changed.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'log-in' }).click();
    await logIn(page, email, NEW_PASSWORD);
    await page.waitForURL(`${site.url}/boards`);
    // A signed-in user is redirected.
    await page.goto(`${site.url}/reset-password`);
    await page.waitForURL(`${site.url}/`);

    const another = await open(link.slice(site.url.length));
    await another.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    await ask(another, email);
  });

  test('shows the same message without an account', async () => {
    await ask(await open('/reset-password'), 'nobody@crew.example');
  });

  test('offers a new link when the link expires meanwhile', async () => {
    const { email, id } = await addPerson(site.db, 'SCOUT');
    const page = await open('/reset-password');
    await ask(page, email);
    await visit(page, findLink(await mailTo(email, 'Choose a new password'), '/reset-password'));
    await fill(page, { Password: NEW_PASSWORD, 'Confirm password': NEW_PASSWORD });
    await site.db.deleteFrom('account_tokens').where('user_id', '=', id).execute();
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
  });
});
