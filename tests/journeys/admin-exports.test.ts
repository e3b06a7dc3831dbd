import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addLocation, createBoard } from '../../src/features/boards/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { addPublished } from '../support/boards.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const { db } = site;
const browser = await openBrowser();
const admin = await addSignedInPerson(site, 'ADMIN', { first_name: 'Morag', last_name: 'Muir' });
const scout = await addSignedInPerson(site, 'SCOUT');
const owner = await addSignedInPerson(site, 'OWNER');

const [mill = ''] = await addPublished(db, ['Weir mill']);
await db.updateTable('locations').set({ owner_id: owner.person.id }).where('id', '=', mill).execute();
const board = await scout.api(createBoard, { title: 'Episode 4' });
await scout.api(addLocation, { id: board.id, locationId: mill, note: 'At dawn' });
await db
  .insertInto('outbox')
  .values({
    kind: 'enquiry',
    recipient: 'isla@northlight.example',
    subject: 'Weir Mill',
    text: '-',
    html: '-',
    attempts: 15,
    last_error: 'ECONNREFUSED',
    failed_at: new Date(),
  })
  .execute();

test.each([
  { at: '/admin/content', button: 'Export CSV of pages', file: 'pages.csv', line: /^About[^,]*,about,/m },
  {
    at: '/admin/content/options',
    button: 'Export CSV of Category',
    file: 'options.csv',
    line: /^\d+,Category,1,/m,
  },
  {
    at: '/admin/settings',
    button: 'Export CSV of failed emails',
    file: 'failed-mails.csv',
    line: /,enquiry,.*,15,ECONNREFUSED/,
  },
  { at: '/admin/settings', button: 'Export CSV of team', file: 'users.csv', line: /,Morag,Muir,.*,Locations Team,/ },
  {
    at: `/admin/users/${scout.person.id}`,
    button: 'Export CSV of boards',
    file: 'boards.csv',
    line: new RegExp(`^${board.id},Episode 4,1,`, 'm'),
  },
  {
    at: `/admin/users/${scout.person.id}/boards/${board.id}`,
    button: 'Export CSV of locations',
    file: 'board.csv',
    line: new RegExp(`^${mill},Weir mill,Oban,At dawn`, 'm'),
  },
  {
    at: `/admin/users/${owner.person.id}`,
    button: 'Export CSV of locations',
    file: 'locations-of-user.csv',
    line: new RegExp(`^${mill},Weir mill,Oban,Live,Published,`, 'm'),
  },
])('downloads $file by $button at $at', async ({ at, button, file, line }) => {
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, site.url + at);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(file);
  expect(await readFile(await saved.path(), 'utf8')).toMatch(line);
});
