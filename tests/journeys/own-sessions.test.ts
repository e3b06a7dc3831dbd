import { expect, test } from 'vitest';
import { ownSessions } from '../../src/features/accounts/sessions/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { fill } from '../support/forms.ts';
import { PASSWORD, type SignedIn, addPerson, addSignedInPerson, signInAs } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const PAGE = '/edit-profile/security';

async function open(person: SignedIn, address = PAGE) {
  const page = await browser.newPage();
  await person.enter(page.context());
  await visit(page, site.url + address);
  return page;
}

/** Makes the last confirmation of all sessions of a person older than ten minutes. */
async function expireConfirmation({ person }: SignedIn): Promise<void> {
  const confirmed_at = new Date(Date.now() - 600_001);
  await site.db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', person.id).execute();
}

test('lists the sessions, and ends one and then all others after the password was entered', async () => {
  const person = await addPerson(site.db, 'SCOUT');
  const here = await signInAs(site, person);
  const others = [await signInAs(site, person), await signInAs(site, person), await signInAs(site, person)];
  await site.db
    .updateTable('sessions')
    .set({ device: 'Firefox on Windows', network: '192.0.2.x', last_used_at: new Date(Date.now() + 1_000) })
    .where('id', '=', (await others[0]!.api(ownSessions, {}))[0]!.id)
    .execute();
  await expireConfirmation(here);
  const page = await open(here, '/edit-profile');
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await page.getByText('This session').waitFor();
  const rows = page.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(4);

  const first = rows.filter({ hasText: 'Firefox on Windows' });
  expect(await first.textContent()).toContain('192.0.2.x');
  await first.getByRole('button', { name: 'End session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect
    .poll(() => dialog.getByLabel('Your password', { exact: true }).evaluate((field) => field.matches(':focus')))
    .toBe(true);
  await fill(page, { 'Your password': 'not the password' });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('This is not your password. Please check it.').first().waitFor();
  await fill(page, { 'Your password': PASSWORD });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('The session was ended.').waitFor();
  await expect.poll(() => rows.count()).toBe(3);
  expect((await others[0]!.fetch('/api/profile')).status).toBe(401);

  await page.getByRole('button', { name: 'End all other sessions' }).click();
  const question = page.getByRole('alertdialog', { name: 'End all other sessions?' });
  await question.getByRole('button', { name: 'End other sessions' }).click();
  await page.getByText('2 other sessions were ended.').waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  expect((await others[1]!.fetch('/api/profile')).status).toBe(401);
});

test('changes the password, stays logged in, and shows why a wrong one was rejected', async () => {
  const here = await addSignedInPerson(site, 'OWNER');
  const there = await signInAs(site, here.person);
  const page = await open(here);
  const next = 'seven geese over the loch';
  await fill(page, { 'Current password': 'a guess', 'New password': next, 'Confirm new password': 'seven geese' });
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText("The passwords don't match").first().waitFor();
  await fill(page, { 'Confirm new password': next });
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('This is not your password. Please check it.').first().waitFor();
  await fill(page, { 'Current password': PASSWORD });
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was changed. You stay logged in here; your other sessions have ended.').waitFor();
  expect((await there.fetch('/api/profile')).status).toBe(401);
  await page.reload();
  await page.getByRole('heading', { name: 'Where you are logged in' }).waitFor();
});

test('keeps the input and changes nothing if the user does not confirm who they are', async () => {
  const admin = await addSignedInPerson(site, 'ADMIN');
  const page = await open(admin, '/edit-profile');
  await expireConfirmation(admin);
  await fill(page, { 'First name': 'Iseabail', Email: 'iseabail@new.example' });
  await page.getByRole('button', { name: 'Save profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Confirm that it is you, then try again. Nothing was changed.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('iseabail@new.example');
  const stored = site.db.selectFrom('users').select('first_name').where('id', '=', admin.person.id);
  expect(await stored.execute()).toEqual([{ first_name: 'Isla' }]);
});
