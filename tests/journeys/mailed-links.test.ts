import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openBrowser, visit } from '../support/browser.ts';
import { addEnquiry, addEnquiryLink } from '../support/enquiries.ts';
import { addLink } from '../support/links.ts';
import { addPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const { db } = site;
const browser = await openBrowser();

async function addAccountLink(purpose: 'reset-password' | 'verify-email'): Promise<string> {
  const { id, email } = await addPerson(db, 'SCOUT');
  return db.transaction().execute((trx) => addLink(trx, { purpose, userId: id, email, at: new Date() }));
}

const isPasswordForm = (page: Page) => page.getByRole('textbox', { name: 'Confirm password' }).waitFor();
const LINKS = {
  '/enquiry': {
    add: async () => addEnquiryLink(db, (await addEnquiry(db)).participant),
    isShown: (page: Page) => page.getByText('Two nights on the bridge.').waitFor(),
    isIncomplete: (page: Page) => page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor(),
  },
  '/reset-password': {
    add: () => addAccountLink('reset-password'),
    isShown: isPasswordForm,
    isIncomplete: (page: Page) => page.getByRole('heading', { name: 'This link does not work any more' }).waitFor(),
  },
  '/verify-email': {
    add: () => addAccountLink('verify-email'),
    isShown: (page: Page) => page.getByRole('button', { name: 'Confirm email address' }).waitFor(),
    isIncomplete: (page: Page) => page.waitForURL(`${site.url}/`),
  },
};

describe.each(Object.entries(LINKS))('an emailed link to %s', (path, { add, isShown, isIncomplete }) => {
  test('sends its secret in bodies only, and removes it from the URL', async () => {
    const secret = await add();
    const page = await browser.newPage();
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.url(), request.headers()['referer'] ?? ''));
    await visit(page, `${site.url}${path}?from=mail#token=${secret}`);
    await isShown(page);
    await expect.poll(() => page.url()).toBe(`${site.url}${path}?from=mail`);
    await page.reload();
    await isShown(page);
    // The first request of a page has its URL with the fragment, which browsers do not send.
    const sent = seen.map((url) => url.replace(/#.*/, ''));
    expect(sent.filter((url) => url.includes(secret))).toEqual([]);
    expect(sent.length).toBeGreaterThan(10);
  });

  test('works in the form of earlier emails, and leaves the URL too', async () => {
    const secret = await add();
    const page = await browser.newPage();
    await visit(page, `${site.url}${path}?token=${secret}`);
    await isShown(page);
    await expect.poll(() => page.url()).toBe(`${site.url}${path}?from=mail`);
    await isShown(page);
  });

  test('can follow another one in the same tab', async () => {
    const page = await browser.newPage();
    await visit(page, `${site.url}${path}?from=mail#token=unknown`);
    await expect.poll(() => page.url()).toBe(`${site.url}${path}?from=mail`);
    await page.evaluate((hash) => (location.hash = hash), `token=${await add()}`);
    await isShown(page);
    await expect.poll(() => page.url()).toBe(`${site.url}${path}?from=mail`);
  });

  test('says what to do if it is incomplete, or the browser has no JavaScript', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}${path}?from=mail`);
    await isIncomplete(page);
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${site.url}${path}?from=mail#token=secret`);
    await plain.locator('noscript .alert').first().waitFor();
  });
});

test('the links confirm an email address and set a password', async () => {
  const [verification, reset] = [await addAccountLink('verify-email'), await addAccountLink('reset-password')];
  const page = await browser.newPage();
  await visit(page, `${site.url}/verify-email?from=mail#token=${verification}`);
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await visit(page, `${site.url}/reset-password?from=mail#token=${reset}`);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('seven geese over the loch');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('seven geese over the loch');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was changed.').waitFor();
});
