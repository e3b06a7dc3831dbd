import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, toDay } from '../../src/platform/text/days.ts';
import { DAY_MS } from '../../src/platform/text/durations.ts';
import { expectNoProblems } from '../support/accessibility.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { addLocation } from '../support/locations.ts';
import { deliverMails, findLink } from '../support/mail-folder.ts';
import { addSignedInPerson } from '../support/people.ts';
import { addProduction } from '../support/productions.ts';
import { startSite } from '../support/site.ts';

let elapsed = 0;
const site = await startSite({ now: () => new Date(Date.now() + elapsed) });
const { db } = site;
const browser = await openBrowser();
const mails = await deliverMails(site);
const team = await addSignedInPerson(site, 'ADMIN', { first_name: 'Morag', last_name: 'Muir' });

const day = addDays(toDay(Date.now()), 3);

async function addProductionWithLocations(): Promise<string> {
  const id = await addProduction(db, {}, { title: 'The Weir', code_name: 'Heron', embargoed: true });
  for (const [title, email] of [
    ['Weir mill', 'isla@mill.example'],
    ['Old kirk', 'ruth@kirk.example'],
  ] as const) {
    const location_id = await addLocation(db, { title, latitude: 56.123456, longitude: -4.654321 });
    const name = { firstname: 'Isla', lastname: title };
    await db
      .insertInto('contacts')
      .values({ location_id, ...name, email, telephone: '0131 496 0000' })
      .execute();
    await db
      .insertInto('production_locations')
      .values({ production_id: id, location_id, title, state: 'OFFERED', added_at: new Date() })
      .execute();
  }
  const { id: person_id } = await db
    .insertInto('people')
    .values({ name: 'Calum Reid', email: 'calum@crew.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('production_contacts')
    .values({ production_id: id, person_id, role: 'Designer', position: 0 })
    .execute();
  return id;
}

/** Opens the link of the latest of some emails. */
async function openLink(page: Page, kind: RegExp, recipient: string, count: number): Promise<void> {
  const found = await mails((mail) => mail.recipient === recipient && kind.test(mail.subject), count);
  const latest = found.toSorted((a, b) => String(a.createdAt).localeCompare(String(b.createdAt))).at(-1)!;
  await visit(page, findLink(latest, kind.source.includes('Itinerary') ? 'itinerary' : 'viewing'));
}

async function checkOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(SCREENS.phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SCREENS.phone.width);
  await expectNoProblems(page);
  await page.setViewportSize(SCREENS.desk);
}

test('a day is planned, owners confirm by their links, and the party reads where to go on the day', async () => {
  const id = await addProductionWithLocations();
  const page = await browser.newPage();
  await team.enter(page.context());
  await visit(page, `${site.url}/admin/productions/${id}`);
  const section = page.getByRole('region', { name: 'Viewings' });
  await section.getByRole('button', { name: 'Plan a day' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Day').fill(day);
  await dialog.getByLabel('Number of people').fill('4');
  await dialog.getByRole('checkbox', { name: 'Calum Reid, Designer' }).check();
  await dialog.getByLabel('Where and when the party meets').fill('09:30 at the station');
  await dialog.getByRole('button', { name: 'Plan the day' }).click();
  for (const [title, from, to] of [
    ['Weir mill', '10:00', '11:00'],
    ['Old kirk', '14:00', '15:00'],
  ] as const) {
    await section.getByRole('button', { name: 'Add a stop' }).click();
    await dialog.getByLabel('Location').selectOption(title);
    await dialog.getByLabel('From').fill(from);
    await dialog.getByLabel('To', { exact: true }).fill(to);
    await dialog.getByRole('button', { name: 'Add stop' }).click();
    await section.getByRole('listitem').filter({ hasText: title }).waitFor();
  }
  const mill = section.getByRole('listitem').filter({ hasText: 'Weir mill' });
  const kirk = section.getByRole('listitem').filter({ hasText: 'Old kirk' });
  // The office knows that somebody else has the keys of the kirk.
  const { location_id } = await db
    .selectFrom('production_locations')
    .select('location_id')
    .where('production_id', '=', id)
    .where('title', '=', 'Old kirk')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('contacts')
    .values(
      ['Ann', 'Rory'].map((firstname) => ({
        location_id: location_id!,
        firstname,
        lastname: 'Bell',
        email: `${firstname.toLowerCase()}@kirk.example`,
      })),
    )
    .execute();
  await kirk.getByRole('button', { name: 'Contact of Old kirk' }).click();
  await dialog.getByLabel('Who is asked').selectOption('Ann Bell, ann@kirk.example');
  await dialog.getByRole('button', { name: 'Save the contact' }).click();
  await kirk.locator('.viewing__detail', { hasText: 'ann@kirk.example' }).waitFor();
  // Nobody else is asked in the place of a chosen contact who is deleted.
  await db.deleteFrom('contacts').where('email', '=', 'ann@kirk.example').execute();
  await visit(page, page.url());
  await kirk.getByText('The contact that was chosen to be asked is gone.').waitFor();
  await kirk.getByRole('button', { name: 'Contact of Old kirk' }).click();
  await dialog.getByLabel('Who is asked').selectOption('Rory Bell, rory@kirk.example');
  await expectNoProblems(page);
  await dialog.getByRole('button', { name: 'Save the contact' }).click();
  await kirk.locator('.viewing__detail', { hasText: 'rory@kirk.example' }).waitFor();
  await section.getByRole('button', { name: 'Ask 2 owners' }).click();
  await mill.getByText('Asked', { exact: true }).waitFor();

  // The owner needs no account, and opening the link confirms nothing.
  const owner = await browser.newPage();
  await openLink(owner, /^A visit to Weir mill/, 'isla@mill.example', 1);
  await owner.getByRole('heading', { level: 1, name: 'May we visit Weir mill?' }).waitFor();
  await owner.getByText('Heron').waitFor();
  expect(await owner.content()).not.toContain('The Weir');
  await page.reload();
  await mill.getByText('Asked', { exact: true }).waitFor();
  await checkOnPhone(owner);
  await owner.getByLabel('Note, or another time').fill('Ring at the gate');
  await owner.getByRole('button', { name: 'Confirm' }).click();
  await owner.getByText('You have confirmed this visit.').waitFor();
  await page.reload();
  await mill.getByText('Confirmed', { exact: true }).first().waitFor();
  await mill.getByText('‘Ring at the gate’').waitFor();

  // Another time asks again.
  await mill.getByRole('button', { name: 'Time of Weir mill' }).click();
  await dialog.getByLabel('From').fill('11:00');
  await dialog.getByLabel('To', { exact: true }).fill('12:00');
  await dialog.getByRole('button', { name: 'Save the time' }).click();
  await mill.getByText('Asked', { exact: true }).waitFor();
  await openLink(owner, /^New time for a visit to Weir mill/, 'isla@mill.example', 1);
  await owner.getByText('11:00–12:00').waitFor();
  await owner.getByRole('button', { name: 'Confirm' }).click();
  await owner.getByText('You have confirmed this visit.').waitFor();
  await page.reload();

  await section.getByRole('button', { name: 'Send the itinerary' }).click();
  await section.getByText('Itinerary sent.').waitFor();
  const [sent] = await mails(({ subject }) => subject.startsWith('Itinerary'));
  expect(sent!.calendar).toMatch(/^METHOD:REQUEST\r$/m);
  const party = await browser.newPage();
  await openLink(party, /^Itinerary/, 'calum@crew.example', 1);
  await party.getByRole('heading', { level: 2, name: 'Weir mill' }).waitFor();
  expect(await party.content()).not.toMatch(/56\.123|isla@mill/);
  elapsed = 3 * DAY_MS;
  await party.reload();
  await party.getByRole('link', { name: '56.123456, -4.654321' }).waitFor();
  await party.getByRole('link', { name: 'isla@mill.example' }).waitFor();
  expect(await party.content()).not.toContain('rory@kirk.example');
  await checkOnPhone(party);
  elapsed = 0;
  await visit(page, `${site.url}/admin/audit-logs`);
  await page
    .getByRole('row', { name: /Position and contact shown for a viewing/ })
    .first()
    .waitFor();

  await visit(page, `${site.url}/admin/productions/${id}`);
  await kirk.getByRole('button', { name: 'Cancel Old kirk' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the visit' }).click();
  await kirk.getByText('Cancelled', { exact: true }).waitFor();
  await section.getByRole('button', { name: /^Cancel the day/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the day' }).click();
  await section.getByText('Cancelled. 4 people').waitFor();
  const cancelled = await mails(({ subject }) => /cancelled/i.test(subject), 3);
  expect(cancelled.map(({ recipient }) => recipient).toSorted()).toEqual([
    'calum@crew.example',
    'isla@mill.example',
    'rory@kirk.example',
  ]);
  await checkOnPhone(page);
  await openLink(owner, /^New time for a visit to Weir mill/, 'isla@mill.example', 1);
  await owner.getByText('This visit is cancelled.').waitFor();
});
