import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createBoard } from '../../src/features/boards/contract.ts';
import { makeArchive } from '../../src/features/personal-data-export/jobs.server.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';
import { PERSONAL_DATA } from '../../src/server/personal-data-sections.ts';
import { openBrowser, openPage, visit } from '../support/browser.ts';
import { box, dialog, logIn } from '../support/forms.ts';
import { deliverMails, findLink, findOneMail } from '../support/mail-folder.ts';
import { PASSWORD, addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const mailTo = findOneMail(await deliverMails(site));

/** Makes the archive that somebody has asked for, as the worker does. */
async function makeRequested(userId: string): Promise<void> {
  const { id } = await site.db
    .selectFrom('personal_data_exports')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const deps = {
    db: site.db,
    storage: site.storage,
    sections: PERSONAL_DATA,
    queueMail: createOutbox(site.jobs),
    site: readConfig({}).site,
    siteUrl: site.url,
  };
  await makeArchive(deps, { id, at: new Date(), signal: new AbortController().signal });
}

test('a scout asks for their data, and downloads it by the link in an email', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const page = await browser.newPage();
  await scout.enter(page.context());
  await visit(page, `${site.url}/edit-profile`);
  await page.getByRole('button', { name: 'Ask for your data' }).click();
  await page.getByRole('region', { name: 'Your data' }).getByRole('status').filter({ hasText: 'email' }).waitFor();
  await makeRequested(scout.person.id);
  await visit(page, findLink(await mailTo(scout.person.email, 'Your data is ready to download'), '/edit-profile'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download your data/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.zip');
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
});

test('a scout deletes their account, after reading what is deleted and entering the password', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  await scout.api(createBoard, { title: 'Episode 4' });
  const page = await browser.newPage();
  await scout.enter(page.context());
  await visit(page, `${site.url}/edit-profile`);
  await page.getByRole('button', { name: 'Delete your account' }).click();
  const form = page.getByRole('alertdialog');
  await form.getByText('1 board').waitFor();
  await box(page, 'Password').fill('not my password');
  await form.getByRole('button', { name: 'Delete for ever' }).click();
  await form.getByText('Please check one field').waitFor();
  await box(page, 'Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Delete for ever' }).click();
  await page.getByText('Your account was deleted.').waitFor();
  await page.getByRole('button', { name: 'Log In' }).waitFor();

  const later = await openPage(browser, `${site.url}/`);
  await later.getByRole('button', { name: 'Log In' }).click();
  await logIn(later, scout.person.email);
  await dialog(later).getByRole('alert').filter({ hasText: 'address or the password is wrong' }).waitFor();
});
