import type { Page } from 'playwright-core';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { AUDIT_TYPES } from '../../src/features/audit-log/entry-types.ts';
import { addDays, toDay } from '../../src/platform/text/days.ts';
import { SENDING_BATCH } from '../../src/features/call-outs/schema.ts';
import { expectNoProblems } from '../support/accessibility.ts';
import { SCREENS, openBrowser, visit, waitForHydration } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import { ingestPictures } from '../support/image-worker.ts';
import { SAMPLE_OPTIONS, addLocation } from '../support/locations.ts';
import { addCallOut } from '../support/call-outs.ts';
import { deliverMails, findLink } from '../support/mail-folder.ts';
import { addSignedInPerson } from '../support/people.ts';
import { photograph } from '../support/photograph.ts';
import { addProduction } from '../support/productions.ts';
import { startSite } from '../support/site.ts';
import { publishAll } from '../support/submissions.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ database: await testDatabase(), env });
const { db } = site;
const browser = await openBrowser();
const mails = await deliverMails(site);
await ingestPictures(site, env);
const team = await addSignedInPerson(site, 'ADMIN', { first_name: 'Morag', last_name: 'Muir' });
const owner = await addSignedInPerson(site, 'OWNER', { email: 'isla@mill.example', first_name: 'Isla' });
const mill = await addLocation(db, { title: 'Weir mill', owner_id: owner.person.id, options: SAMPLE_OPTIONS });
await publishAll(db, [mill]);

async function checkOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(SCREENS.phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SCREENS.phone.width);
  await expectNoProblems(page);
  await page.setViewportSize(SCREENS.desk);
}

test('an owner who has agreed is asked by email, answers by the link, and the yes goes to the production', async () => {
  const profile = await browser.newPage();
  await owner.enter(profile.context());
  await visit(profile, `${site.url}/edit-profile`);
  await profile.getByRole('checkbox', { name: 'Email me about call-outs for my locations' }).check();
  await profile.getByText('You will get emails about call-outs').first().waitFor();

  const id = await addProduction(db, {}, { title: 'The Weir', code_name: 'Heron', embargoed: true });
  const office = await browser.newPage();
  await team.enter(office.context());
  await visit(office, `${site.url}/admin/productions/${id}`);
  const section = office.getByRole('region', { name: 'Call-outs' });
  await section.getByRole('button', { name: 'Write a call-out' }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('What the production looks for').fill('A mill for The Weir');
  await office.mouse.click(2, 2);
  await dialog.getByLabel('Last day for answers').fill(addDays(toDay(Date.now()), 10));
  await dialog.getByText('Category', { exact: true }).click();
  await dialog.getByRole('checkbox', { name: /^Mill or factory/ }).check();
  await dialog.getByText('1 location in the catalogue').waitFor();
  await dialog.getByRole('button', { name: 'Add the call-out' }).click();
  await dialog
    .getByText(/under embargo/)
    .first()
    .waitFor();
  await expectNoProblems(office);
  await dialog.getByLabel('What the production looks for').fill('A mill with a working wheel');
  await dialog.getByRole('button', { name: 'Add the call-out' }).click();
  await section.getByText('A mill with a working wheel').waitFor();
  await section.getByRole('button', { name: /^Send/ }).click();
  await dialog.getByText('1 owner: will be sent it').waitFor();
  await expectNoProblems(office);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await section.getByText(/^.*0 answered/).waitFor();

  // The owner needs no account.
  const [mail] = await mails(({ recipient }) => recipient === 'isla@mill.example');
  const link = await browser.newPage();
  await visit(link, findLink(mail!, 'call-out'));
  await link.getByRole('heading', { level: 1, name: 'What a production looks for' }).waitFor();
  await link.getByText('A mill with a working wheel').waitFor();
  expect(await link.content()).not.toMatch(/The Weir\b|Heron/);
  const place = link.getByRole('region', { name: 'Weir mill' });
  await place.getByLabel('Photographs of Weir mill').setInputFiles({
    name: 'wheel.jpg',
    mimeType: 'image/jpeg',
    buffer: await photograph(900, 600),
  });
  await place.getByRole('button', { name: /wheel\.jpg/ }).waitFor();
  await place.getByLabel('Days on which it is possible').fill('All June');
  await checkOnPhone(link);
  // Enter in a field answers nothing: the first answer, which the audit log has, is that of the button.
  await place.getByLabel('Days on which it is possible').press('Enter');
  await place.getByRole('button', { name: /^No/ }).click();
  await place.getByText('Your answer: No').waitFor();
  expect(
    await db
      .selectFrom('audit_logs')
      .select('details')
      .where('type', '=', AUDIT_TYPES.CALL_OUT_ANSWERED.number)
      .execute(),
  ).toMatchObject([{ details: { answer: 'NO' } }]);
  await place.getByRole('button', { name: /^Yes/ }).click();
  await place.getByText('Your answer: Yes').waitFor();
  const suggestion = link.getByRole('region', { name: 'Another place' });
  const thanks = suggestion.getByRole('status').filter({ hasText: 'You can add photographs above.' });
  for (const title of ['Old forge', 'Lime kiln', 'Boathouse', 'Ice house', 'Smithy']) {
    await suggestion.getByLabel('Name of the place').fill(title);
    await suggestion.getByLabel('Where it is').fill('Perth');
    await suggestion.getByRole('button', { name: 'Suggest the place' }).click();
    await link.getByRole('heading', { level: 2, name: title }).waitFor();
    await thanks.waitFor();
  }
  await suggestion.getByText('You have suggested as many places as possible.').waitFor();
  await expect.poll(() => thanks.evaluate((element) => element === document.activeElement)).toBe(true);

  await expect
    .poll(async () =>
      (await db.selectFrom('call_out_photographs').select('sha256').execute()).map(({ sha256 }) => sha256),
    )
    .toEqual([expect.any(String)]);
  await office.reload();
  const answers = section.getByRole('list', { name: 'Answers' });
  await answers.getByText('Days: All June').waitFor();
  await answers.getByRole('img', { name: 'wheel.jpg' }).waitFor();
  await checkOnPhone(office);
  await answers.getByRole('button', { name: 'Add to the answer (Weir mill)' }).click();
  await office.getByRole('combobox', { name: 'State of Weir mill' }).waitFor();
  await answers.getByRole('button', { name: 'Make it a location (Old forge)' }).click();
  await answers.getByRole('link', { name: 'Old forge' }).waitFor();

  await section.getByRole('button', { name: /^Show on ‘Wanted’/ }).click();
  await section.getByText(/Public while it is open/).waitFor();
  await section.getByRole('button', { name: /^Close/ }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Close call-out' }).click();
  await section.getByText('Closed', { exact: true }).waitFor();
  await link.reload();
  await link.getByRole('heading', { level: 1, name: 'This link has ended' }).waitFor();
  await link.getByRole('button', { name: 'Stop these emails' }).click();
  await link.getByText('You will get no more emails about call-outs.').waitFor();
  await profile.reload();
  const choice = profile.getByRole('checkbox', { name: 'Email me about call-outs' });
  expect(await choice.isChecked()).toBe(false);
  await waitForHydration(profile);

  // Mail programs without one-click unsubscribing open the URL in a browser, where nobody is logged in.
  // The checkbox shows what was chosen at once, not when the answer arrives.
  const showsAtOnce = (checkbox: HTMLElement) => {
    checkbox.click();
    return (checkbox as HTMLInputElement).checked;
  };
  expect(await choice.evaluate(showsAtOnce)).toBe(true);
  await profile.getByText('You will get emails about call-outs').first().waitFor();
  const unsubscribing = await browser.newPage();
  await unsubscribing.goto(mail!.unsubscribeUrl!);
  await unsubscribing.getByRole('heading', { level: 1, name: 'Stop emails about call-outs' }).waitFor();
  await checkOnPhone(unsubscribing);
  await unsubscribing.getByRole('button', { name: 'Stop these emails' }).click();
  await unsubscribing.getByText('You will get no more emails about call-outs.').waitFor();
  await checkOnPhone(unsubscribing);
  await profile.reload();
  expect(await choice.isChecked()).toBe(false);
});

test('the sending of a call-out to many can be stopped, and says how many it has reached', async () => {
  const production = await addProduction(db, {});
  const { id: callOutId } = await addCallOut(db, { production, location: mill });
  await sql`
    insert into users (role, office_id, first_name, last_name, email, password_hash, telephone1, email_verified_at)
    select 'FILM_OFFICE', l.office_id, 'Isla', 'Weir', 'office-' || n || '@film.example', 'x', '0131 496 0177', now()
    from location_list l, generate_series(1, ${sql.lit(2 * SENDING_BATCH + 5)}) n where l.id = ${mill}`.execute(db);
  const page = await browser.newPage();
  await team.enter(page.context());
  let isStopped = () => {};
  const stopped = new Promise<void>((resolve) => {
    isStopped = resolve;
  });
  await page.route(`**/call-outs/${callOutId}/send`, async (route) => {
    const response = await route.fetch();
    await stopped;
    await route.fulfill({ response });
  });
  await visit(page, `${site.url}/admin/productions/${production}`);
  const section = page.getByRole('region', { name: 'Call-outs' });
  const dialog = page.getByRole('dialog');
  await section.getByRole('button', { name: /^Send again/ }).click();
  await dialog.getByText(/^Film offices: /).waitFor();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  isStopped();
  await page
    .getByText(`Sent to ${SENDING_BATCH} recipients; ${SENDING_BATCH + 5} left`)
    .first()
    .waitFor();
  await section.getByRole('button', { name: /^Send again/ }).click();
  await dialog.getByText(/^Film offices: /).waitFor();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page
    .getByText(`Sent to ${SENDING_BATCH + 5} recipients`, { exact: true })
    .first()
    .waitFor();
});
