import { describe, expect, test } from 'vitest';
import { waitForHydration, openBrowser, openPage, visit } from '../support/browser.ts';
import { box, focused, logIn, typed } from '../support/forms.ts';
import { renderLate } from '../support/late-rendering.ts';
import { deliverMails, findLink, findOneMail } from '../support/mail-folder.ts';
import { PASSWORD, addPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const mailTo = findOneMail(await deliverMails(site));

const open = (address = '/') => openPage(browser, site.url + address);

describe('login', () => {
  test('leads to the requested page', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    const page = await open('/boards/archived');
    await expect.poll(() => page.url()).toBe(`${site.url}/#log-in=/boards/archived`);
    await logIn(page, email);
    await page.waitForURL(`${site.url}/boards/archived`);
  });

  test('stays on the page, which shows the user', async () => {
    const { email } = await addPerson(site.db, 'SCOUT', { first_name: 'Catriona', last_name: 'Muir' });
    const page = await open('/find-a-location/eilean-donan-castle');
    await page.getByRole('button', { name: 'Log In' }).click();
    await logIn(page, email);
    await page.getByText('You are logged in as Catriona Muir.').waitFor();
    await expect.poll(() => page.url()).toBe(`${site.url}/find-a-location/eilean-donan-castle`);
    const profile = page.getByRole('link', { name: 'Profile', exact: true });
    expect(await profile.getAttribute('href')).toBe('/boards');
    await expect.poll(() => focused(page)).toBe('Profile');
    await page.reload();
    await waitForHydration(page);
    await profile.waitFor();
  });

  test('moves the focus to the profile link however late the page renders', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    const page = await browser.newPage({ fresh: true });
    await renderLate(page, 100);
    await visit(page, `${site.url}/find-a-location/eilean-donan-castle`);
    await page.getByRole('button', { name: 'Log In' }).click();
    await logIn(page, email);
    await page.getByText('You are logged in as').waitFor();
    await expect.poll(() => focused(page)).toBe('Profile');
  });

  test('keeps the modal open after a text selection that ends on the backdrop, and closes it on a click there', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Log In' }).click();
    const email = page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).first();
    await email.fill('crew@northlight.example');
    const { x, y } = (await email.boundingBox())!;
    await page.mouse.move(x + 20, y + 10);
    await page.mouse.down();
    await page.mouse.move(5, y + 10);
    await page.mouse.up();
    await expect.poll(() => email.inputValue()).toBe('crew@northlight.example');
    await page.mouse.click(5, y + 10);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test.each(['nobody@crew.example', 'known'])('as %s with a wrong password shows the same error', async (who) => {
    const email = who === 'known' ? (await addPerson(site.db, 'SCOUT')).email : who;
    const page = await open();
    await page.getByRole('button', { name: 'Log In' }).click();
    await logIn(page, email, 'not the password');
    await page.getByRole('alert').filter({ hasText: 'address or the password is wrong' }).waitFor();
    await expect.poll(() => focused(page)).toContain('address or the password is wrong');
    expect(await typed(page, ['Email', 'Password'])).toEqual({ Email: email, Password: 'not the password' });
  });

  test('shows when to try again after too many attempts', async () => {
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

  test('shows and hides the password, and accepts a pasted one', async () => {
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
    await expect.poll(() => show.getAttribute('aria-pressed')).toBe('true');
    await show.click();
    expect(await password.getAttribute('type')).toBe('password');
  });

  test('without a verified email address leads to the notice, which resends the email', async () => {
    const { email } = await addPerson(site.db, 'SCOUT', { email_verified_at: null });
    const page = await open('/#log-in=/boards');
    await logIn(page, email);
    await page.waitForURL(`${site.url}/email-not-verified`);
    await page.getByRole('definition').filter({ hasText: email }).waitFor();
    await page.getByRole('button', { name: 'Send the email again' }).click();
    await page.getByText('Email resent, please check your email account.').waitFor();
    await page.goto(`${site.url}/boards`);
    await page.waitForURL(`${site.url}/email-not-verified`);
    await visit(page, findLink(await mailTo(email, 'Verify your email address'), '/verify-email'));
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const notice = await page.context().newPage();
    await visit(notice, `${site.url}/email-not-verified`);
    await notice.getByRole('heading', { name: 'Your email address is verified' }).waitFor();
    expect(await notice.getByRole('button', { name: 'Send the email again' }).count()).toBe(0);
    // The link does not ask a signed-in user to log in.
    await page.getByRole('main').getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL(`${site.url}/boards`);
  });
});

test('logs in, edits the profile and logs out with the keyboard alone', async () => {
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
  await page.getByText('EDIT PROFILE').waitFor();
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
