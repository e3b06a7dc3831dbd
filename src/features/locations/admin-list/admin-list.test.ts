import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { locationFeature } from '../../../../src/features/locations/feature.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { SAMPLE_OPTIONS, addImage, addLocation, clearCatalogue } from '../../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../../tests/support/people.ts';
import type { Api } from '../../../platform/http/contract.ts';
import { type FileResponse, createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { exportLocations, searchLocations } from './contract.ts';
import { EMPTY_FIELDS } from '../catalogue/fields/empty-fields.ts';
import { LIST_FILTERS, SORT_COLUMNS, TOO_MANY_FILTERS_MESSAGE, listPageParams } from './schema.ts';
import { isFacetField } from '../catalogue/schema.ts';
import { RECORD_FIELDS, type RecordField, getLabel } from '../catalogue/fields/lookup.ts';

const { kysely: db } = await testDatabase();
const handlers = featureHandlers(locationFeature, testServices(db, { siteUrl: 'https://recce.example' }));
let admin: Person;
let api: Api;

beforeAll(async () => {
  admin = await addPerson(db, 'ADMIN');
  api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));
});
beforeEach(() => clearCatalogue(db));

type Asked = Parameters<typeof api<typeof searchLocations.input, typeof searchLocations.output>>[1];
const search = (params: Asked = {}) => api(searchLocations, params);
const titles = async (params: Asked) => (await search(params)).data.map(({ title }) => title);
const filtered = (...all: object[]) => titles({ filters: { all }, sort: { title: 'asc' } });

const fileOf = async (params: object) => {
  const handler = handlers.find(({ route }) => route === exportLocations)!;
  const answer = (await handler.handle(params, createCallContext(admin))) as FileResponse;
  let text = '';
  for await (const chunk of answer.content) text += chunk as string;
  return text.trim().split('\r\n');
};

describe('the list of all locations', () => {
  test('has the columns of each location, the latest change first', async () => {
    const old = await addLocation(db, { title: 'Old mill', lastmodificationdate: new Date('2026-01-05T12:00:00Z') });
    const id = await addLocation(db, {
      title: 'Torloisk House',
      locationidentifier: 4417,
      nearesttown: 'Tobermory',
      exporttowebsite: true,
      lastmodificationdate: new Date('2026-11-20T11:48:00Z'),
      options: { localauthority: ['Argyll and Bute'] },
    });
    const sha256 = await addImage(db, id, { is_primary: true, alt: 'A house above the sea' });
    expect(sha256).toBeDefined();
    const { data, meta } = await search();
    expect(meta).toEqual({ page: { current: 1, size: 25, total_results: 2 }, total_locations: 2 });
    expect(data).toMatchObject([
      {
        id,
        title: 'Torloisk House',
        locationidentifier: 4417,
        nearesttown: 'Tobermory',
        localauthority: 'Argyll and Bute',
        status: 'NEW',
        location_status: 'DRAFT',
        lastmodificationdate: '2026-11-20T11:48:00.000Z',
        exporttowebsite: true,
        hasimages: true,
        primaryimage: { alt: 'A house above the sea', focal: { x: 0.5, y: 0.5 } },
      },
      { id: old, locationidentifier: null, exporttowebsite: null, hasimages: false, primaryimage: null },
    ]);
  });

  test('pages through all locations by each column, in both directions, from either end', async () => {
    for (let n = 0; n < 11; n++) {
      await addLocation(db, {
        title: ['Ämter', 'amber', 'Zoo'][n % 3]!,
        locationidentifier: n % 2 ? n : null,
        exporttowebsite: [true, false, null][n % 3]!,
      });
    }
    for (const column of SORT_COLUMNS) {
      const ways = [];
      for (const order of ['asc', 'desc'] as const) {
        const ids: string[] = [];
        for (let current = 1; current <= 5; current++) {
          const { data } = await search({ sort: { [column]: order }, page: { size: 3, current } });
          ids.push(...data.map(({ id }) => id));
        }
        expect(new Set(ids).size, column).toBe(11);
        expect(ids).toHaveLength(11);
        ways.push(ids);
      }
      expect(ways[1], column).toEqual(ways[0]?.toReversed());
    }
    expect(await titles({ sort: { title: 'asc' }, page: { size: 5 } })).toEqual([
      'amber',
      'amber',
      'amber',
      'amber',
      'Ämter',
    ]);
  });

  test('sorts locations without a title first by title, last in descending order, also in the file', async () => {
    const first = await addLocation(db, { title: '0 mill', locationidentifier: 2 });
    const untitled = await addLocation(db, { title: '', locationidentifier: 1, address1: '12 Shore Street' });
    const ids = async (params: Asked) => (await search(params)).data.map(({ id }) => id);
    expect(await ids({ sort: { title: 'asc' } })).toEqual([untitled, first]);
    expect(await ids({ sort: { title: 'desc' } })).toEqual([first, untitled]);
    expect(await ids({ query: 'shore' })).toEqual([untitled]);
    expect(await ids({ query: 'untitled' })).toEqual([]);
    expect((await fileOf({ query: 'shore' }))[1]).toMatch(/,1,,,,/);
  });

  test('is available to the Locations Team only', async () => {
    for (const role of ['SCOUT', 'OWNER'] as const) {
      const other = createJsonApi(createInProcessCaller(handlers, createCallContext(await addPerson(db, role))));
      await expect(other(searchLocations, {})).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
      await expect(other(exportLocations, {})).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
    }
  });
});

describe('text search', () => {
  test.each([
    ['torl', true],
    ['TORLOISK house', true],
    ['house tob', true],
    ['4417', true],
    ['12 shore', true],
    ['pa74 6nh', true],
    ['PA746NH', true],
    ['eilidh macl', true],
    ['mhor', true],
    ['oneil', true],
    ["O'Neil", true],
    ['orloisk', false],
    ['torloisk castle', false],
    ['--', false],
    ['secret', false],
    ["'); drop table locations; --", false],
  ])('matches %j: %s', async (query, found) => {
    const owner = await addPerson(db, 'OWNER', { first_name: 'Eilidh', last_name: 'MacLean' });
    await addLocation(db, {
      title: 'Torloisk House, O’Neil’s',
      locationidentifier: 4417,
      address1: '12 Shore Street',
      address4: 'Mhòr',
      postcode: 'PA74 6NH',
      nearesttown: 'Tobermory',
      remarks: 'secret',
      owner_id: owner.id,
    });
    await addLocation(db, { title: 'Elsewhere' });
    expect(await titles({ query })).toEqual(found ? ['Torloisk House, O’Neil’s'] : []);
  });

  test.each([
    ['PA1 9ZZ', ['PA1 9ZZ']],
    ['pa1  9zz', ['PA1 9ZZ']],
    ['PA19ZZ', ['PA1 9ZZ']],
    ['PA1 9', ['PA1 9ZZ']],
    ['PA1', ['PA1 9ZZ', 'PA10 9ZZ', 'PA19 9ZZ']],
    ['PA10 9ZZ', ['PA10 9ZZ']],
    ['-- 9ZZ', ['PA1 9ZZ', 'PA10 9ZZ', 'PA19 9ZZ']],
  ])('by the postcode %j find %j', async (given, found) => {
    for (const postcode of ['PA1 9ZZ', 'PA10 9ZZ', 'PA19 9ZZ']) await addLocation(db, { title: postcode, postcode });
    expect((await filtered({ postcode: [given] })).toSorted()).toEqual(found);
  });

  test('are updated with contacts, account holder, images and options', async () => {
    const owner = await addPerson(db, 'OWNER', { first_name: 'Una', last_name: 'Grant' });
    const id = await addLocation(db, { title: 'Mill', owner_id: owner.id, options: { setting: ['Riverside'] } });
    const contact = { location_id: id, firstname: 'Iain', lastname: 'Ross', email: 'iain@mill.example' };
    await db
      .insertInto('contacts')
      .values({ ...contact, is_primary: true })
      .execute();
    expect(await filtered({ primarycontact: ['iain ross'] }, { contactemail: ['iain@mill'] })).toEqual(['Mill']);
    await db.updateTable('contacts').set({ lastname: 'Innes' }).execute();
    expect(await filtered({ contactlastname: ['ross'] })).toEqual([]);
    expect(await filtered({ contactlastname: ['innes'] })).toEqual(['Mill']);
    await db.deleteFrom('contacts').execute();
    expect(await filtered({ contactfirstname: ['iain'] })).toEqual([]);
    await db.updateTable('users').set({ last_name: 'Sinclair' }).where('id', '=', owner.id).execute();
    expect(await titles({ query: 'una sinclair' })).toEqual(['Mill']);
    expect(await filtered({ owner: ['grant'] })).toEqual([]);
    expect(await filtered({ owner: [owner.email] })).toEqual(['Mill']);
    await db.updateTable('locations').set({ title: 'Tower' }).execute();
    expect(await titles({ query: 'tower' })).toEqual(['Tower']);
    await addImage(db, id);
    expect(await filtered({ hasimages: ['true'] })).toEqual(['Tower']);
    await db.deleteFrom('images').execute();
    expect(await filtered({ hasimages: ['true'] })).toEqual([]);
    expect(await filtered({ setting: ['Riverside'] })).toEqual(['Tower']);
    await db.deleteFrom('location_options').execute();
    expect(await filtered({ setting: ['Riverside'] })).toEqual([]);
  });
});

describe('filters', () => {
  test('match any value of a field, and all fields', async () => {
    const places = { setting: ['Riverside'], category: ['Mill or factory'] };
    await addLocation(db, {
      title: 'A',
      status: 'LIVE',
      location_status: 'PUBLISHED',
      exporttowebsite: true,
      options: places,
    });
    await addLocation(db, { title: 'B', location_status: 'AWAITING_APPROVAL', exporttowebsite: false, visited: true });
    await addLocation(db, { title: 'C', options: { setting: ['Coastal'] }, address2: 'Ulva Ferry' });
    expect(await filtered({ status: ['LIVE'] })).toEqual(['A']);
    expect(await filtered({ status: ['LIVE', 'NEW'] })).toEqual(['A', 'B', 'C']);
    expect(await filtered({ location_status: ['AWAITING_APPROVAL'] })).toEqual(['B']);
    expect(await filtered({ exporttowebsite: ['null'] })).toEqual(['C']);
    expect(await filtered({ exporttowebsite: ['true', 'null'] })).toEqual(['A', 'C']);
    expect(await filtered({ visited: ['false'] })).toEqual([]);
    expect(await filtered({ setting: ['Riverside', 'Coastal'] })).toEqual(['A', 'C']);
    expect(await filtered({ setting: ['Riverside', 'Coastal'] }, { category: ['Mill or factory'] })).toEqual(['A']);
    expect(await filtered({ setting: ['Nowhere'] })).toEqual([]);
    expect(await filtered({ address2: ['ferry'] })).toEqual(['C']);
    expect(await filtered({ address1: ['ferry'] })).toEqual([]);
    expect(await filtered({ address2: ['nowhere', 'ulva'] }, { status: ['NEW'] })).toEqual(['C']);
  });

  test('use days in London, including the last one', async () => {
    await addLocation(db, { title: 'Summer', lastmodificationdate: new Date('2026-07-01T23:30:00Z') });
    await addLocation(db, { title: 'Winter', lastmodificationdate: new Date('2026-12-01T23:30:00Z') });
    expect(await filtered({ lastmodificationdate: { from: '2026-07-02', to: '2026-07-02' } })).toEqual(['Summer']);
    expect(await filtered({ lastmodificationdate: { to: '2026-12-01' } })).toEqual(['Summer', 'Winter']);
    expect(await filtered({ lastmodificationdate: { from: '2026-12-02' } })).toEqual([]);
  });

  test('are limited to 32', async () => {
    const many = (count: number) => ({
      all: [{ category: Array.from({ length: count - 1 }, (_, n) => `C${n}`) }, { owner: ['x'] }],
    });
    expect((await search({ filters: many(32) })).data).toEqual([]);
    await expect(search({ query: 'a\0b' })).rejects.toMatchObject({ errorType: 'MALFORMED' });
    await expect(search({ filters: many(33) })).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { 'filters.all': TOO_MANY_FILTERS_MESSAGE },
    });
  });

  test.each([
    { filters: { all: [{ lastmodificationdate: { from: '20261-01-01' } }] } },
    { filters: { all: [{ lastmodificationdate: {} }] } },
    { filters: { all: [{ nosuchfield: ['x'] }] } },
    { query: 'x'.repeat(101) },
    { page: { size: 26 } },
    { sort: { title: 'asc', status: 'asc' } },
  ])('rejects invalid filters: %j', (params) => {
    expect(listPageParams.safeParse(params).success).toBe(false);
  });

  test('find locations with an empty mandatory field, until it is filled in', async () => {
    const full = {
      title: 'Full',
      address1: '1 Shore Street',
      postcode: 'PA75 6NU',
      nearesttown: 'Tobermory',
      telephone1: '0131 496 0142',
      email: 'isla@northlight.example',
      ownername: 'Isla Robertson',
      description: 'A house above the sea.',
      latitude: 56.6,
      longitude: -6.1,
      options: SAMPLE_OPTIONS,
    };
    const ids = new Map([['none', await addLocation(db, full)]]);
    for (const field of EMPTY_FIELDS) {
      const { [field]: _, ...options } = SAMPLE_OPTIONS as Record<string, readonly string[]>;
      const emptied = field === 'latitude' ? { latitude: null, longitude: null } : { [field]: '' };
      ids.set(field, await addLocation(db, isFacetField(field) ? { ...full, options } : { ...full, ...emptied }));
    }
    const found = async (...empty: RecordField[]) =>
      (await search({ filters: { all: [{ empty }] } })).data.map(({ id }) => id).toSorted();
    for (const field of EMPTY_FIELDS) expect(await found(field), field).toEqual([ids.get(field)]);
    expect(await found('title', 'email')).toEqual([ids.get('title')!, ids.get('email')!].toSorted());
    await db.updateTable('locations').set({ email: 'isla@northlight.example' }).execute();
    expect(await found('email')).toEqual([]);
  });

  test('of every kind work on the real columns', async () => {
    await addLocation(db, { title: 'A' });
    for (const { field, kind } of LIST_FILTERS) {
      const values = {
        text: ['x'],
        options: ['LIVE'],
        'number-range': { min: 10, max: 50 },
        'date-range': { from: '2026-01-01', to: '2026-01-02' },
        'yes-no': ['true'],
        'yes-no-null': ['false'],
      };
      const value = { location_status: ['PUBLISHED'], empty: ['title'] }[field] ?? values[kind];
      expect(await filtered({ [field]: value }), field).toEqual([]);
    }
  });
});

describe('the CSV file', () => {
  test('contains every matching location, in the same order', async () => {
    for (let n = 0; n < 30; n++)
      await addLocation(db, { title: n === 3 ? '=1+1' : `Mill ${n}`, locationidentifier: n });
    await addLocation(db, { title: 'Tower' });
    const file = await fileOf({ query: 'mill', sort: { locationidentifier: 'desc' } });
    expect(file).toHaveLength(30);
    expect(file[1]).toMatch(/,29,Mill 29,,,New \(Offline\),In progress,[^,]*,,No,/);
    expect((await fileOf({ query: '1' })).join()).toContain("'=1+1");
  });

  test('has a column for every field, the account holder and the primary contact', async () => {
    const owner = await addPerson(db, 'OWNER', { first_name: 'Una', last_name: 'Grant', telephone1: '0131 496 0142' });
    const id = await addLocation(db, {
      title: 'Mill',
      owner_id: owner.id,
      address1: '1 Weir Road',
      remarks: 'Steep track.',
      visited: true,
      latitude: 56.1,
      longitude: -3.9,
      options: { setting: ['Riverside', 'Woodland'] },
    });
    const contact = { location_id: id, firstname: 'Iain', lastname: 'Ross', email: 'iain@mill.example' };
    await db
      .insertInto('contacts')
      .values({ ...contact, is_primary: true })
      .execute();
    const [headings = '', line = ''] = await fileOf({});
    const names = headings.replace('\ufeff', '').split(',');
    expect(names.slice(0, 10)).toEqual([
      'Id',
      'Legacy Location Id',
      'Title',
      'Nearest town',
      'Local authority',
      'Status',
      'Location Status',
      'Last Modification Date',
      'Export to Website',
      'Has Images',
    ]);
    const labels = RECORD_FIELDS.filter((field) => field !== 'locationidentifier' && field !== 'exporttowebsite');
    expect(names).toEqual(expect.arrayContaining(labels.map((field) => getLabel(field))));
    expect(new Set(names).size).toBe(names.length);
    expect(Object.fromEntries(names.map((name, n) => [name, line.split(',')[n]]))).toMatchObject({
      Id: id,
      Title: 'Mill',
      'Address 1': '1 Weir Road',
      Remarks: 'Steep track.',
      Visited: 'Yes',
      Latitude: '56.1',
      Setting: 'Riverside|Woodland',
      'Account holder': 'Una Grant',
      'Account holder email': owner.email,
      'Account holder telephone': '0131 496 0142',
      'Primary contact': 'Iain Ross',
      'Primary contact email': 'iain@mill.example',
      'Public page': '',
    });
  });

  test('releases its database connection when the reader stops', async () => {
    await addLocation(db, { title: 'Mill' });
    const handler = handlers.find(({ route }) => route === exportLocations)!;
    for (let n = 0; n < 12; n++) {
      const { content } = (await handler.handle({}, createCallContext(admin))) as FileResponse;
      const reading = content[Symbol.asyncIterator]();
      await reading.next();
      await reading.next();
      await reading.return?.();
    }
    expect((await search()).data).toHaveLength(1);
  });
});
