import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { QueuedMail } from '../../src/platform/mail/mailer.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { deliverMails } from '../support/mail-folder.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();
const mails = await deliverMails(site);

const GOOD = {
  Name: 'Ishbel Ó Néill',
  Email: 'ishbel@crew.example',
  Telephone: '+44 131 496 0142',
  Comment: 'Two days in May.\n\nA crew of twelve, & one <b>drone</b>.',
};
type Field = keyof typeof GOOD;

/** Waits for the two emails about an enquiry. Returns them by recipient. */
async function findMailsWith(words: string): Promise<Record<string, QueuedMail>> {
  const [agency] = await mails((mail) => mail.text.includes(words));
  const [confirmation] = await mails(({ recipient }) => recipient === agency!.replyTo);
  return Object.fromEntries([agency!, confirmation!].map((mail) => [mail.recipient, mail]));
}

async function openForm(address: string): Promise<Page> {
  const page = await browser.newPage();
  await visit(page, site.url + address);
  return page;
}

const input = (page: Page, field: Field) => page.getByRole('textbox', { name: field });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);

/** Clicks slowly, as people do: the page may change while the mouse button is down. */
async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send enquiry' }).hover();
  await page.mouse.down();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.mouse.up();
}

async function fill(page: Page, values: Partial<Record<Field, string>> = {}): Promise<void> {
  for (const [field, value] of Object.entries({ ...GOOD, ...values })) await input(page, field as Field).fill(value);
}

async function typed(page: Page): Promise<Record<string, string>> {
  const pairs = Object.keys(GOOD).map(
    async (field) => [field, await input(page, field as Field).inputValue()] as const,
  );
  return Object.fromEntries(await Promise.all(pairs));
}

describe.each(['/contact-us', '/location-enquiry/eilean-donan-castle'])('form of %s', (address) => {
  test('shows an error at each invalid field, and focuses the first', async () => {
    const page = await openForm(address);
    await send(page);
    for (const [field, message] of [
      ['Name', 'Enter your name.'],
      ['Email', 'Enter your email address.'],
      ['Comment', 'Tell us what you are looking for.'],
    ] as const) {
      await expect.poll(() => input(page, field).getAttribute('aria-invalid')).toBe('true');
      expect(
        await input(page, field).evaluate(
          (it) => document.getElementById(it.getAttribute('aria-describedby')!.split(' ')[0]!)?.textContent,
        ),
      ).toBe(message);
    }
    await expect.poll(() => input(page, 'Telephone').getAttribute('aria-invalid')).toBe('false');
    await expect.poll(() => focused(page)).toBe('name');
    await page.getByText('Please check 3 fields').waitFor();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect.poll(() => focused(page)).toBe('comment');
  });

  test('rejects what is invalid, and keeps the input', async () => {
    const page = await openForm(address);
    await fill(page);
    for (const [field, value, message] of [
      ['Name', 'x'.repeat(101), 'Use at most 100 characters.'],
      ['Email', 'ishbel@crew', 'Enter an email address such as name@example.com.'],
      ['Telephone', '12345', 'Enter a telephone number of 7 to 30 digits, such as 0131 496 0142.'],
      ['Comment', 'x'.repeat(2_001), 'Use at most 2,000 characters.'],
    ] as const) {
      await input(page, field).fill(value);
      await send(page);
      await page.locator('.field .error', { hasText: message }).waitFor();
      await expect.poll(() => focused(page)).toBe(await input(page, field).getAttribute('name'));
      expect(await typed(page)).toEqual({ ...GOOD, [field]: value });
      await input(page, field).fill(GOOD[field]);
      await page.locator('.field .error').waitFor({ state: 'detached' });
    }
  });
});

test('shows the other contacts beside the text, or below the form on a narrow screen', async () => {
  const page = await openForm('/contact-us');
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
  const [beside, words] = [await box('.contact-aside'), await box('.prose')];
  expect(Math.abs(beside.y - words.y)).toBeLessThan(2);
  expect(Math.round(beside.x + beside.width)).toBe(1440 - words.x);
  await page.setViewportSize({ width: 820, height: 900 });
  const [below, form] = [await box('.contact-aside'), await box('form')];
  expect(below.y).toBeGreaterThan(form.y + form.height);
});

test('starts with the name, email and telephone of the user, and keeps what was typed before', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const page = await browser.newPage();
  await scout.enter(page.context());
  await page.route('**/api/profile*', async (route) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Unit 2');
    await route.continue();
  });
  await visit(page, `${site.url}/contact-us`);
  await expect.poll(() => input(page, 'Email').inputValue()).toBe(scout.person.email);
  expect(await input(page, 'Telephone').inputValue()).not.toBe('');
  expect(await input(page, 'Name').inputValue()).toBe('Unit 2');
});

describe('enquiry', () => {
  test('about a location is confirmed on the page and by email, with a link back to the search', async () => {
    const page = await openForm('/find-a-location?query=eilean+donan+castle');
    await page.locator('.card').first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Eilean Donan Castle' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Enquire about this location' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Enquire about Eilean Donan Castle' }).waitFor();
    await fill(page, { Email: 'castle@crew.example', Comment: `${GOOD.Comment}\nOn the bridge.` });
    await send(page);
    await page.getByText('Thank you. Your enquiry has been sent, and a confirmation is on its way to you.').waitFor();
    await expect.poll(() => focused(page)).toContain('Enquiry sent');
    await page.getByText(/^Your reference is ENQ-\d{4}-\d{5}\.$/).waitFor();

    const mails = await findMailsWith('On the bridge.');
    const { 'locations@screen-alba.example': agency } = mails;
    expect(agency).toMatchObject({
      subject: 'Enquiry about Eilean Donan Castle from Ishbel Ó Néill',
      replyTo: 'castle@crew.example',
    });
    expect(agency?.text).toContain('> Two days in May.');
    expect(agency?.html).not.toContain('<b>drone');
    expect(agency?.text).toContain(`${site.url}/find-a-location/eilean-donan-castle`);

    await page.getByRole('link', { name: 'Continue your search' }).click();
    await page.waitForURL('**/find-a-location?query=eilean+donan+castle');
  });

  test('in general is emailed too, without further links', async () => {
    const page = await openForm('/contact-us');
    await fill(page, { Email: 'general@crew.example', Telephone: '', Comment: 'A lighthouse with a keeper.' });
    await send(page);
    await page.getByRole('heading', { name: 'Enquiry sent' }).waitFor();
    expect(await page.getByRole('link', { name: 'Continue your search' }).count()).toBe(0);
    // The invitation to enquire disappears with the form; the other contacts stay.
    expect(await page.locator('.prose').count()).toBe(0);
    await expect.poll(() => page.getByRole('complementary').getByText('0131 496 0142').isVisible()).toBe(true);
    const confirmation = (await findMailsWith('lighthouse with a keeper'))['general@crew.example'];
    expect(confirmation).toMatchObject({
      subject: 'We have received your enquiry',
      replyTo: 'locations@screen-alba.example',
    });
  });

  test('is rejected with the agency’s text if the challenge fails, and keeps the input', async () => {
    const page = await openForm('/contact-us');
    await page.route('**/api/enquire', (route) => {
      const body = route.request().postDataJSON() as object;
      return route.continue({ postData: JSON.stringify({ ...body, verification: 'made up' }) });
    });
    await fill(page);
    await send(page);
    await page.getByRole('alert').filter({ hasText: 'Internal error, please contact enquiries' }).waitFor();
    await expect.poll(() => focused(page)).toContain('Internal error');
    expect(await typed(page)).toEqual(GOOD);
    // Another attempt solves a new challenge.
    await page.unroute('**/api/enquire');
    await send(page);
    await page.getByRole('heading', { name: 'Enquiry sent' }).waitFor();
  });

  test.each<[string, string, (route: Route) => Promise<void>]>([
    ['no challenge', '**/api/verification/challenge*', (route) => route.abort()],
    ['too many challenges', '**/api/verification/challenge*', (route) => route.fulfill({ status: 429, json: {} })],
    ['an invalid challenge', '**/api/verification/challenge*', (route) => route.fulfill({ json: {} })],
    ['no solver', '**/assets/solver*', (route) => route.abort()],
  ])('is rejected with the same text after %s', async (_what, address, answer) => {
    const page = await browser.newPage();
    await page.route(address, answer);
    await visit(page, `${site.url}/contact-us`);
    await fill(page);
    await send(page);
    await page.getByRole('alert').filter({ hasText: 'Internal error, please contact enquiries' }).waitFor();
    expect(await typed(page)).toEqual(GOOD);
    await page.unroute(address);
    // The focus on the alert has started a second attempt, which may still fail in the same way.
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Send enquiry' }) });
    const sendAgain = async () => {
      await form.evaluateAll(([element]) => (element as HTMLFormElement | undefined)?.requestSubmit());
      return page.getByRole('heading', { name: 'Enquiry sent' }).isVisible();
    };
    await expect.poll(sendAgain).toBe(true);
  });

  test('is kept for another attempt in an outage', async () => {
    const page = await browser.newPage();
    const body = { errorType: 'UNAVAILABLE', message: 'Try again in a few seconds.' };
    await page.route('**/api/verification/challenge*', (route) =>
      route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json: body }),
    );
    await visit(page, `${site.url}/contact-us`);
    await fill(page);
    await send(page);
    await page.getByRole('alert').filter({ hasText: body.message }).waitFor();
    expect(await typed(page)).toEqual(GOOD);
  });

  test.each([
    ['unreachable', 'We could not reach the site. Check your connection and try again.'],
    ['failing', 'Something went wrong on our side. Please try again in a moment.'],
  ])('is kept for another attempt when the server is %s', async (trouble, message) => {
    const page = await openForm('/contact-us');
    await page.route('**/api/enquire', (route) =>
      trouble === 'unreachable' ? route.abort() : route.fulfill({ status: 502, body: '' }),
    );
    await fill(page);
    await send(page);
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    expect(await typed(page)).toEqual(GOOD);
  });
});
