import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { saveLocation } from '../../src/features/locations/editing/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { addEnquiry } from '../support/enquiries.ts';
import { box, dialog, fill, logIn } from '../support/forms.ts';
import { SAMPLE_OPTIONS, addImage, addLocation } from '../support/locations.ts';
import { deliverMails, findLink } from '../support/mail-folder.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { addEveryOption, registerLocation } from '../support/submissions.ts';

const site = await startSite();
const { db } = site;
await addEveryOption(db);
const browser = await openBrowser();
const mails = await deliverMails(site);
const admin = await addSignedInPerson(site, 'ADMIN');
const owner = await addSignedInPerson(site, 'OWNER', { first_name: 'Morag', last_name: 'Maclean' });
const PASSWORD = 'seven geese over the loch';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const waitForToast = (page: Page, text: string) => page.locator('.toasts').getByText(text).first().waitFor();
const nav = (page: Page) => page.getByRole('navigation', { name: 'Back office' }).getByRole('link');

/** Submits a location of the area of ‘Stirling film liaison’. */
async function submit(title: string): Promise<string> {
  const { id, version } = await registerLocation(owner.api, { title, complete: true });
  await addImage(db, id, { is_primary: true });
  await owner.api(saveLocation, { id, version, isSubmitting: true });
  return id;
}

test('a film office is invited, reviews a location of its area, answers an enquiry, and finds nothing of another area', async () => {
  const elsewhere = await addLocation(db, {
    title: 'Eastern pier',
    location_status: 'AWAITING_APPROVAL',
    submitted_at: new Date(),
    options: { ...SAMPLE_OPTIONS, filmoffice: ['Moray film liaison'] },
  });
  const team = await browser.newPage();
  await admin.enter(team.context());
  await visit(team, `${site.url}/admin/settings`);
  await press(team, 'Invite a colleague');
  await fill(team, { 'First name': 'Iona', 'Last name': 'Bell', Email: 'iona@stirling.example' });
  await dialog(team).getByLabel('Role').selectOption('Film Office');
  await press(team, 'Send invitation');
  await dialog(team).getByText('Choose a film office.').first().waitFor();
  await dialog(team).getByRole('combobox', { name: 'Film office' }).selectOption('Stirling film liaison');
  await press(team, 'Send invitation');
  await waitForToast(team, 'We have sent an invitation to iona@stirling.example.');
  await team.getByRole('listitem').filter({ hasText: 'Iona Bell' }).getByText('Stirling film liaison').waitFor();

  const page = await browser.newPage();
  const [invitation] = await mails(({ recipient }) => recipient === 'iona@stirling.example');
  await visit(page, findLink(invitation!, '/reset-password'));
  await fill(page, { Password: PASSWORD, 'Confirm password': PASSWORD });
  await page.getByRole('heading', { name: 'Choose a password', level: 1 }).waitFor();
  await press(page, 'Choose a password');
  await page.getByText('Your account is ready.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'log-in' }).click();
  await logIn(page, 'iona@stirling.example', PASSWORD);
  await page.waitForURL(`${site.url}/admin/overview`);
  await page.getByText('Figures in the area of Stirling film liaison.').waitFor();
  await page.getByRole('row', { name: 'Locations awaiting approval 0 –' }).waitFor();
  expect(await nav(page).allTextContents()).toEqual(['Overview', 'Locations', 'Enquiries', 'Productions', 'Review']);

  // An account with a verified email address hears of a submission in its area.
  const id = await submit('Weir mill');
  const [waiting] = await mails(
    ({ recipient, subject }) => recipient === 'iona@stirling.example' && /Weir/.test(subject),
  );
  expect(waiting!.subject).toBe('Weir mill is waiting for approval');
  await nav(page).filter({ hasText: 'Review' }).click();
  await page.getByRole('link', { name: 'View Weir mill' }).waitFor();
  expect(await page.getByText('Eastern pier').count()).toBe(0);
  await page.getByRole('link', { name: 'View Weir mill' }).click();
  await press(page, 'Approve and publish');
  await page.getByRole('alertdialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click();
  await waitForToast(page, 'Record published successfully');

  await page.getByRole('link', { name: 'Open the record' }).click();
  await page.getByText('Only the Locations Team can change the film office of a location.').waitFor();
  expect(await box(page, 'Film office').getAttribute('readonly')).toBe('');
  expect(await box(page, 'Featured on the home page').inputValue()).toBe('No');
  expect(await page.getByRole('button', { name: /^(Delete|Change ownership)$/ }).count()).toBe(0);
  await page.getByLabel('Local authority').selectOption('Moray');
  await box(page, 'Remarks').fill('The lade is dry in August.');
  await press(page, 'Save');
  await waitForToast(page, 'Record saved successfully');

  await addEnquiry(db, {
    name: 'Calum Reid',
    email: 'calum@crew.example',
    location_id: id,
    location_title: 'Weir mill',
  });
  await addEnquiry(db, { name: 'Ishbel Muir', location_id: elsewhere, location_title: 'Eastern pier' });
  await nav(page).filter({ hasText: 'Enquiries' }).click();
  await page.getByRole('link', { name: /View ENQ-.* from Calum Reid/ }).waitFor();
  expect(await page.getByText('Ishbel Muir').count()).toBe(0);
  await page.getByRole('link', { name: /View ENQ-.* from Calum Reid/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('You can film there in May.');
  await press(page, 'Send to Calum Reid');
  await page.getByText('Assigned to Iona Bell').waitFor();
  await mails(({ recipient }) => recipient === 'calum@crew.example');

  for (const address of [`/admin/locations/${elsewhere}`, `/admin/review/${elsewhere}`]) {
    await visit(page, site.url + address);
    await page.getByText('Page not found').first().waitFor();
  }
  await page.goto(`${site.url}/admin/users`);
  await page.waitForURL(`${site.url}/`);
});
