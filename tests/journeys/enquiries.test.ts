import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addLocation, createBoard } from '../../src/features/boards/contract.ts';
import { answerEnquiry } from '../../src/features/enquiries/cases/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { PDF, addEnquiry, addEnquiryLink } from '../support/enquiries.ts';
import { deliverMails } from '../support/mail-folder.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

// Files of senders must not get into the storage that test files share.
const site = await startSite({ env: { STORAGE_URL: '' } });
const { db } = site;
const browser = await openBrowser();
const mails = await deliverMails(site);
const team = await addSignedInPerson(site, 'ADMIN', { first_name: 'Morag', last_name: 'Muir' });

test('the team finds an enquiry, assigns it, notes, answers and closes it', async () => {
  await addEnquiry(db, { name: 'Calum Reid', email: 'calum@crew.example' });
  await addEnquiry(db, { name: 'Ishbel Ó Néill', email: 'ishbel@crew.example', location_title: 'Weir mill' });
  const page = await browser.newPage();
  await team.enter(page.context());
  await visit(page, `${site.url}/admin/enquiries/templates`);
  await page.getByRole('button', { name: 'Add a template' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Available');
  await page.getByRole('textbox', { name: 'Text' }).fill('Dear {name}, {locations} is free.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'Available' }).waitFor();
  await page.getByRole('link', { name: 'Back to enquiries' }).click();
  await page.getByRole('row', { name: /Calum Reid/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search enquiries' }).fill('weir mi');
  await page.getByRole('row', { name: /Calum Reid/ }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /View ENQ-.* from Ishbel Ó Néill/ }).click();
  await page.getByRole('heading', { level: 1, name: /^ENQ-\d{4}-\d{5}: Ishbel Ó Néill$/ }).waitFor();

  await page.getByLabel('Assigned to').selectOption('Morag Muir');
  await page.getByLabel('Due', { exact: true }).fill('2000-01-01');
  await page.getByRole('button', { name: 'Save details' }).click();
  await page.getByText('Assigned to Morag Muir').waitFor();
  await page.getByText('Overdue').waitFor();

  // Passing over a field with the keyboard is no mistake.
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.focus();
  await page.keyboard.press('Tab');
  expect(await page.getByText('Enter a message.').count()).toBe(0);
  await page.getByLabel('To', { exact: true }).selectOption('Internal note');
  await message.fill('The fee is 400 pounds.');
  // The next message cannot be mixed with one that is being sent.
  const { promise: checked, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/enquiries/*/notes', async (route) => {
    await checked;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect.poll(() => message.isEditable()).toBe(false);
  release();
  await page.getByRole('listitem').filter({ hasText: 'The fee is 400 pounds.' }).waitFor();

  await page.getByLabel('To', { exact: true }).selectOption('Sender: Ishbel Ó Néill');
  await page.getByLabel('Template').selectOption('Available');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue())
    .toBe('Dear Ishbel Ó Néill, Weir mill is free.');
  await page.getByRole('textbox', { name: 'Message' }).fill('You can film there in May.');
  await page.getByRole('button', { name: 'Send to Ishbel Ó Néill' }).click();
  await page.getByRole('listitem').filter({ hasText: 'You can film there in May.' }).waitFor();
  await expect.poll(() => page.getByLabel('State', { exact: true }).inputValue()).toBe('ANSWERED');
  const [mail] = await mails(({ recipient }) => recipient === 'ishbel@crew.example');
  expect(mail!.subject).toMatch(/^\[ENQ-\d{4}-\d{5}\] /);
  expect(mail!.text).toContain('> You can film there in May.');
  expect(mail!.text).not.toContain('400 pounds');

  await page.getByRole('button', { name: 'Close the enquiry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close the enquiry' });
  await dialog.getByRole('button', { name: 'Close the enquiry' }).click();
  await dialog.getByText('Choose whether it was filmed.', { exact: true }).waitFor();
  await dialog.getByLabel('Filmed').selectOption('Yes, it was filmed');
  await dialog.getByLabel('Spend in £').fill('£1,250,000');
  await dialog.getByLabel('Areas').selectOption('Fife');
  await dialog.getByRole('button', { name: 'Remove Fife' }).waitFor();
  await dialog.getByRole('button', { name: 'Close the enquiry' }).click();
  await page.locator('.record-title').getByText('Closed').waitFor();
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.getByRole('heading', { level: 1, name: 'Enquiries' }).waitFor();
  await expect.poll(() => page.getByRole('row', { name: /Ishbel/ }).count()).toBe(0);
});

test('the team goes through the filtered list of enquiries, and closes one in the list', async () => {
  for (const name of ['Rona Beaton', 'Una Beaton']) await addEnquiry(db, { name, email: 'beaton@crew.example' });
  const page = await browser.newPage();
  await team.enter(page.context());
  await visit(page, `${site.url}/admin/enquiries?query=beaton&sortBy=name&sortOrder=asc`);
  await page.getByRole('link', { name: /from Rona Beaton$/ }).click();
  await page.getByText('1 of 2').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { level: 1, name: /: Una Beaton$/ }).waitFor();
  await page.getByRole('link', { name: 'Previous enquiry' }).click();
  await page.getByRole('heading', { level: 1, name: /: Rona Beaton$/ }).waitFor();
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.waitForURL(/query=beaton/);

  const rona = page.getByRole('row', { name: /Rona Beaton/ });
  await rona.getByRole('button', { name: /^Close ENQ-/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Close the enquiry' });
  await dialog.getByText(/^ENQ-\d{4}-\d{5}: Rona Beaton$/).waitFor();
  await dialog.getByLabel('Filmed').selectOption('No');
  await dialog.getByRole('button', { name: 'Close the enquiry' }).click();
  await rona.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
});

test('a scout finds the answer to an enquiry in the profile, and replies', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const { id, participant } = await addEnquiry(db, { email: scout.person.email, comment: 'Is the pier free in May?' });
  await team.api(answerEnquiry, { id, participantId: participant, text: 'It is free in the second week.' });
  const page = await browser.newPage();
  await scout.enter(page.context());
  await visit(page, `${site.url}/boards`);
  await page.getByRole('link', { name: 'My enquiries' }).click();
  await page.getByRole('heading', { level: 1, name: 'My enquiries' }).waitFor();
  await page.getByText(/^We answered on /).waitFor();
  await page.getByRole('link', { name: 'General enquiry' }).click();
  await page.getByRole('listitem').filter({ hasText: 'It is free in the second week.' }).waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('We take it.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('listitem').filter({ hasText: 'We take it.' }).waitFor();
  await page.getByRole('link', { name: 'Back to my enquiries' }).click();
  await page.getByText('Waiting for our answer.').waitFor();
});

test('what is typed stays when a colleague was faster, and is asked about before the page is left', async () => {
  const { id, participant } = await addEnquiry(db, { name: 'Eòin Mac', email: 'eoin@crew.example' });
  const page = await browser.newPage();
  await team.enter(page.context());
  await visit(page, `${site.url}/admin/enquiries/${id}`);
  const answer = page.getByRole('textbox', { name: 'Message' });
  await answer.fill('You can film there in May.');
  await team.api(answerEnquiry, { id, participantId: participant, text: 'The pier is closed.' });
  const send = page.getByRole('button', { name: 'Send to Eòin Mac' });
  await send.click();
  await page.getByRole('alert').filter({ hasText: 'Nothing was sent' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'The pier is closed.' }).waitFor();
  expect(await answer.inputValue()).toBe('You can film there in May.');
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await send.click();
  await page.getByRole('listitem').filter({ hasText: 'You can film there in May.' }).waitFor();
  await expect.poll(() => answer.inputValue()).toBe('');

  await db.insertInto('enquiry_templates').values({ name: 'Closed', text: 'It is closed.' }).execute();
  await visit(page, `${site.url}/admin/enquiries/templates`);
  await page.getByRole('button', { name: 'Change Closed' }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('It is closed in winter.');
  const saved = { text: 'It is open.', version: 2 };
  await db.updateTable('enquiry_templates').set(saved).where('name', '=', 'Closed').execute();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else has changed this template.').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'It is open.' }).waitFor({ state: 'attached' });
  expect(await text.inputValue()).toBe('It is closed in winter.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Closed” has been saved.').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'It is closed in winter.' }).waitFor();
});

test('a scout enquires about a board, without one of its locations and with another, and the team sees all', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const found = (await scout.api(searchLocations, { query: 'lighthouse' })).data;
  const board = await scout.api(createBoard, { title: 'Lights' });
  for (const { id } of found.slice(0, 2)) await scout.api(addLocation, { id: board.id, locationId: id });
  const page = await browser.newPage();
  await scout.enter(page.context());
  await visit(page, `${site.url}/boards/${board.id}`);
  await page.getByRole('link', { name: 'Enquire about this board' }).click();
  await page.getByRole('heading', { level: 1, name: 'Enquire about ‘Lights’' }).waitFor();
  await page.getByRole('button', { name: `Remove ${found[0]!.title}` }).click();
  await page.getByText('Locations (1)').waitFor();
  await page.getByLabel('Add a location').fill('eilean donan');
  await page.getByRole('button', { name: 'Add Eilean Donan Castle' }).click();
  await page.getByText('Locations (2)').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Eilidh Bain');
  await page.getByRole('textbox', { name: 'Email' }).fill('eilidh@crew.example');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Two nights in May.');
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  await page.getByRole('heading', { name: 'Enquiry sent' }).waitFor();
  await page.getByRole('link', { name: 'Back to the board' }).waitFor();
  const [mail] = await mails(({ recipient }) => recipient === 'eilidh@crew.example');
  expect(mail!.subject).toBe('We have received your enquiry about 2 locations');

  const { id } = await db
    .selectFrom('enquiries')
    .select('id')
    .where('name', '=', 'Eilidh Bain')
    .executeTakeFirstOrThrow();
  const back = await browser.newPage();
  await team.enter(back.context());
  await visit(back, `${site.url}/admin/enquiries/${id}`);
  for (const title of [found[1]!.title, 'Eilean Donan Castle'])
    await back.getByRole('link', { name: title, exact: true }).waitFor();
  await back.getByText('From the board ‘Lights’').waitFor();
});

test('the sender follows the link, replies with a file, and the team downloads it', async () => {
  const { id, participant } = await addEnquiry(db, { name: 'Ailsa Grant', email: 'ailsa@crew.example' });
  const token = await addEnquiryLink(db, participant);
  const page = await browser.newPage();
  await visit(page, `${site.url}/enquiry?from=mail#token=${token}`);
  await page.getByRole('heading', { level: 1, name: 'Your enquiry' }).waitFor();
  await page.getByText('Two nights on the bridge.').waitFor();

  const program = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\x90\0') };
  await page.getByLabel('Files').setInputFiles(program);
  await page.getByText('Choose a PDF, a Word document').waitFor();
  await page.getByLabel('Files').setInputFiles({ ...program, buffer: PDF });
  await page.getByRole('button', { name: /Remove plan\.pdf/ }).waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('Here is the plan.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Thank you. Your message has been sent.').waitFor();
  await page.getByRole('button', { name: /Download plan\.pdf/ }).waitFor();
  const [mail] = await mails(({ subject }) => subject.includes('Ailsa Grant has replied'));
  expect(mail!.text).toContain(`${site.url}/admin/enquiries/${id}`);

  const back = await browser.newPage();
  await team.enter(back.context());
  await visit(back, `${site.url}/admin/enquiries/${id}`);
  const downloading = back.waitForEvent('download');
  await back.getByRole('button', { name: /Download plan\.pdf/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('plan.pdf');
  expect((await readFile(await download.path())).equals(PDF)).toBe(true);
});

test('a link that does not work says what to do, and its page is neither cached nor indexed', async () => {
  const page = await browser.newPage();
  await visit(page, `${site.url}/enquiry?from=mail#token=none`);
  await page.getByRole('heading', { level: 1, name: 'This link is no longer valid' }).waitFor();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');

  const { participant } = await addEnquiry(db);
  const token = await addEnquiryLink(db, participant);
  await visit(page, `${site.url}/enquiry?from=mail#token=${token}`);
  await page.getByText('Two nights on the bridge.').waitFor();
  await db.deleteFrom('enquiry_links').where('participant_id', '=', participant).execute();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'This link is no longer valid' }).waitFor();
});
