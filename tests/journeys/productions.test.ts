import { expect, test } from 'vitest';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { addEnquiry } from '../support/enquiries.ts';
import { updateProduction } from '../../src/features/productions/contract.ts';
import { addSignedInPerson } from '../support/people.ts';
import { addProduction } from '../support/productions.ts';
import { registerLocation } from '../support/submissions.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const { db } = site;
const browser = await openBrowser();
const team = await addSignedInPerson(site, 'ADMIN', { first_name: 'Morag', last_name: 'Muir' });

test('an enquiry becomes a production, which is offered locations and looked after until it shoots', async () => {
  const at = new Date();
  const { id: company } = await db
    .insertInto('companies')
    .values({ name: 'Northlight Films' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('people')
    .values({ name: 'Calum Reid', email: 'calum@crew.example', company_id: company, created_at: at, updated_at: at })
    .execute();
  const first = await addEnquiry(db, {
    name: 'Calum Reid',
    email: 'calum@crew.example',
    production: 'The Weir',
    filming_from: '2027-03-02',
  });
  const second = await addEnquiry(db, { name: 'Ruth Bell', email: 'ruth@crew.example', production: 'the weir' });
  const page = await browser.newPage();
  await team.enter(page.context());

  await visit(page, `${site.url}/admin/enquiries/${first.id}`);
  await page.getByRole('button', { name: 'Make a production of it' }).click();
  const link = page.getByRole('link', { name: /^PROD-\d{4}-\d{5}: The Weir$/ });
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  await visit(page, `${site.url}/admin/enquiries/${second.id}`);
  await page.getByRole('button', { name: 'Add to this production The Weir' }).click();
  await link.click();
  await page.getByRole('heading', { level: 1, name: /: The Weir$/ }).waitFor();
  expect(await page.getByLabel('Shooting from').inputValue()).toBe('2027-03-02');

  // Contacts.
  await page.getByRole('searchbox', { name: 'Search companies' }).fill('north');
  await page.getByRole('button', { name: 'Choose Northlight Films' }).click();
  await page.getByRole('button', { name: 'Remove Northlight Films' }).waitFor();
  await page.getByRole('textbox', { name: 'Role' }).fill('Producer');
  await page.getByRole('searchbox', { name: 'Add people' }).fill('calum');
  await page.getByRole('button', { name: 'Add Calum Reid' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Calum Reid, Producer' }).waitFor();

  // An embargo needs a code name.
  await page.getByRole('checkbox', { name: /The title is under embargo/ }).check();
  await page.getByLabel('Stage').selectOption('Preparation');
  await page.getByRole('button', { name: 'Save details' }).click();
  await page.getByText('Enter a code name').first().waitFor();
  await page.getByRole('textbox', { name: 'Code name' }).fill('Heron');
  await page.getByRole('button', { name: 'Save details' }).click();
  await page.getByText('Embargo: say ‘Heron’').waitFor();

  await page.getByRole('searchbox', { name: 'Offer locations' }).fill('eilean donan castle');
  await page.getByRole('button', { name: 'Offer Eilean Donan Castle', exact: true }).click();
  const state = page.getByRole('combobox', { name: 'State of Eilean Donan Castle' });
  await state.selectOption('Agreed');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Agreed').waitFor();
  const firstDay = page.getByLabel('First day of filming at Eilean Donan Castle');
  await firstDay.fill('2999-03-02');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await firstDay.blur();
  await saved;
  await timeline.getByRole('textbox', { name: 'Note' }).fill('The producer calls on Friday.');
  await timeline.getByRole('button', { name: 'Add note' }).click();
  await timeline.getByRole('listitem').filter({ hasText: 'Morag Muir wrote a note' }).waitFor();
  await timeline.getByRole('listitem').filter({ hasText: 'Two nights on the bridge.' }).first().waitFor();

  await page.getByRole('button', { name: 'Add the next series' }).click();
  await page.getByText('Goes on with').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Calum Reid, Producer' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete production' }).click();
  await page.getByRole('searchbox', { name: 'Search productions' }).fill('northl');
  await page.getByRole('row', { name: /The Weir/ }).waitFor();
  expect(await page.getByRole('row', { name: /The Weir/ }).count()).toBe(1);
  await page.getByRole('link', { name: 'Diary' }).click();
  await page.getByRole('row', { name: /2 Mar 2999 Eilean Donan Castle/ }).waitFor();
});

test('a day of filming that is entered before a change of the state is saved leaves that state', async () => {
  const { id: location } = await registerLocation((await addSignedInPerson(site, 'OWNER')).api);
  const id = await addProduction(db, { location, state: 'OFFERED' }, { title: 'Slow network' });
  const page = await browser.newPage();
  await team.enter(page.context());
  await visit(page, `${site.url}/admin/productions/${id}`);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const changes: string[] = [];
  await page.route(`**/api/productions/${id}/locations/*`, async (route) => {
    changes.push(route.request().postData() ?? '');
    const response = await route.fetch();
    await released;
    return route.fulfill({ response });
  });
  await page.getByRole('combobox', { name: 'State of Weir mill' }).selectOption('Agreed');
  const firstDay = page.getByLabel('First day of filming at Weir mill');
  await firstDay.fill('2999-03-02');
  await firstDay.blur();
  await expect.poll(() => changes.length).toBe(2);
  release();
  await page.getByRole('region', { name: 'Timeline' }).getByText('First day there').waitFor();
  const row = db
    .selectFrom('production_locations')
    .select(['state', 'used_from', 'used_to'])
    .where('production_id', '=', id);
  expect(await row.executeTakeFirst()).toEqual({ state: 'AGREED', used_from: '2999-03-02', used_to: null });
});

test('earlier values of a production are restored by keyboard, unless they do not fit those of now', async () => {
  const id = await addProduction(db, {}, { title: 'Salt and Iron', shoot_from: '2027-03-02', next_step: 'Call' });
  for (const change of [
    { title: 'Renamed', next_step: null },
    { shoot_from: '2027-01-02', shoot_to: '2027-02-01' },
    { prep_from: '2027-01-01' },
  ])
    await team.api(updateProduction, { id, ...change });
  const page = await browser.newPage();
  await team.enter(page.context());
  await visit(page, `${site.url}/admin/productions/${id}`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const buttons = timeline.getByRole('button', { name: /^Restore values from before/ });
  await buttons.last().waitFor();
  expect(await buttons.count()).toBe(3);
  const dialog = page.getByRole('alertdialog', { name: 'Restore these values?' });

  await buttons.last().focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('Title: Salt and Iron').waitFor();
  await dialog.getByText('Next step: Call').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => buttons.last().evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Restore values' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Earlier values restored').waitFor();
  await page.getByRole('heading', { level: 1, name: /: Salt and Iron$/ }).waitFor();
  await timeline.getByText('Morag Muir restored earlier values').waitFor();
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Salt and Iron');
  const heading = timeline.getByRole('heading', { name: 'Timeline' });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);

  await team.api(updateProduction, { id, shoot_to: '2027-02-20', post_to: '2027-02-21' });
  await page.reload();
  await buttons.nth(3).click();
  await dialog.getByRole('button', { name: 'Restore values' }).click();
  await dialog.getByText('The earlier values do not fit those of now.').waitFor();
  await dialog.getByText('Shooting until (wrap)').first().waitFor();
});

test('several productions are changed at once, except one that a colleague has changed', async () => {
  const ids = await Promise.all(
    ['Otter one', 'Otter two', 'Otter three'].map((title) => addProduction(db, {}, { title })),
  );
  const page = await browser.newPage();
  await team.enter(page.context());
  await visit(page, `${site.url}/admin/productions`);
  await page.getByRole('searchbox', { name: 'Search productions' }).fill('otter');
  await expect.poll(() => page.getByRole('checkbox', { name: /^Select PROD/ }).count()).toBe(3);
  await page.getByRole('checkbox', { name: /Otter one$/ }).focus();
  await page.keyboard.press('Space');
  for (const name of [/Otter two$/, /Otter three$/]) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('region', { name: 'Selection' }).getByText('3 selected').waitFor();
  await team.api(updateProduction, { id: ids[2]!, title: 'Otter four' });

  await page.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 3 productions' });
  await dialog.getByRole('combobox', { name: 'What to change' }).selectOption('Stage');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog.getByText('Choose the value for all of them.').first().waitFor();
  await dialog.getByRole('combobox', { name: 'New value' }).selectOption('Preparation');
  // Without its message the dialog is lower, and its buttons are elsewhere.
  await expect.poll(() => dialog.getByText('Choose the value for all of them.').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('2 productions saved').waitFor();
  const report = page.getByRole('region', { name: '1 production not changed' });
  await report.getByRole('link', { name: /Otter four$/ }).waitFor();
  await expect.poll(() => report.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('row', { name: /Otter one.*Preparation/ }).waitFor();
  await report.getByRole('button', { name: 'Hide this report' }).click();

  // The next step, of which the day needs words.
  for (const name of [/Otter one$/, /Otter four$/]) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByRole('combobox', { name: 'What to change' }).selectOption('Next step');
  await page.getByLabel('Next step on').fill('2999-03-02');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('Enter what is to be done on this day.').first().waitFor();
  await page.getByRole('textbox', { name: 'Next step', exact: true }).fill('Send the contract');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('row', { name: /Otter four.*Send the contract/ }).waitFor();
});

test('an owner reads which productions come to their location, by the code name during an embargo', async () => {
  const owner = await addSignedInPerson(site, 'OWNER');
  const { id: location } = await registerLocation(owner.api);
  const page = await browser.newPage({ viewport: SCREENS.phone });
  await owner.enter(page.context());
  const url = `${site.url}/locations`;
  await visit(page, url);
  await page.getByRole('link', { name: 'Weir mill', exact: true }).waitFor();
  const section = page.getByRole('region', { name: 'Productions at my locations' });
  expect(await section.count()).toBe(0);

  const secret = { title: 'Salt and Iron', embargoed: true, code_name: 'Heron' };
  const id = await addProduction(db, { location, state: 'AGREED' }, secret);
  const days = { used_from: '2999-03-02', used_to: '2999-03-04' };
  await db.updateTable('production_locations').set(days).where('production_id', '=', id).execute();
  await addProduction(db, { location, state: 'OFFERED' }, { title: 'Only offered' });
  await visit(page, url);
  await section
    .getByRole('listitem')
    .filter({ hasText: 'Heron' })
    .getByText('Agreed 2 Mar 2999 to 4 Mar 2999')
    .waitFor();
  expect(await section.getByRole('listitem').count()).toBe(1);
  expect(await page.content()).not.toContain('Salt and Iron');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SCREENS.phone.width);
});

test('a production fits a phone', async () => {
  const page = await browser.newPage({ viewport: SCREENS.phone });
  await team.enter(page.context());
  await visit(page, `${site.url}/admin/productions`);
  await page.getByRole('button', { name: 'Add production' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Glen');
  await page.getByRole('dialog').getByRole('button', { name: 'Add production' }).click();
  await page.getByRole('heading', { level: 1, name: /: Glen$/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SCREENS.phone.width);
});
