import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { saveLocation, saveNewDraft } from '../../src/features/locations/editing/contract.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { addImage } from '../support/locations.ts';
import { addEveryOption, registerLocation, publishAll, submitLocation } from '../support/submissions.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();
await addEveryOption(site.db);

const PENDING = 'Your location is pending approval, should you have a query, please contact our team';

async function openAsOwner(changes: Parameters<typeof addSignedInPerson>[2] = {}) {
  const person = await addSignedInPerson(site, 'OWNER', changes);
  const open = async (path: string, viewport: { width: number; height: number } = SCREENS.desk) => {
    const page = await browser.newPage({ viewport });
    await person.enter(page.context());
    await visit(page, site.url + path);
    return page;
  };
  return { ...person, open };
}

/** Adds a published location of this owner. */
async function addPublishedLocation(person: Pick<Awaited<ReturnType<typeof openAsOwner>>, 'api'>, title: string) {
  const location = await registerLocation(person.api, { title, complete: true });
  await addImage(site.db, location.id, { is_primary: true });
  await publishAll(site.db, [location.id]);
  return location;
}

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const getHref = (page: Page, title: string) =>
  card(page, title).getByRole('link', { name: title, exact: true }).getAttribute('href');

describe('My locations', () => {
  test('show the profile, and a link to register the first location', async () => {
    const { open } = await openAsOwner({ first_name: 'Morag', last_name: 'Sinclair' });
    const page = await open('/locations', SCREENS.phone);
    await page.getByRole('heading', { level: 1, name: 'Morag Sinclair' }).waitFor();
    await page.getByText('Location Owner').waitFor();
    await page.getByText('Joined since').waitFor();
    expect(await page.getByRole('link', { name: 'EDIT PROFILE' }).getAttribute('href')).toBe('/edit-profile');
    await page.getByRole('link', { name: 'Create new location' }).click();
    await page.waitForURL(`${site.url}/register-location`);
  });

  test('link to the page that fits their state, and to editing if they are published', async () => {
    const person = await openAsOwner();
    const begun = await registerLocation(person.api, { title: 'Old forge' });
    const waiting = await submitLocation(site.db, person.api);
    const online = await addPublishedLocation(person, 'Tide mill');
    const changed = await addPublishedLocation(person, 'Salt house');
    await person.api(saveLocation, { id: changed.id, version: changed.version, description: 'Another one.' });
    const page = await person.open('/locations');
    await card(page, 'Old forge').getByText('In progress').waitFor();
    await card(page, 'Old forge')
      .getByText(/of 6 steps complete/)
      .waitFor();
    expect(await getHref(page, 'Old forge')).toBe(`/locations/${begun.id}`);
    await card(page, waiting.title).getByText('Awaiting approval').waitFor();
    expect(await getHref(page, waiting.title)).toBe(`/locations/${waiting.id}/preview`);
    await card(page, 'Tide mill').getByText('Published').waitFor();
    expect(await getHref(page, 'Tide mill')).toBe(`/find-a-location/${online.locationurl}`);
    expect(await page.getByRole('link', { name: 'Edit Tide mill' }).getAttribute('href')).toBe(
      `/locations/${online.id}`,
    );
    await card(page, 'Salt house').getByText('In progress').waitFor();
    await card(page, 'Salt house').getByText('You have not sent your changes yet').waitFor();
    expect(await getHref(page, 'Salt house')).toBe(`/locations/${changed.id}`);
    expect(await page.getByRole('link', { name: 'View the published page of Salt house' }).getAttribute('href')).toBe(
      `/find-a-location/${changed.locationurl}`,
    );
    expect(await page.getByRole('button', { name: /delete/i }).count()).toBe(0);
  });

  test('continue the draft of a new location', async () => {
    const person = await openAsOwner();
    await person.api(saveNewDraft, { draftVersion: 0, fields: { title: 'Half a boat shed' } });
    const page = await person.open('/locations');
    await page.getByText('Continue with ‘Half a boat shed’, saved today').waitFor();
    await page.getByRole('link', { name: /^Create new location/ }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half a boat shed');
  });

  test('have pages of eleven, latest change first', async () => {
    const person = await openAsOwner();
    const titles = Array.from({ length: 12 }, (_, index) => `Steading ${index + 1}`);
    for (const title of titles) await registerLocation(person.api, { title });
    const page = await person.open('/locations');
    const shown = () => page.locator('.own-location .card__title').allTextContents();
    expect(await shown()).toEqual(titles.toReversed().slice(0, 11));
    await page.getByRole('link', { name: 'Page 2' }).click();
    await page.waitForURL(`${site.url}/locations?page=2`);
    await expect.poll(shown).toEqual(['Steading 1']);
  });
});

describe('preview', () => {
  test('of a submitted location shows its state and all data, without the actions of a published one', async () => {
    const person = await openAsOwner();
    const { id, title } = await submitLocation(site.db, person.api);
    const page = await person.open(`/locations/${id}/preview`);
    await page.getByRole('status').getByText(PENDING).waitFor();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText('A mill on the river.').waitFor();
    expect(await page.getByRole('link', { name: /Enquire/ }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'You might also like' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Edit this location' }).count()).toBe(0);
    // A position of the precision near has two decimals, also for the owner.
    await page.getByText('within a kilometre').waitFor();
    await page.getByRole('link', { name: 'My locations' }).click();
    await page.waitForURL(`${site.url}/locations`);
  });

  test('of a draft links back to editing', async () => {
    const person = await openAsOwner();
    const { id } = await registerLocation(person.api);
    const page = await person.open(`/locations/${id}/preview`);
    await page.getByText('This is a preview').waitFor();
    await page.getByRole('link', { name: 'Edit this location' }).click();
    await page.waitForURL((url) => url.pathname === `/locations/${id}`);
  });

  test('is not found by other users', async () => {
    const { id } = await registerLocation((await openAsOwner()).api);
    const page = await (await openAsOwner()).open(`/locations/${id}/preview`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});
