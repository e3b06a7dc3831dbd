import { locationFeature } from '../../../src/features/locations/feature.ts';
import { expect, test } from 'vitest';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../tests/support/services.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addEnquiry } from '../../../tests/support/enquiries.ts';
import { exportLines } from '../../../tests/support/export-lines.ts';
import { SAMPLE_OPTIONS, addImage, addLocation } from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { fromSearchParams } from '../../platform/http/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../platform/http/route-handlers.ts';
import { parseTableSearch } from '../../app/navigation/table-search-params.ts';
import { searchLocations } from '../locations/admin-list/contract.ts';
import { LOCATIONS_LIST, toRequest } from '../locations/admin-list/ui/list-definition.ts';
import { deleteOldEmptySearches, recordEmptySearch } from '../search/empty-searches.commands.server.ts';
import * as routes from './contract.ts';
import { overviewFeature } from './feature.ts';
import { getFigure } from './queries.server.ts';
import type { FigureName } from './schema.ts';

const NOW = new Date('2026-11-24T12:00:00Z');

const { kysely: db } = await testDatabase();
const admin = await addPerson(db, 'ADMIN');
const handlers = [
  ...featureHandlers(overviewFeature, testServices(db, { now: () => NOW })),
  ...featureHandlers(locationFeature, testServices(db, { siteUrl: 'https://recce.example' })),
];
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));

const getRows = async (name: FigureName) => (await getFigure(db, name, { caller: admin, now: NOW })).rows;
const getNumbers = async (name: FigureName) =>
  Object.fromEntries((await getRows(name)).map(({ label, numbers }) => [label, numbers]));

/** Returns the number of locations in the list at a URL. */
async function countListed(href: string): Promise<number> {
  const search = fromSearchParams(new URL(href, 'https://site.example').searchParams);
  const { meta } = await api(searchLocations, toRequest(parseTableSearch(search, LOCATIONS_LIST)));
  return meta.page.total_results;
}

const day = (text: string) => new Date(`${text}T12:00:00Z`);
const mill = await addLocation(db, {
  title: 'Weir Mill',
  status: 'LIVE',
  description: 'Stands by the river.',
  lastmodificationdate: day('2026-11-24'),
  options: { localauthority: ['Fife'], category: ['Mill or factory', 'Interior'] },
});
await addImage(db, mill, { is_primary: true });
const pier = await addLocation(db, {
  title: 'Old Pier',
  status: 'CHANGED',
  lastmodificationdate: day('2025-11-24'),
  options: { localauthority: ['Fife'] },
});
await addLocation(db, {
  title: 'Croft',
  status: 'LIVE',
  lastmodificationdate: day('2019-02-01'),
  options: { localauthority: ['Moray'], category: ['Interior'] },
});
await addLocation(db, {
  status: 'NEW',
  location_status: 'AWAITING_APPROVAL',
  submitted_at: day('2026-11-20'),
  lastmodificationdate: day('2010-01-01'),
});

test('shows how much waits, and for how long', async () => {
  expect(await getNumbers('waiting')).toEqual({
    'Locations awaiting approval': [1, 4],
    'New enquiries': [0, null],
    'Requests to owners': [0, null],
    'Unread notifications': [0, null],
    'Failed emails': [0, null],
    'Likely duplicates': [0, null],
  });
});

test('links each number to a list with as many locations', async () => {
  const { figures } = await api(routes.overview, {});
  const linked = [figures.age, figures.missing, figures.catalogue, figures.waiting]
    .flatMap((figure) => figure!.rows)
    .filter(({ href }) => href?.startsWith('/admin/locations?'));
  expect(linked.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Images', 'Description', 'Position', 'Category', 'Film office']),
  );
  const listed = await Promise.all(linked.map(async ({ label, href }) => [label, await countListed(href!)]));
  expect(listed).toEqual(linked.map(({ label, numbers }) => [label, numbers[0]]));
});

test('counts published locations by the years since their last change', async () => {
  expect(await getNumbers('age')).toMatchObject({
    'Less than a year': [1],
    '1 to 2 years': [1],
    'More than 5 years': [1],
  });
});

test('counts published locations without a public field', async () => {
  expect(await getNumbers('missing')).toMatchObject({
    Images: [2],
    Description: [2],
    Position: [3],
    Category: [1],
    'Local authority': [0],
  });
});

test('counts the catalogue by area and category', async () => {
  const lines = await exportLines(handlers, routes.exportFigure, admin, { name: 'catalogue' });
  expect(lines).toEqual(['Local authority,All,Interior,Mill or factory', 'Fife,2,1,1', 'Moray,1,1,0']);
});

test('counts enquiries by month in the time of the team, and by location', async () => {
  const sender = { name: 'Isla', email: 'isla@northlight.example', comment: 'Is it free?' };
  const enquiry = { ...sender, location_title: 'Old Pier' };
  // Half past midnight of 1 August in Scotland.
  const spam = { ...enquiry, location_id: pier, created_at: day('2026-08-30'), state: 'SPAM' } as const;
  await db.insertInto('enquiries').values(spam).execute();
  const times = [new Date('2026-07-31T23:30:00Z'), day('2026-08-30'), day('2025-01-01')];
  for (const created_at of times)
    await db
      .insertInto('enquiries')
      .values({ ...enquiry, location_id: pier, created_at })
      .execute();
  expect(await getNumbers('waiting')).toMatchObject({ 'New enquiries': [3, 692] });
  const months = await getRows('months');
  expect(months).toHaveLength(24);
  expect(months.filter(({ numbers }) => numbers[0] !== 0).map(({ label, numbers }) => [label, ...numbers])).toEqual([
    ['Jan 2025', 1],
    ['Aug 2026', 2],
  ]);
  expect(await getRows('enquired')).toEqual([{ label: 'Old Pier', href: `/admin/locations/${pier}`, numbers: [2] }]);
  // Of equal ones those that come first by title are shown.
  const titles = Array.from({ length: 30 }, (_, index) => `Mill ${String(30 - index).padStart(2, '0')}`);
  for (const title of titles) {
    const location_id = await addLocation(db, { title });
    await db
      .insertInto('enquiries')
      .values({ ...enquiry, location_id, created_at: day('2026-08-30') })
      .execute();
  }
  const ranked = (await getRows('enquired')).map(({ label }) => label);
  expect(ranked).toEqual(['Old Pier', ...titles.toReversed()].slice(0, ranked.length));
  await db
    .deleteFrom('enquiries')
    .where('created_at', '=', day('2026-08-30'))
    .where('location_id', '<>', pier)
    .execute();
  await db.deleteFrom('locations').where('title', 'in', titles).execute();
});

test('sums up what was filmed by year and by area, without enquiries that are open again', async () => {
  const add = async (
    state: 'CLOSED' | 'NEW',
    outcome: { year: number; spend: number; days: number },
    areas: string[],
  ) => {
    const { id } = await addEnquiry(db, { state, created_at: day('2020-01-01') });
    const { id: outcome_id } = await db
      .insertInto('enquiry_outcomes')
      .values({ ...outcome, filmed: true, enquiry_id: id })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const name of areas) await db.insertInto('enquiry_outcome_areas').values({ outcome_id, name }).execute();
  };
  await add('CLOSED', { year: 2025, spend: 2_000_000_000, days: 3 }, ['Fife', 'Moray']);
  await add('CLOSED', { year: 2025, spend: 2_000_000_000, days: 2 }, ['Fife']);
  await add('CLOSED', { year: 2026, spend: 10, days: 1 }, []);
  await add('NEW', { year: 2026, spend: 500, days: 9 }, ['Fife']);
  expect(await exportLines(handlers, routes.exportFigure, admin, { name: 'impact-years' })).toEqual([
    'Year,Spend (£),Productions,Days',
    '2026,10,1,1',
    '2025,4000000000,2,5',
  ]);
  expect(await exportLines(handlers, routes.exportFigure, admin, { name: 'impact-areas' })).toEqual([
    'Local authority,Spend (£),Productions,Days',
    'Fife,4000000000,2,5',
    'Moray,2000000000,1,3',
    'Not known,10,1,1',
  ]);
});

test('ranks searches without results that were made more than once, without personal data', async () => {
  for (const words of ['Submarine  pen', 'submarine pen', 'only once', 'isla@northlight.example', '+44 131 496 0000'])
    for (const _ of words === 'only once' ? [1] : [1, 2]) await recordEmptySearch(db, words, NOW);
  expect(await getRows('empty-searches')).toEqual([
    { label: 'submarine pen', href: '/find-a-location?query=submarine+pen', numbers: [4] },
  ]);
  await recordEmptySearch(db, 'long ago', day('2026-01-01'));
  await deleteOldEmptySearches(db, NOW);
  const left = await db.selectFrom('empty_searches').select('query').orderBy('query').execute();
  expect(left.map(({ query }) => query)).toEqual(['only once', 'submarine pen']);
});

test('counts what the team works on again for every request, and the site as a whole in files only', async () => {
  const { figures } = await api(routes.overview, {});
  const id = await addLocation(db, { title: 'Slip', status: 'LIVE', options: { localauthority: ['Orkney'] } });
  const next = (await api(routes.overview, {})).figures;
  const getTotal = ({ missing }: typeof figures) => missing!.rows.find(({ label }) => label === 'Images')!.numbers[0]!;
  expect(getTotal(next)).toBe(getTotal(figures) + 1);
  expect(next.catalogue).toEqual(figures.catalogue);
  expect((await exportLines(handlers, routes.exportFigure, admin, { name: 'catalogue' })).join()).toContain('Orkney');
  await db.deleteFrom('locations').where('id', '=', id).execute();
});

test('shows a film office the figures of its area only', async () => {
  const member = await addPerson(db, 'FILM_OFFICE');
  const office = createJsonApi(createInProcessCaller(handlers, createCallContext(member)));
  const before = (await office(routes.overview, {})).figures;
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['waiting', 'age', 'missing', 'months', 'enquired']));
  expect(Object.keys(before)).toHaveLength(5);
  const waiting = { location_status: 'AWAITING_APPROVAL', submitted_at: day('2026-11-22') } as const;
  const changed = { status: 'CHANGED', lastmodificationdate: day('2026-11-23') } as const;
  const inArea = await addLocation(db, { ...waiting, ...changed, title: 'Quay', options: SAMPLE_OPTIONS });
  await addLocation(db, { ...waiting, title: 'Eastern quay', options: { filmoffice: ['East Screen'] } });
  await addEnquiry(db, { location_id: inArea, location_title: 'Quay', created_at: day('2026-11-21') });
  await addEnquiry(db, { location_id: pier, location_title: 'Old Pier', created_at: day('2026-11-21') });
  const asked = { text: 'The rear, please.', step: 'images', created_at: day('2026-11-01') } as const;
  for (const location_id of [inArea, pier])
    await db
      .insertInto('owner_tasks')
      .values({ ...asked, location_id })
      .execute();
  const { figures } = await office(routes.overview, {});
  expect(figures.waiting!.rows.map(({ label, numbers }) => [label, ...numbers])).toEqual([
    ['Locations awaiting approval', 1, 2],
    ['New enquiries', 1, 3],
    ['Requests to owners', 1, 23],
  ]);
  expect(figures.months!.rows.at(-1)!.numbers).toEqual([1]);
  expect(figures.enquired!.rows.map(({ label }) => label)).toEqual(['Quay']);
  expect(figures.missing!.rows.find(({ label }) => label === 'Images')!.numbers).toEqual([1]);
  expect(figures.age!.rows.flatMap(({ numbers }) => numbers).reduce((sum, number) => sum! + number!, 0)).toBe(1);
  for (const name of ['saved', 'catalogue'])
    await expect(office(routes.exportFigure, { name })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

test('draws every council area', async () => {
  const { areas, width, height } = await api(routes.councilMap, {});
  expect(areas).toHaveLength(32);
  expect(Math.max(width, height)).toBe(1000);
  expect(areas.filter(({ path }) => !/^M\d+ \d+l.+z$/.test(path))).toEqual([]);
});
