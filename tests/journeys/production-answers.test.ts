import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { updateBoard } from '../../src/features/boards/contract.ts';
import { unpublish } from '../../src/features/locations/publishing/contract.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { addEnquiry } from '../support/enquiries.ts';
import { openLookBooks, readPdf } from '../support/look-books.ts';
import { deliverMails, findLink } from '../support/mail-folder.ts';
import { addSignedInPerson } from '../support/people.ts';
import { addProduction } from '../support/productions.ts';
import { startSite } from '../support/site.ts';
import { testDatabase } from '../support/database.ts';
import { addPublished } from '../support/boards.ts';

const site = await startSite({ database: await testDatabase() });
const { db } = site;
const browser = await openBrowser();
const findMails = await deliverMails(site);
const lookBooks = await openLookBooks(site);

test('the team answers an enquiry with locations, and learns what the producer thinks of them', async () => {
  const team = await addSignedInPerson(site, 'ADMIN', { first_name: 'Morag', last_name: 'Muir' });
  const [mill = ''] = await addPublished(db, ['Weir mill', 'Kirk on the hill']);
  const enquiry = await addEnquiry(db, { name: 'Calum Reid', email: 'calum@crew.example' });
  const secret = { title: 'Salt and Iron', embargoed: true, code_name: 'Heron' };
  const id = await addProduction(db, { enquiry: enquiry.id }, secret);
  const page = await browser.newPage();
  await team.enter(page.context());

  // From the enquiry to the board, which has the code name.
  await visit(page, `${site.url}/admin/enquiries/${enquiry.id}`);
  await page.getByRole('link', { name: 'Answer with locations' }).click();
  await page.getByRole('button', { name: 'Answer with locations' }).click();
  await page.getByRole('heading', { level: 1, name: 'Heron' }).waitFor();
  await page.getByRole('button', { name: 'Add locations' }).click();
  const adding = page.getByRole('dialog', { name: 'Add locations' });
  for (const title of ['Weir mill', 'Kirk on the hill']) {
    await adding.getByRole('searchbox').fill(title);
    await adding.getByRole('button', { name: `Add ${title}` }).click();
    await adding.getByRole('button', { name: `${title} is on this board` }).waitFor();
  }
  await page.keyboard.press('Escape');
  for (const [title, why] of [
    ['Weir mill', 'The wheel still turns.'],
    ['Kirk on the hill', 'Quiet at night.'],
  ] as const) {
    await page.getByRole('button', { name: `Add a note to ${title}` }).click();
    await page.getByRole('textbox', { name: `Note of ${title}` }).fill(why);
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.locator('.note__text').filter({ hasText: why }).waitFor();
  }
  const boardId = page.url().split('/').at(-1)!;
  await page.getByRole('link', { name: /^PROD-.*: Salt and Iron$/ }).click();

  const answers = page.getByRole('region', { name: 'Answers' });
  await answers.getByText('2 locations to send').waitFor();
  await answers.getByRole('button', { name: 'Send Heron' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send ‘Heron’' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('Enter an email address').first().waitFor();
  await dialog.getByRole('link', { name: 'make it on the page of the board' }).waitFor();
  await db.updateTable('enquiries').set({ state: 'CLOSED', closed_at: new Date() }).execute();
  await lookBooks.make(
    await lookBooks.request(boardId, { format: 'PDF', title: 'Mills for Heron', states: true }, team),
  );
  await visit(page, `${site.url}/admin/productions/${id}`);
  await answers.getByRole('button', { name: 'Send Heron' }).click();
  const choice = dialog.getByRole('combobox', { name: 'Look-book to send with it' });
  await choice.selectOption({ index: 1 });
  expect(await choice.locator('option').allTextContents()).toEqual([
    'None',
    expect.stringMatching(/^Mills for Heron, .*, with states and costs$/),
  ]);
  const conversation = dialog.getByRole('combobox', { name: 'Conversation to write it in' });
  await conversation.selectOption({ index: 1 });
  expect(await conversation.locator('option').last().textContent()).toMatch(/^ENQ-.*, Calum Reid, closed$/);
  expect(await dialog.getByRole('combobox', { name: 'Email address' }).inputValue()).toBe('calum@crew.example');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('For Salt and Iron, scene 12.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('under embargo').waitFor();
  await dialog.getByRole('textbox', { name: 'Message' }).fill('For scene 12.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Sent to calum@crew.example: 2 locations, all of them new, with a look-book').first().waitFor();
  await answers.getByText('Not opened yet.').waitFor();
  await answers.getByText('With the look-book ‘Mills for Heron’.').waitFor();
  expect(await page.getByRole('combobox', { name: /^State of/ }).count()).toBe(2);

  // The producer, on a phone.
  const [mail] = await findMails(({ recipient }) => recipient === 'calum@crew.example');
  expect(mail!.subject).toMatch(/^\[ENQ-/);
  expect(mail!.text).toContain('For scene 12.');
  const phone = await browser.newPage({ viewport: SCREENS.phone });
  await visit(phone, findLink(mail!, '/boards/guest/'));
  const [download] = await Promise.all([
    phone.waitForEvent('download'),
    phone.getByRole('link', { name: 'Download look-book (PDF, 1 MB)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Mills for Heron.pdf');
  expect((await readPdf(await readFile(await download.path()))).text).toContain('The wheel still turns.');
  await phone.getByText('The wheel still turns.').waitFor();
  await phone.getByRole('textbox', { name: 'Your name' }).fill('Calum Reid');
  await phone.getByRole('textbox', { name: 'Your role' }).fill('Producer');
  await phone.getByRole('button', { name: 'Start to answer' }).click();
  await phone.getByRole('group', { name: 'Your answer about Weir mill' }).getByText('Yes').click();
  await phone.getByText('You have answered 1 of 2 locations.').waitFor();
  expect(await phone.content()).not.toContain('Salt and Iron');

  // The conversation has the message, and a board that gets the secret title is marked.
  await visit(page, `${site.url}/admin/enquiries/${enquiry.id}`);
  await page.getByText('has chosen 2 locations for you').first().waitFor();
  const url = findLink(mail!, '/boards/guest/');
  expect(await page.getByRole('link', { name: url }).getAttribute('href')).toBe(url);
  await team.api(updateBoard, { id: boardId, title: 'Salt and Iron' });
  await visit(page, `${site.url}/admin/productions/${id}`);
  await answers.getByText('has the words of the secret title; its guests read it.').waitFor();
  await answers.getByRole('link', { name: 'Rename it on the page of the board' }).waitFor();
  await team.api(updateBoard, { id: boardId, title: 'Heron' });

  await page.reload();
  await answers.getByText('Yes: Calum Reid, Producer').waitFor();
  await answers.getByText(/Opened/).waitFor();
  await team.api(unpublish, { id: mill });
  await page.reload();
  await answers
    .getByRole('listitem')
    .filter({ hasText: 'Weir mill' })
    .getByText('No longer published')
    .last()
    .waitFor();
  await phone.reload();
  await phone.getByText('No longer available').first().waitFor();

  const narrow = await browser.newPage({ viewport: SCREENS.phone });
  await team.enter(narrow.context());
  await visit(narrow, `${site.url}/admin/productions/${id}`);
  await narrow.getByText('No longer published').first().waitFor();
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBe(SCREENS.phone.width);
});
