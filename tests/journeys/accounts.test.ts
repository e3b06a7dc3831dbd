import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isAlive, openBrowser, visit } from '../support/browser.ts';
import { deliverMails, linkIn } from '../support/mail-folder.ts';
import { PASSWORD, addPerson, enter, signedIn } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();
const mailsThat = await deliverMails(site);

const NEW_PASSWORD = 'seven geese over the loch';

const dialog = (page: Page) => page.getByRole('dialog');
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);
const mailTo = async (recipient: string, subject: string) =>
  (await mailsThat((mail) => mail.recipient === recipient && mail.subject === subject))[0]!;

async function open(address = '/'): Promise<Page> {
  const page = await browser.newPage();
  await visit(page, site.url + address);
  return page;
}

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await box(page, name).fill(value);
}

async function typed(page: Page, names: readonly string[]): Promise<Record<string, string>> {
  const pairs = names.map(async (name) => [name, await box(page, name).inputValue()] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/** What is said at a field. */
const saidAt = (page: Page, name: string) =>
  box(page, name).evaluate((it) => {
    const ids = it.getAttribute('aria-invalid') === 'true' ? it.getAttribute('aria-describedby') : null;
    return ids && document.getElementById(ids.split(' ')[0]!)?.textContent;
  });

/** Logs in by the modal that is open. */
async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await fill(page, { 'E-mail': email, Password: password });
  await dialog(page).getByRole('button', { name: 'Log In' }).click();
}

const SCOUT = {
  'First name': 'Ishbel',
  'Last name': 'Ó Néill',
  'E-mail': 'ishbel@crew.example',
  Telephone: '+44 131 496 0142',
  'Job title': 'Location scout',
  Website: 'https://crew.example/ishbel',
  Password: NEW_PASSWORD,
};

test('a scout registers, verifies through the mail, logs in, edits the profile and logs out', async () => {
  const page = await open('/#register-scout');
  await expect.poll(() => page.getByRole('radio', { name: 'Location Professional' }).isChecked()).toBe(true);
  await fill(page, SCOUT);
  await dialog(page).getByRole('button', { name: 'Register' }).click();
  await page.getByText('Thank you. Please follow the link in the e-mail that we have sent you.').waitFor();
  expect(await focused(page)).toContain('Look in your mailbox');

  await visit(page, linkIn(await mailTo(SCOUT['E-mail'], 'Verify your e-mail address'), '/verify-email'));
  await page.getByText('Your e-mail address is verified. Please log in.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await logIn(page, SCOUT['E-mail'], NEW_PASSWORD);
  await page.waitForURL(`${site.url}/boards`);
  await page.getByRole('heading', { level: 1, name: 'Ishbel Ó Néill' }).waitFor();
  await page.getByText('Location Professional', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'EDIT PROFILE' }).click();
  await page.waitForURL(`${site.url}/edit-profile`);
  const { Password: _, ...kept } = SCOUT;
  expect(await typed(page, Object.keys(kept))).toEqual(kept);
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
  await isAlive(page);
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  await page.goto(`${site.url}/boards`);
  await page.waitForURL(`${site.url}/#log-in=/boards`);
});

test('an owner is asked neither for a job title nor for a website, and comes to the own page', async () => {
  const page = await open();
  await page.getByRole('link', { name: 'Register as a Location Owner' }).click();
  await expect.poll(() => page.getByRole('radio', { name: 'Location Owner' }).isChecked()).toBe(true);
  expect(await box(page, 'Job title').count()).toBe(0);
  const { 'Job title': _, Website: __, ...owner } = { ...SCOUT, 'E-mail': 'morag@farm.example' };
  await fill(page, owner);
  await dialog(page).getByRole('button', { name: 'Register' }).click();
  await visit(page, linkIn(await mailTo('morag@farm.example', 'Verify your e-mail address'), '/verify-email'));
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await logIn(page, 'morag@farm.example', NEW_PASSWORD);
  await page.waitForURL(`${site.url}/locations`);
  await page.getByText('Location Owner', { exact: true }).waitFor();
});

describe('registering', () => {
  test('says what is missing, at the fields and above them, and goes to the first', async () => {
    const page = await open('/#register-scout');
    await dialog(page).getByRole('button', { name: 'Register' }).click();
    await page.getByText('Please check 6 fields').waitFor();
    expect(await saidAt(page, 'First name')).toBe('Enter your first name.');
    expect(await saidAt(page, 'E-mail')).toBe('Enter your e-mail address.');
    expect(await saidAt(page, 'Job title')).toBe('Enter your job title.');
    expect(await saidAt(page, 'Password')).toBe('Use at least 12 characters.');
    expect(await saidAt(page, 'Website')).toBeNull();
    await expect.poll(() => focused(page)).toBe('first_name');
    await dialog(page).getByRole('button', { name: 'Job title' }).click();
    await expect.poll(() => focused(page)).toBe('jobtitle');
  });

  test('asks for the role that nobody chose', async () => {
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

  test.each([
    ['Website', 'crew.example', 'Enter an address that begins with https:// or http://.'],
    ['Telephone', '12345', 'Enter a telephone number of 7 to 30 digits, such as 0131 496 0142.'],
    ['E-mail', 'ishbel@crew', 'Enter an e-mail address such as name@example.com.'],
    ['Password', 'password1234', 'This is among the passwords that are guessed first'],
    ['Password', 'too short', 'Use at least 12 characters.'],
  ])('refuses a wrong %s (%s) and loses nothing', async (name, value, message) => {
    const page = await open('/#register-scout');
    const given = { ...SCOUT, 'E-mail': 'wrong@crew.example', [name]: value };
    await fill(page, given);
    await dialog(page).getByRole('button', { name: 'Register' }).click();
    await page.locator('.field .error', { hasText: message }).waitFor();
    expect(await typed(page, Object.keys(given))).toEqual(given);
    // Nor is anything lost on the way to the other form and back.
    await page.getByRole('tab', { name: 'Log in' }).click();
    await page.getByRole('tab', { name: 'Register' }).click();
    expect(await typed(page, Object.keys(given))).toEqual(given);
  });

  test('with an address that has an account looks the same, and only its owner learns of it', async () => {
    const { email } = await addPerson(site.db, 'OWNER');
    const page = await open('/#register-scout');
    await fill(page, { ...SCOUT, 'E-mail': email });
    await dialog(page).getByRole('button', { name: 'Register' }).click();
    await page.getByText('Thank you. Please follow the link in the e-mail that we have sent you.').waitFor();
    await mailTo(email, 'You have an account already');
  });
});

describe('logging in', () => {
  test('leads to where the visitor was going', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    const page = await open('/boards/archived');
    expect(page.url()).toBe(`${site.url}/#log-in=/boards/archived`);
    await logIn(page, email);
    await page.waitForURL(`${site.url}/boards/archived`);
  });

  test('stays on the page, which then knows who it is', async () => {
    const { email } = await addPerson(site.db, 'SCOUT', { first_name: 'Catriona', last_name: 'Muir' });
    const page = await open('/find-a-location/eilean-donan-castle');
    await page.getByRole('button', { name: 'Log In' }).click();
    await logIn(page, email);
    await page.getByText('You are logged in as Catriona Muir.').waitFor();
    expect(page.url()).toBe(`${site.url}/find-a-location/eilean-donan-castle`);
    const profile = page.getByRole('link', { name: 'Profile', exact: true });
    expect(await profile.getAttribute('href')).toBe('/boards');
    await expect.poll(() => profile.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.reload();
    await isAlive(page);
    await profile.waitFor();
  });

  test.each(['nobody@crew.example', 'known'])('as %s with a wrong password tells nothing more', async (who) => {
    const email = who === 'known' ? (await addPerson(site.db, 'SCOUT')).email : who;
    const page = await open();
    await page.getByRole('button', { name: 'Log In' }).click();
    await logIn(page, email, 'not the password');
    await page.getByRole('alert').filter({ hasText: 'do not go together' }).waitFor();
    expect(await focused(page)).toContain('do not go together');
    expect(await typed(page, ['E-mail', 'Password'])).toEqual({ 'E-mail': email, Password: 'not the password' });
  });

  test('too often says when to try again', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    const page = await open();
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.route('**/api/login', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '900' },
        json: { errorType: 'TOO_MANY_REQUESTS', message: 'Too many tries. Please try again in 15 minutes.' },
      }),
    );
    await logIn(page, email);
    await page.getByRole('alert').filter({ hasText: 'Please try again in 15 minutes.' }).waitFor();
    await page.unroute('**/api/login');
    await page.route('**/api/login', (route) => route.abort());
    await logIn(page, email);
    await page.getByRole('alert').filter({ hasText: 'We could not reach the site.' }).waitFor();
  });

  test('shows and hides the password, and takes a pasted one', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Log In' }).click();
    const password = box(page, 'Password');
    await expect.poll(() => focused(page)).toBe('email');
    expect(await password.getAttribute('type')).toBe('password');
    expect(await password.getAttribute('autocomplete')).toBe('current-password');
    await password.focus();
    await page.keyboard.insertText(PASSWORD);
    const show = page.getByRole('button', { name: 'Show password' });
    await show.click();
    expect([await password.getAttribute('type'), await password.inputValue()]).toEqual(['text', PASSWORD]);
    expect(await show.getAttribute('aria-pressed')).toBe('true');
    await show.click();
    expect(await password.getAttribute('type')).toBe('password');
  });

  test('without a verified address leads to the notice, which sends the mail again', async () => {
    const { email } = await addPerson(site.db, 'SCOUT', { email_verified_at: null });
    const page = await open('/#log-in=/boards');
    await logIn(page, email);
    await page.waitForURL(`${site.url}/email-not-verified`);
    await page.getByRole('definition').filter({ hasText: email }).waitFor();
    await page.getByRole('button', { name: 'Send the mail again' }).click();
    await page.getByText('Email resent, please check your email account.').waitFor();
    await page.goto(`${site.url}/boards`);
    await page.waitForURL(`${site.url}/email-not-verified`);
    await visit(page, linkIn(await mailTo(email, 'Verify your e-mail address'), '/verify-email'));
    // Whoever is signed in already is not asked to log in.
    await page.getByRole('main').getByRole('link', { name: 'Go on' }).click();
    await page.waitForURL(`${site.url}/boards`);
  });
});

describe('a forgotten password', () => {
  const ask = async (page: Page, email: string) => {
    await box(page, 'E-mail').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If there is an account with this address').waitFor();
  };

  test('is replaced by the link of a mail, once', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    const page = await open();
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('link', { name: 'Reset password' }).click();
    await page.waitForURL(`${site.url}/reset-password`);
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect.poll(() => saidAt(page, 'E-mail')).toBe('Enter your e-mail address.');
    await ask(page, email);

    const link = linkIn(await mailTo(email, 'Choose a new password'), '/reset-password');
    await visit(page, link);
    await fill(page, { Password: NEW_PASSWORD, 'Confirm password': `${NEW_PASSWORD}.` });
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect.poll(() => saidAt(page, 'Confirm password')).toBe("The passwords don't match");
    await fill(page, { 'Confirm password': NEW_PASSWORD });
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password was changed.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'log-in' }).click();
    await logIn(page, email, NEW_PASSWORD);
    await page.waitForURL(`${site.url}/boards`);
    // Who is signed in has no use for it.
    await page.goto(`${site.url}/reset-password`);
    await page.waitForURL(`${site.url}/`);

    const another = await open(link.slice(site.url.length));
    await another.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    await ask(another, email);
  });

  test('of nobody says the same', async () => {
    await ask(await open('/reset-password'), 'nobody@crew.example');
  });

  test('whose link stops working meanwhile offers another one', async () => {
    const { email, id } = await addPerson(site.db, 'SCOUT');
    const page = await open('/reset-password');
    await ask(page, email);
    await visit(page, linkIn(await mailTo(email, 'Choose a new password'), '/reset-password'));
    await fill(page, { Password: NEW_PASSWORD, 'Confirm password': NEW_PASSWORD });
    await site.db.deleteFrom('account_tokens').where('user_id', '=', id).execute();
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
  });
});

describe('a link that verifies an address', () => {
  test('without its token leads home', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/verify-email`);
    await page.waitForURL(`${site.url}/`);
  });

  test('that does not work says so, and leads home', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/verify-email?token=made-up`);
    const error = page.getByRole('alertdialog', { name: 'Error' });
    await error.getByRole('button', { name: 'Go to the home page' }).click();
    await page.waitForURL(`${site.url}/`);
  });
});

describe('a profile', () => {
  test('says what is wrong, keeps what was typed, and asks for the new address before it counts', async () => {
    const scout = await signedIn(site, 'SCOUT');
    const page = await browser.newPage();
    await scout.enter(page.context());
    await visit(page, `${site.url}/edit-profile`);
    const wrong = { 'First name': '', Telephone: '12', 'Job title': '' };
    await fill(page, wrong);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Please check 3 fields').waitFor();
    expect(await typed(page, Object.keys(wrong))).toEqual(wrong);
    await fill(page, {
      'First name': 'Isla',
      Telephone: '0131 496 0177',
      'Job title': 'Scout',
      'E-mail': 'isla@new.example',
    });
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your e-mail address changes once you follow the link that we have sent to').waitFor();
    await visit(page, linkIn(await mailTo('isla@new.example', 'Verify your e-mail address'), '/verify-email'));
    await page.getByRole('main').getByRole('link', { name: 'Go on' }).waitFor();
    await visit(page, `${site.url}/edit-profile`);
    expect(await box(page, 'E-mail').inputValue()).toBe('isla@new.example');
  });

  test('of the Locations Team needs no telephone number, and has no job title', async () => {
    const admin = await signedIn(site, 'ADMIN', { telephone1: null });
    const page = await browser.newPage();
    await admin.enter(page.context());
    await visit(page, `${site.url}/edit-profile`);
    expect(await box(page, 'Job title').count()).toBe(0);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile updated successfully').waitFor();
  });
});

describe('two tabs', () => {
  test('know of each other’s logging in and out', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    const first = await open('/about');
    const second = await first.context().newPage();
    await visit(second, `${site.url}/find-a-location`);
    await first.getByRole('button', { name: 'Log In' }).click();
    await logIn(first, email);
    await second.getByRole('link', { name: 'Profile', exact: true }).click();
    await second.waitForURL(`${site.url}/boards`);
    await first.getByRole('button', { name: 'Logout' }).click();
    await first.waitForURL(`${site.url}/`);
    await second.waitForURL(`${site.url}/`);
    await second.getByRole('button', { name: 'Log In' }).waitFor();
  });

  test('of which one had its session ended elsewhere: the next call leads home', async () => {
    const scout = await signedIn(site, 'SCOUT');
    const page = await browser.newPage();
    await scout.enter(page.context());
    await visit(page, `${site.url}/edit-profile`);
    await site.db.deleteFrom('sessions').where('user_id', '=', scout.person.id).execute();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.waitForURL(`${site.url}/`);
    await page.getByRole('button', { name: 'Log In' }).waitFor();
  });

  test('logging out without a connection leads home all the same, and says that it may not have worked', async () => {
    const scout = await signedIn(site, 'SCOUT');
    const page = await browser.newPage();
    await scout.enter(page.context());
    await visit(page, `${site.url}/edit-profile`);
    await page.route('**/api/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${site.url}/`);
    await page.getByText('We could not reach the site to log you out.').waitFor();
    await page.getByRole('button', { name: 'Log In' }).waitFor();
  });
});

describe('the top bar', () => {
  const links = (page: Page) => page.locator('.topbar').locator('a, button').allInnerTexts();

  test.each([
    ['OWNER', '/', ['Screen Alba', 'Creative Alba', 'Profile', 'Logout']],
    ['SCOUT', '/', ['Screen Alba', 'Creative Alba', 'Profile', 'Logout']],
    ['ADMIN', '/', ['Screen Alba', 'Creative Alba', 'Admin', 'Profile', 'Logout']],
    [
      'ADMIN',
      '/admin/users',
      ['Users', 'Locations', 'Notifications', 'Audit Logs', 'Locations Website', 'Profile', 'Logout'],
    ],
  ] as const)('of %s at %s', async (role, address, expected) => {
    const person = await signedIn(site, role);
    const page = await browser.newPage();
    await person.enter(page.context());
    await visit(page, site.url + address);
    const shown = (await links(page)).map((text) => text.replace(/\s*\(opens in a new tab\)/, '').trim());
    expect(shown).toEqual(expected);
  });

  test('leads owners to their locations, and only the Locations Team to the back office', async () => {
    const owner = await enter(site, await addPerson(site.db, 'OWNER'));
    const page = await browser.newPage();
    await owner.enter(page.context());
    await visit(page, `${site.url}/admin/users`);
    expect(page.url()).toBe(`${site.url}/`);
    await visit(page, `${site.url}/boards`);
    expect(page.url()).toBe(`${site.url}/`);
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await page.waitForURL(`${site.url}/locations`);
  });
});

test('the page of a location shows each role what is theirs', async () => {
  const see = async (role: 'SCOUT' | 'OWNER' | 'ADMIN' | null) => {
    const page = await browser.newPage();
    if (role) await (await signedIn(site, role)).enter(page.context());
    await visit(page, `${site.url}/find-a-location/eilean-donan-castle`);
    return {
      favourite: await page
        .getByRole('main')
        .getByRole('button', { name: /^Add .*to (a )?board$/ })
        .count(),
      details: await page.getByRole('link', { name: 'View admin details' }).count(),
      swipes: await page.locator('.stage__slides--swipe').count(),
    };
  };
  const nobody = await see(null);
  expect(nobody).toMatchObject({ details: 0, swipes: 0 });
  expect(nobody.favourite).toBeGreaterThan(0);
  expect(await see('OWNER')).toMatchObject({ favourite: 0, details: 0 });
  expect((await see('SCOUT')).favourite).toBe(nobody.favourite);
  expect(await see('ADMIN')).toMatchObject({ details: 1 });
});

test('by keyboard alone somebody logs in, edits the profile and logs out', async () => {
  const { email } = await addPerson(site.db, 'SCOUT');
  const page = await open('/about');
  const tabTo = async (name: string) => {
    const isThere = () =>
      page.evaluate((wanted) => {
        const it = document.activeElement;
        const label = it?.id ? document.querySelector(`label[for="${it.id}"]`)?.textContent : undefined;
        return [it?.textContent?.trim(), label?.replace(' *', '').trim()].includes(wanted);
      }, name);
    for (let presses = 0; presses < 60; presses++) {
      if (await isThere()) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${name}`);
  };
  await tabTo('Log In');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('email');
  await page.keyboard.type(email);
  await tabTo('Password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('You are logged in as').waitFor();
  await expect.poll(() => focused(page)).toBe('Profile');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/boards`);
  await tabTo('EDIT PROFILE');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/edit-profile`);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await tabTo('First name');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Una');
  await page.keyboard.press('Enter');
  await page.getByText('Profile updated successfully').waitFor();
  await page.keyboard.press('ControlOrMeta+Home');
  await tabTo('Logout');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/`);
});
