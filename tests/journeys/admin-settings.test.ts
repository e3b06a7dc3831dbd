import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, visit } from '../support/browser.ts';
import { dialog, logIn } from '../support/forms.ts';
import { deliverMails } from '../support/mail-folder.ts';
import { PASSWORD, addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser({ expected: /ApiError: The site is under planned maintenance/ });
const admin = await addSignedInPerson(site, 'ADMIN', { first_name: 'Morag', last_name: 'Muir' });

const findMails = await deliverMails(site);
const question = (page: Page) => page.getByRole('alertdialog');

/** Returns the status of a login with the right password. */
async function getLoginStatus(email: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password: PASSWORD });
  const { status } = await fetch(`${site.url}/api/login`, { method: 'POST', headers, body });
  return status;
}

async function openSettings() {
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/settings`);
  return page;
}

test('starts and ends maintenance, during which only the team can work', async () => {
  const page = await openSettings();
  const scout = await addSignedInPerson(site, 'SCOUT');
  await page.getByRole('button', { name: 'Start maintenance' }).click();
  await question(page).getByText('everybody but the Locations Team will see the maintenance page').waitFor();
  await question(page).getByRole('button', { name: 'Start maintenance' }).click();
  await page.getByText('The site is under maintenance', { exact: true }).waitFor();
  const requestPage = async (cookie?: string) => {
    const headers: HeadersInit = cookie ? { cookie } : {};
    const { status, headers: answered } = await fetch(`${site.url}/about`, { redirect: 'manual', headers });
    return `${status} ${answered.get('location') ?? ''}`;
  };
  await expect.poll(() => requestPage()).toBe('302 /maintenance');
  expect(await requestPage(scout.cookie)).toBe('302 /maintenance');
  expect((await scout.fetch('/api/profile')).status).toBe(503);
  expect(await requestPage(admin.cookie)).toBe('200 ');
  expect(await getLoginStatus(scout.person.email)).toBe(503);

  // A logged-out admin can log in again at the URL of any page of the back office.
  const locked = await browser.newPage();
  await locked.goto(`${site.url}/admin/settings`);
  await logIn(locked, admin.person.email);
  await locked.getByRole('button', { name: 'End maintenance' }).waitFor();
  await locked.close();

  // Also after Back, and on navigation within the back office.
  await page.reload();
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Content' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'End maintenance' }).click();
  await question(page).getByRole('button', { name: 'End maintenance' }).click();
  await page.getByText('The site is open', { exact: true }).waitFor();
  await expect.poll(() => requestPage()).toBe('200 ');
  const auditLog = await site.db
    .selectFrom('audit_logs')
    .select(['user_id', 'details'])
    .where('type', '=', 31)
    .orderBy('id')
    .execute();
  expect(auditLog).toEqual([
    { user_id: admin.person.id, details: { on: true } },
    { user_id: admin.person.id, details: { on: false } },
  ]);
});

test('retries a failed email and discards another', async () => {
  const failedMail = (kind: string, recipient: string) => ({
    kind,
    recipient,
    subject: 'Weir Mill',
    text: 'Two nights.',
    html: '<p>Two nights.</p>',
    attempts: 15,
    last_error: 'ECONNREFUSED CONN',
    failed_at: new Date(),
  });
  await site.db
    .insertInto('outbox')
    .values([failedMail('enquiry', 'isla@northlight.example'), failedMail('board-shared', 'ewan@northlight.example')])
    .execute();
  const page = await openSettings();
  await page.getByText('2 emails', { exact: true }).waitFor();
  expect(await page.content()).not.toMatch(/isla@|Weir Mill|Two nights/);
  await page.getByRole('button', { name: 'Discard: Board shared' }).click();
  await question(page).getByRole('button', { name: 'Discard email' }).click();
  await page.getByText('1 email', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send again: Enquiry' }).click();
  expect(await findMails(({ recipient }) => recipient === 'isla@northlight.example')).toHaveLength(1);
  await page.getByRole('table').waitFor({ state: 'detached' });
  expect(await site.db.selectFrom('outbox').select('recipient').execute()).toEqual([
    { recipient: 'isla@northlight.example' },
  ]);
});

test('lists the team, and invites a colleague', async () => {
  const page = await openSettings();
  await page.getByRole('link', { name: 'Morag Muir' }).waitFor();
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await dialog(page).waitFor();
});

test('creates a service token, which is shown once, and revokes it', async () => {
  const page = await openSettings();
  await page.getByRole('button', { name: 'Create a token' }).click();
  const form = page.getByRole('dialog', { name: 'Create a service token' });
  await form.getByRole('button', { name: 'Create token' }).click();
  await form.getByText('Choose at least one permission.').first().waitFor();
  await form.getByLabel('Name').fill('Call sheets');
  await form.getByLabel('Users with their contact details').check();
  await form.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy the token now' });
  const secret = await shown.getByLabel('Service token').inputValue();
  const getStatus = async () =>
    (await fetch(`${site.url}/api/users`, { headers: { authorization: `Bearer ${secret}` } })).status;
  expect(await getStatus()).toBe(200);
  await shown.getByRole('button', { name: 'I have stored it' }).click();

  await page.getByRole('button', { name: 'Revoke: Call sheets' }).click();
  await question(page).getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('Revoked on').waitFor();
  expect(await getStatus()).toBe(401);
});
