import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, toDay } from '../../src/platform/text/days.ts';
import { DAY_MS } from '../../src/platform/text/durations.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import { SAMPLE_OPTIONS, addLocation } from '../support/locations.ts';
import { deliverMails, findLink } from '../support/mail-folder.ts';
import { addSignedInPerson, signInAs } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { publishAll } from '../support/submissions.ts';

let elapsed = 0;
const site = await startSite({ database: await testDatabase(), now: () => new Date(Date.now() + elapsed) });
const { db } = site;
const browser = await openBrowser();
const mails = await deliverMails(site);
const team = await addSignedInPerson(site, 'ADMIN', { first_name: 'Morag', last_name: 'Muir' });
const owner = await addSignedInPerson(site, 'OWNER', { email: 'isla@mill.example', first_name: 'Isla' });
const location = { latitude: 56.123456, longitude: -4.654321, options: SAMPLE_OPTIONS };
await publishAll(db, [
  await addLocation(db, { ...location, title: 'Weir mill', owner_id: owner.person.id }),
  await addLocation(db, { ...location, title: 'Old kirk', options: {} }),
]);
await db.insertInto('call_out_consents').values({ user_id: owner.person.id, given_at: new Date() }).execute();
await db.insertInto('people').values({ name: 'Calum Reid', email: 'calum@crew.example' }).execute();

const today = toDay(Date.now());
const [visitDay, shootDay] = [addDays(today, 2), addDays(today, 4)];

/** Lets days go by, after which the office logs in again. It has closed the page, which would show that the session has ended. */
async function goOn(page: Page, days: number): Promise<void> {
  await page.goto('about:blank');
  elapsed = days * DAY_MS;
  const session = await signInAs(site, team.person, new Date(Date.now() + elapsed));
  await session.enter(page.context());
}

/** Opens the link in the only email to somebody with a subject. */
async function openMail(recipient: string, subject: RegExp, path: string) {
  const [mail] = await mails((one) => one.recipient === recipient && subject.test(one.subject));
  const page = await browser.newPage();
  await visit(page, findLink(mail!, path));
  expect(await page.content()).not.toContain('The Weir');
  return page;
}

test('a production is looked after from the call of its producer to the figures after the wrap', async () => {
  const page = await browser.newPage();
  await team.enter(page.context());
  const dialog = page.getByRole('dialog');

  // The call.
  await visit(page, `${site.url}/admin/productions`);
  await page.getByRole('button', { name: 'Add production' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The Weir');
  await dialog.getByRole('button', { name: 'Add production' }).click();
  await page.getByRole('heading', { level: 1, name: /: The Weir$/ }).waitFor();
  const url = page.url();
  await page.getByRole('checkbox', { name: /The title is under embargo/ }).check();
  await page.getByRole('textbox', { name: 'Code name' }).fill('Heron');
  await page.getByLabel('Shooting from').fill(shootDay);
  await page.getByLabel('Shooting until (wrap)').fill(shootDay);
  await page.getByRole('button', { name: 'Save details' }).click();
  await page.getByText('Embargo: say ‘Heron’').waitFor();
  await page.getByRole('textbox', { name: 'Role' }).fill('Producer');
  await page.getByRole('searchbox', { name: 'Add people' }).fill('calum');
  await page.getByRole('button', { name: 'Add Calum Reid' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Calum Reid, Producer' }).waitFor();

  // An answer with a location, and what the producer thinks of it.
  const answers = page.getByRole('region', { name: 'Answers', exact: true });
  await answers.getByRole('button', { name: 'Answer with locations' }).click();
  await page.getByRole('heading', { level: 1, name: 'Heron' }).waitFor();
  await page.getByRole('button', { name: 'Add locations' }).click();
  await dialog.getByRole('searchbox').fill('Old kirk');
  await dialog.getByRole('button', { name: 'Add Old kirk' }).click();
  await dialog.getByRole('button', { name: 'Old kirk is on this board' }).waitFor();
  await visit(page, url);
  await answers.getByRole('button', { name: 'Send Heron' }).click();
  await dialog.getByRole('combobox', { name: 'Email address' }).fill('calum@crew.example');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Sent to calum@crew.example: 1 location, all of them new').waitFor();
  const guest = await openMail('calum@crew.example', /^Locations for Heron/, 'boards/guest');
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Calum Reid');
  await guest.getByRole('textbox', { name: 'Your role' }).fill('Producer');
  await guest.getByRole('button', { name: 'Start to answer' }).click();
  await guest.getByRole('group', { name: 'Your answer about Old kirk' }).getByText('No', { exact: true }).click();
  await guest.getByText('You have answered').waitFor();
  await visit(page, url);
  await answers.getByText('No: Calum Reid, Producer').waitFor();

  // A call-out finds another one.
  const callOuts = page.getByRole('region', { name: 'Call-outs' });
  await callOuts.getByRole('button', { name: 'Write a call-out' }).click();
  await dialog.getByLabel('What the production looks for').fill('A mill with a working wheel');
  await dialog.getByLabel('Last day for answers').fill(addDays(today, 10));
  await dialog.getByText('Category', { exact: true }).click();
  await dialog.getByRole('checkbox', { name: /^Mill or factory/ }).check();
  await dialog.getByText('1 location in the catalogue').waitFor();
  await dialog.getByRole('button', { name: 'Add the call-out' }).click();
  await callOuts.getByRole('button', { name: /^Send/ }).click();
  await dialog.getByText('1 owner: will be sent it').waitFor();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await callOuts.getByText(/0 answered/).waitFor();
  const callOut = await openMail('isla@mill.example', /^A production may be looking/, 'call-out');
  const mill = callOut.getByRole('region', { name: 'Weir mill' });
  await mill.getByRole('button', { name: /^Yes/ }).click();
  await mill.getByText('Your answer: Yes').waitFor();
  await visit(page, url);
  await callOuts.getByRole('button', { name: 'Add to the answer (Weir mill)' }).click();
  const state = page.getByRole('combobox', { name: 'State of Weir mill' });
  await state.waitFor();

  // The recce.
  const viewings = page.getByRole('region', { name: 'Viewings' });
  await viewings.getByRole('button', { name: 'Plan a day' }).click();
  await dialog.getByLabel('Day').fill(visitDay);
  await dialog.getByLabel('Number of people').fill('4');
  await dialog.getByRole('checkbox', { name: 'Calum Reid, Producer' }).check();
  await dialog.getByRole('button', { name: 'Plan the day' }).click();
  await viewings.getByRole('button', { name: 'Add a stop' }).click();
  await dialog.getByLabel('Location').selectOption('Weir mill');
  await dialog.getByLabel('From').fill('10:00');
  await dialog.getByLabel('To', { exact: true }).fill('11:00');
  await dialog.getByRole('button', { name: 'Add stop' }).click();
  await viewings.getByRole('button', { name: /^Ask/ }).click();
  const request = await openMail('isla@mill.example', /^A visit to Weir mill/, 'viewing');
  await request.getByRole('button', { name: 'Confirm' }).click();
  await request.getByText('You have confirmed this visit.').waitFor();
  await visit(page, url);
  await viewings.getByRole('button', { name: 'Send the itinerary' }).click();
  await viewings.getByText('Itinerary sent.').waitFor();
  await goOn(page, 2);
  const itinerary = await openMail('calum@crew.example', /^Itinerary/, 'itinerary');
  await itinerary.getByRole('link', { name: '56.123456, -4.654321' }).waitFor();

  // What is agreed is in the diary.
  await visit(page, url);
  const save = async (change: () => Promise<unknown>) => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await change();
    await saved;
  };
  await save(() => state.selectOption('Agreed'));
  const firstDay = page.getByLabel('First day of filming at Weir mill');
  await firstDay.fill(shootDay);
  await save(() => firstDay.blur());
  await visit(page, `${site.url}/admin/diary`);
  await page.getByRole('row', { name: /Weir mill/ }).waitFor();

  // The wrap.
  await goOn(page, 6);
  await visit(page, url);
  await save(() => state.selectOption('Used'));
  await page.getByLabel('Stage').selectOption('Post-production');
  await page.getByRole('button', { name: 'Save details' }).click();
  const impact = page.getByRole('region', { name: 'Impact', exact: true });
  await impact.getByRole('button', { name: 'Ask after the wrap' }).click();
  const survey = await openMail('calum@crew.example', /^What Heron has brought/, 'wrap-survey');
  await survey.getByLabel('Shooting days').fill('1');
  await survey.getByLabel('Spend on local crew').fill('£4,000');
  await survey.getByRole('button', { name: 'Send the figures' }).click();
  await survey.getByText('Your figures have been saved.').waitFor();
  await visit(page, url);
  await impact
    .getByRole('listitem')
    .filter({ hasText: 'Spend on local crew:' })
    .getByText(/^Declared/)
    .waitFor();
});
