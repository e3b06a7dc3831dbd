import { expect, test } from 'vitest';
import { addLocation as addToBoard, boardById, createBoard } from '../../src/features/boards/contract.ts';
import { findDuplicates } from '../../src/features/duplicates/jobs.server.ts';
import { testAccessibility } from '../support/accessibility.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { addImage, addOption } from '../support/locations.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { addEveryOption, publishAll, registerLocation } from '../support/submissions.ts';

const site = await startSite();
const { db } = site;
await addEveryOption(db);
const browser = await openBrowser();
const owner = await addSignedInPerson(site, 'OWNER');
const admin = await addSignedInPerson(site, 'ADMIN');
const scout = await addSignedInPerson(site, 'SCOUT');

async function addPlace(title: string, description: string): Promise<string> {
  const { id } = await registerLocation(owner.api, { title, complete: true });
  await addImage(db, id, { is_primary: true });
  await db.updateTable('locations').set({ description }).where('id', '=', id).execute();
  await publishAll(db, [id]);
  return id;
}

async function getUrl(id: string): Promise<string> {
  const row = await db.selectFrom('locations').select('locationurl').where('id', '=', id).executeTakeFirstOrThrow();
  return `/find-a-location/${row.locationurl}`;
}

const tower = [
  await addPlace('Lantern tower', 'By the sea.'),
  await addPlace('Lantern Tower', 'On the cliff.'),
] as const;
await findDuplicates(db);

await testAccessibility(site, {
  'the list of likely duplicates': { address: '/admin/duplicates', as: 'ADMIN' },
  'two locations side by side': { address: `/admin/duplicates/${tower[0]}/${tower[1]}`, as: 'ADMIN' },
});

test('the next pair gets the focus when a pair is decided', async () => {
  await addPlace('Salt store', 'By the harbour.');
  await addPlace('Salt Store', 'At the harbour.');
  await findDuplicates(db);
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/duplicates`);
  const row = page.getByRole('row', { name: /Salt store/i });
  await row.getByRole('button').click();
  await expect.poll(() => row.count()).toBe(0);
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Not a duplicate' }))
    .waitFor();
});

test('the team merges two entries of one place: the URL leads to it, and a board keeps it', async () => {
  const kept = await addPlace('Weir mill', 'A mill by the river.');
  const other = await addPlace('The Weir Mill', 'A mill with a lade.');
  await findDuplicates(db);
  const { id: board } = await scout.api(createBoard, { title: 'Episode 4' });
  await scout.api(addToBoard, { id: board, locationId: other });
  const old = await getUrl(other);
  const ruin = await addOption(db, 'category', 'Ruin');
  await db.deleteFrom('location_options').where('location_id', '=', other).where('field', '=', 'category').execute();
  await db.insertInto('location_options').values({ location_id: other, option_id: ruin, field: 'category' }).execute();

  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/duplicates`);
  await page
    .getByRole('row', { name: /Weir mill/i })
    .getByRole('link')
    .first()
    .click();
  const stays = page.getByRole('group', { name: 'Which one stays?' });
  await stays.getByRole('radio', { name: 'Weir mill', exact: true }).check();
  const description = page.getByRole('group', { name: 'Description' });
  await description.getByRole('radio', { name: /lade/ }).check();
  const category = page.getByRole('group', { name: 'Category' });
  expect(await category.getByRole('radio', { name: /^Both: .*Ruin/ }).isChecked()).toBe(true);
  // The keyboard leads from the last choice to the end of the page.
  const end = page.getByRole('button', { name: 'Merge into “Weir mill”' });
  await page.getByRole('main').getByRole('radio').last().focus();
  for (let step = 0; step < 10 && !(await end.evaluate((it) => it === document.activeElement)); step++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge', exact: true }).click();
  await page.locator('.toasts').getByText('The locations have been merged').waitFor();
  await page.waitForURL(`**/admin/locations/${kept}`);
  const row = await db.selectFrom('locations').selectAll().where('id', '=', kept).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ title: 'Weir mill', description: 'A mill with a lade.' });
  const chosen = db.selectFrom('location_options').select('option_id').where('location_id', '=', kept);
  expect(await chosen.where('field', '=', 'category').execute()).toHaveLength(2);

  const response = await fetch(site.url + old, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([301, await getUrl(kept)]);
  const { locations } = await scout.api(boardById, { id: board });
  expect(locations.data.map(({ location }) => location?.title)).toEqual(['Weir mill']);

  // Links of earlier emails lead the owner to it.
  const own = await browser.newPage();
  await owner.enter(own.context());
  await visit(own, `${site.url}/locations/${other}?step=5`);
  await own.waitForURL(`**/locations/${kept}?step=5`);
  await own.getByRole('heading', { name: 'Location images' }).first().waitFor();
  await visit(page, `${site.url}/admin/locations/${other}/preview`);
  await page.getByText('Page not found').first().waitFor();

  await visit(page, `${site.url}/admin/locations/${other}`);
  await page.getByText('This location was merged into').waitFor();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByText('of two entries for one place').first().waitFor();
  await page.getByRole('link', { name: 'Version 1', exact: true }).click();
  await page.getByText('Change that one instead.').waitFor();
  expect(await page.getByRole('button', { name: /^Restore/ }).count()).toBe(0);

  // The colleague who has compared them too learns what became of them.
  await visit(page, `${site.url}/admin/duplicates/${other}/${kept}`);
  await page.getByText('“The Weir Mill” was merged into Weir mill.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Weir mill' }).click();
  await page.waitForURL(`**/admin/locations/${kept}`);
});

test('says that one of two was deleted, and leads to the other one', async () => {
  const kept = await addPlace('Kelp shed', 'By the shore.');
  const deleted = await addPlace('Kelp Shed', 'On the shore.');
  await findDuplicates(db);
  await db.deleteFrom('locations').where('id', '=', deleted).execute();
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/duplicates/${kept}/${deleted}`);
  await page.getByText('One of the two was deleted. The other one is Kelp shed.').waitFor();
});

test('a location that is not published does not replace one that is: swapping them does', async () => {
  const published = await addPlace('Heron quay', 'By the river.');
  const { id: draft } = await registerLocation(owner.api, { title: 'Heron quays', complete: true });
  await findDuplicates(db);
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/duplicates/${published}/${draft}`);
  const stays = page.getByRole('group', { name: 'Which one stays?' });
  await stays.getByRole('radio', { name: 'Heron quays', exact: true }).check();
  await page.getByText('“Heron quay” is published and “Heron quays” is not.').waitFor();
  await page.getByRole('button', { name: 'Keep “Heron quay” instead' }).click();
  const merge = page.getByRole('button', { name: 'Merge', exact: true });
  await expect.poll(() => merge.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Merge into Heron quay' }).waitFor();
});

test('a pair that is no duplicate leaves the list, and can be restored', async () => {
  const page = await browser.newPage();
  await admin.enter(page.context());
  await visit(page, `${site.url}/admin/duplicates`);
  const dismiss = page.getByRole('button', { name: /^Not a duplicate.*Lantern/i });
  await dismiss.click();
  await expect.poll(() => dismiss.count()).toBe(0);
  await db.insertInto('duplicate_queue').values({ location_id: tower[0] }).execute();
  await findDuplicates(db);
  await visit(page, `${site.url}/admin/duplicates?state=dismissed`);
  const restore = page.getByRole('button', { name: /^May be a duplicate.*Lantern/i });
  await restore.click();
  await expect.poll(() => restore.count()).toBe(0);
  await visit(page, `${site.url}/admin/duplicates`);
  await dismiss.waitFor();
});

test('an owner who enters a place again is shown the entry that exists', async () => {
  const another = await addSignedInPerson(site, 'OWNER');
  const page = await browser.newPage();
  await another.enter(page.context());
  await visit(page, `${site.url}/register-location`);
  await page.getByLabel('Title').fill('The lantern tower');
  await page.getByText('This place may be listed already.').waitFor();
  expect(await page.getByRole('link', { name: /^Lantern tower/i }).count()).toBe(2);
});
