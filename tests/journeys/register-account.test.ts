import { describe, expect, test } from 'vitest';
import { waitForHydration, openBrowser, openPage, visit } from '../support/browser.ts';
import { box, dialog, fill, focused, logIn, getFieldError, typed } from '../support/forms.ts';
import { deliverMails, findLink, findOneMail } from '../support/mail-folder.ts';
import { addPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const NEW_PASSWORD = 'seven geese over the loch';

const mailTo = findOneMail(await deliverMails(site));

const open = (address = '/') => openPage(browser, site.url + address);

const SCOUT = {
  'First name': 'Ishbel',
  'Last name': 'Ó Néill',
  Email: 'ishbel@crew.example',
  Telephone: '+44 131 496 0142',
  'Job title': 'Location scout',
  Website: 'https://crew.example/ishbel',
  Password: NEW_PASSWORD,
};

test('says how hard a new password is to guess', async () => {
  const page = await open('/#register-scout');
  await fill(page, { Password: 'mortgage1234' });
  await page.getByText('This password is easy to guess. It is a common or leaked password, or close to one.').waitFor();
  await fill(page, { Password: NEW_PASSWORD });
  await page.getByText('This password is very hard to guess.').waitFor();
  await fill(page, { Password: 'short' });
  await page.getByText('This password is very hard to guess.').waitFor({ state: 'detached' });
});

test('registers a scout, who verifies the email address by email, logs in, edits the profile and logs out', async () => {
  const page = await open('/#register-scout');
  await expect.poll(() => page.getByRole('radio', { name: 'Location Professional' }).isChecked()).toBe(true);
  await fill(page, SCOUT);
  await dialog(page).getByRole('button', { name: 'Register' }).click();
  await page.getByText('Thank you. Please follow the link in the email that we have sent you.').waitFor();
  await expect.poll(() => focused(page)).toContain('Check your email');

  await visit(page, findLink(await mailTo(SCOUT['Email'], 'Verify your email address'), '/verify-email'));
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await page.getByText('Your email address is verified. Please log in.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await logIn(page, SCOUT['Email'], NEW_PASSWORD);
  await page.waitForURL(`${site.url}/boards`);
  await page.getByRole('heading', { level: 1, name: 'Ishbel Ó Néill' }).waitFor();
  await page.getByText('Location Professional', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'EDIT PROFILE' }).click();
  await page.waitForURL(`${site.url}/edit-profile`);
  const { Password: _, ...restored } = SCOUT;
  expect(await typed(page, Object.keys(restored))).toEqual(restored);
  await fill(page, { 'First name': 'Iseabail', Website: '' });
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Profile updated successfully').waitFor();
  await expect.poll(() => focused(page)).toBe('Profile updated successfully');
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Iseabail Ó Néill' }).waitFor();

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  await page.reload();
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  await page.goto(`${site.url}/boards`);
  await page.waitForURL(`${site.url}/#log-in=/boards`);
});

test('registers an owner without job title and website, and leads to their page', async () => {
  const page = await open();
  await page.getByRole('link', { name: 'Register as a Location Owner' }).click();
  await expect.poll(() => page.getByRole('radio', { name: 'Location Owner' }).isChecked()).toBe(true);
  expect(await box(page, 'Job title').count()).toBe(0);
  const { 'Job title': _, Website: __, ...owner } = { ...SCOUT, Email: 'morag@farm.example' };
  await fill(page, owner);
  await dialog(page).getByRole('button', { name: 'Register' }).click();
  await visit(page, findLink(await mailTo('morag@farm.example', 'Verify your email address'), '/verify-email'));
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await logIn(page, 'morag@farm.example', NEW_PASSWORD);
  await page.waitForURL(`${site.url}/locations`);
  await page.getByText('Location Owner', { exact: true }).waitFor();
});

describe('registration', () => {
  test('lists missing fields at the fields and above them, and focuses the first', async () => {
    const page = await open('/#register-scout');
    await dialog(page).getByRole('button', { name: 'Register' }).click();
    await page.getByText('Please check 6 fields').waitFor();
    await expect.poll(() => getFieldError(page, 'First name')).toBe('Enter your first name.');
    await expect.poll(() => getFieldError(page, 'Email')).toBe('Enter your email address.');
    await expect.poll(() => getFieldError(page, 'Job title')).toBe('Enter your job title.');
    await expect.poll(() => getFieldError(page, 'Password')).toBe('Use at least 12 characters.');
    expect(await getFieldError(page, 'Website')).toBeNull();
    await expect.poll(() => focused(page)).toBe('first_name');
    await dialog(page).getByRole('button', { name: 'Job title' }).click();
    await expect.poll(() => focused(page)).toBe('jobtitle');
  });

  test('requires a role', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('tab', { name: 'Register' }).click();
    await dialog(page).getByRole('button', { name: 'Register' }).click();
    await page.locator('.error', { hasText: 'Choose how you will use the site.' }).waitFor();
    await page.getByRole('radio', { name: 'Location Professional' }).check();
    await box(page, 'Job title').waitFor();
    await page.getByRole('radio', { name: 'Location Owner' }).check();
    await box(page, 'Job title').waitFor({ state: 'detached' });
  });

  test('rejects what is invalid, and keeps the input', async () => {
    const page = await open('/#register-scout');
    for (const [name, value, message] of [
      ['Website', 'crew.example', 'Enter a web address that starts with https:// or http://.'],
      ['Telephone', '12345', 'Enter a telephone number of 7 to 30 digits, such as 0131 496 0142.'],
      ['Email', 'ishbel@crew', 'Enter an email address such as name@example.com.'],
      ['Password', 'password1234', 'This password is easy to guess'],
      ['Password', 'too short', 'Use at least 12 characters.'],
    ] as const) {
      const given = { ...SCOUT, Email: 'wrong@crew.example', [name]: value };
      await fill(page, given);
      await dialog(page).getByRole('button', { name: 'Register' }).click();
      await page.locator('.field .error', { hasText: message }).waitFor();
      expect(await typed(page, Object.keys(given))).toEqual(given);
      // The input is also kept on the way to the other form and back.
      await page.getByRole('tab', { name: 'Log in' }).click();
      await page.getByRole('tab', { name: 'Register' }).click();
      expect(await typed(page, Object.keys(given))).toEqual(given);
    }
  });

  test('looks the same for a registered email address, and only its owner is notified', async () => {
    const { email } = await addPerson(site.db, 'OWNER');
    const page = await open('/#register-scout');
    await fill(page, { ...SCOUT, Email: email });
    await dialog(page).getByRole('button', { name: 'Register' }).click();
    await page.getByText('Thank you. Please follow the link in the email that we have sent you.').waitFor();
    await mailTo(email, 'You already have an account');
  });
});

describe('verification link', () => {
  test('without a token leads home', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/verify-email`);
    await page.waitForURL(`${site.url}/`);
  });

  test('shows an error if it is invalid, and leads home', async () => {
    const page = await browser.newPage();
    await visit(page, `${site.url}/verify-email?from=mail#token=made-up`);
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    const error = page.getByRole('alertdialog', { name: 'Error' });
    await error.getByRole('button', { name: 'Go to the home page' }).click();
    await page.waitForURL(`${site.url}/`);
  });
});
