import { expect, test } from 'vitest';
import { listLayers } from '../../src/features/consents/queries.server.ts';
import { runConsents } from '../../src/features/consents/command-line.server.ts';
import { testAccessibility } from '../support/accessibility.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { CASTLE_GROUNDS, installConsentAreas } from '../support/consent-areas.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { publishAll } from '../support/submissions.ts';

const site = await startSite();
const browser = await openBrowser();
const CASTLE = '/find-a-location/eilean-donan-castle';
const { id, latitude, longitude } = await site.db
  .selectFrom('locations')
  .select(['id', 'latitude', 'longitude'])
  .where('locationurl', '=', 'eilean-donan-castle')
  .executeTakeFirstOrThrow();
const position = { latitude: latitude!, longitude: longitude! };
const WIDE = { ...CASTLE_GROUNDS, name: 'Kintail', kind: 'protected area', notice: null, radius: 20_000 };
const LINES = {
  castle: 'Inside Castle grounds (scheduled monument): consent by Heritage Service, notice 28 days',
  wide: 'Inside Kintail (protected area): consent by Heritage Service',
};
const fetchPage = async () => (await fetch(site.url + CASTLE)).text();

async function open(address: string, person?: Awaited<ReturnType<typeof addSignedInPerson>>) {
  const page = await browser.newPage();
  await person?.enter(page.context());
  await visit(page, site.url + address);
  return { page, section: page.getByRole('region', { name: 'Filming permissions' }) };
}

test('visitors see whose consent filming at a location requires, once an operator has installed a layer', async () => {
  // This page is cached.
  expect(await fetchPage()).not.toContain('Filming permissions');
  await installConsentAreas(site.db, position, [CASTLE_GROUNDS, WIDE]);
  await expect.poll(fetchPage, { timeout: 5_000 }).toContain('Filming permissions');

  const { section } = await open(CASTLE);
  expect(await section.locator('.consent-areas__area').allTextContents()).toEqual([LINES.castle, LINES.wide]);
  const grounds = section.getByRole('listitem').filter({ hasText: 'Castle grounds' }).first();
  for (const text of [CASTLE_GROUNDS.consent, `Fees: ${CASTLE_GROUNDS.fees}`, CASTLE_GROUNDS.contact])
    expect(await grounds.textContent()).toContain(text);
  const getHref = (name: string) => grounds.getByRole('link', { name }).getAttribute('href');
  expect(await getHref('filming@heritage.example')).toBe('mailto:filming@heritage.example');
  expect(await getHref('More about filming in Castle grounds')).toBe('https://heritage.example/filming');
  expect(await section.textContent()).toContain('Source: © Heritage Service, OGL v3.0');
  expect(await section.textContent()).not.toContain('not public');
});

test('the comparison of locations names the permissions', async () => {
  const [other] = await site.db
    .selectFrom('published_locations')
    .select('locationurl')
    .where('id', '!=', id)
    .orderBy('id')
    .limit(1)
    .execute();
  const { page } = await open(`/compare?location=eilean-donan-castle&location=${other!.locationurl}`);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Filming permissions' }) });
  expect(await row.getByRole('cell').first().textContent()).toBe(`${LINES.castle}. ${LINES.wide}`);
});

test('if the position is not exact, the public sees only areas that do not give it away, and the team all', async () => {
  await site.db.updateTable('locations').set({ map_precision: 'area' }).where('id', '=', id).execute();
  await publishAll(site.db, [id]);
  await expect.poll(fetchPage, { timeout: 5_000 }).not.toContain('Castle grounds');
  const visitor = await open(CASTLE);
  expect(await visitor.section.locator('.consent-areas__area').allTextContents()).toEqual([LINES.wide]);
  expect(await visitor.section.textContent()).toContain('may be inside other areas too');

  const admin = await addSignedInPerson(site, 'ADMIN');
  const record = await open(`/admin/locations/${id}`, admin);
  await record.section.waitFor();
  expect(await record.section.locator('.consent-areas__area').allTextContents()).toEqual([LINES.castle, LINES.wide]);
  const preview = await open(`/admin/locations/${id}/preview`, admin);
  expect(await preview.section.locator('.consent-areas__area').allTextContents()).toEqual([LINES.castle, LINES.wide]);
  expect(await preview.section.textContent()).toContain('The public sees only those areas');
});

test('a layer that is removed is no longer shown', async () => {
  expect(await listLayers(site.db)).toMatchObject([{ name: 'Monuments', areas: 2 }]);
  await runConsents(site.db, ['remove', 'Monuments']);
  await expect.poll(fetchPage, { timeout: 5_000 }).not.toContain('Filming permissions');
  await installConsentAreas(site.db, position, [CASTLE_GROUNDS, WIDE]);
  await expect.poll(fetchPage, { timeout: 5_000 }).toContain('Filming permissions');
});

await testAccessibility(site, {
  'the page of a location with permissions': { address: CASTLE },
  'the record of a location with permissions': { address: `/admin/locations/${id}`, as: 'ADMIN' },
});
