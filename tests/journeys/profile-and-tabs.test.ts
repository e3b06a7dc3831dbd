import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openBrowser, openPage, visit } from '../support/browser.ts';
import { box, fill, logIn, typed } from '../support/forms.ts';
import { deliverMails, findLink, findOneMail } from '../support/mail-folder.ts';
import { addPerson, signInAs, addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const mailTo = findOneMail(await deliverMails(site));

const open = (address = '/') => openPage(browser, site.url + address);

describe('profile', () => {
  test('shows errors, keeps the input, and has a new email address verified before it applies', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
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
      Email: 'isla@new.example',
    });
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your email address changes once you follow the link that we have sent to').waitFor();
    await visit(page, findLink(await mailTo('isla@new.example', 'Verify your email address'), '/verify-email'));
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Continue' }).waitFor();
    await visit(page, `${site.url}/edit-profile`);
    expect(await box(page, 'Email').inputValue()).toBe('isla@new.example');
  });

  test('of the Locations Team requires no telephone number, and has no job title', async () => {
    const admin = await addSignedInPerson(site, 'ADMIN', { telephone1: null });
    const page = await browser.newPage();
    await admin.enter(page.context());
    await visit(page, `${site.url}/edit-profile`);
    expect(await box(page, 'Job title').count()).toBe(0);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile updated successfully').waitFor();
  });
});

describe('two tabs', () => {
  test('follow each other’s login and logout', async () => {
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

  test('redirect to the home page with the next request after their session has ended elsewhere', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const page = await browser.newPage();
    await scout.enter(page.context());
    await visit(page, `${site.url}/edit-profile`);
    // No other request may notice the end of the session first.
    await page.waitForLoadState('networkidle');
    await site.db.deleteFrom('sessions').where('user_id', '=', scout.person.id).execute();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.waitForURL(`${site.url}/`);
    await page.getByRole('banner').getByRole('button', { name: 'Log In' }).waitFor();
  });
});

describe('top bar', () => {
  const links = (page: Page) =>
    page.locator(':is(.topbar, .admin-bar__links, .admin-bar__end) :is(a, button:not([aria-label]))').allInnerTexts();

  test.each([
    ['OWNER', '/', ['Screen Alba', 'Creative Alba', 'Profile', 'Logout']],
    ['SCOUT', '/', ['Screen Alba', 'Creative Alba', 'Profile', 'Logout']],
    ['ADMIN', '/', ['Screen Alba', 'Creative Alba', 'Admin', 'Profile', 'Logout']],
    [
      'ADMIN',
      '/admin/users',
      [
        'Overview',
        'Users',
        'Locations',
        'Enquiries',
        'Productions',
        'Review',
        'Duplicates',
        'Notifications',
        'Audit Logs',
        'Content',
        'Search',
        'Settings',
        'Locations Website',
        'Profile',
        'Logout',
      ],
    ],
  ] as const)('of %s at %s', async (role, address, expected) => {
    const person = await addSignedInPerson(site, role);
    const page = await browser.newPage();
    await person.enter(page.context());
    await visit(page, site.url + address);
    const shown = (await links(page)).map((text) =>
      text.replace(/\s*(\(opens in a new tab\)|\d+\s+(?:new|unread))$/, '').trim(),
    );
    expect(shown).toEqual(expected);
  });

  test('links owners to their locations, and only the Locations Team to the back office', async () => {
    const owner = await signInAs(site, await addPerson(site.db, 'OWNER'));
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

test('shows the actions of each role on the page of a location', async () => {
  const see = async (role: 'SCOUT' | 'OWNER' | 'ADMIN' | null) => {
    const page = await browser.newPage();
    if (role) await (await addSignedInPerson(site, role)).enter(page.context());
    await visit(page, `${site.url}/find-a-location/eilean-donan-castle`);
    return {
      favourite: await page
        .getByRole('main')
        .getByRole('button', { name: /^Add .*to (a )?board$/ })
        .count(),
      details: await page.getByRole('link', { name: 'View admin details' }).count(),
      swipes: await page.locator('.location-hero__slides--swipe').count(),
    };
  };
  const nobody = await see(null);
  expect(nobody).toMatchObject({ details: 0, swipes: 0 });
  expect(nobody.favourite).toBeGreaterThan(0);
  expect(await see('OWNER')).toMatchObject({ favourite: 0, details: 0 });
  expect((await see('SCOUT')).favourite).toBe(nobody.favourite);
  expect(await see('ADMIN')).toMatchObject({ details: 1 });
});
