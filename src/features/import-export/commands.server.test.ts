import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import {
  addImage,
  addLocation,
  addOption,
  clearCatalogue,
  recordEvents,
  locationDeps,
} from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { AUDIT_TYPES } from '../audit-log/entry-types.ts';
import type { LocationEvent } from '../locations/events.ts';
import { publishLocation, unpublishLocation } from '../locations/publishing/commands.server.ts';
import { MISSING_PARTS } from '../locations/publishing/publishability.ts';
import { getCatalogueGeneration, findPublishedByUrl } from '../locations/catalogue/published/queries.server.ts';
import { type Import, importLocations } from './commands.server.ts';

const { kysely: db } = await testDatabase();
const at = new Date('2026-11-12T09:30:00Z');
const { publishEvent } = recordEvents<LocationEvent>();

beforeEach(() => clearCatalogue(db));

/** Imports CSV, written as text, or JSON, written as objects. */
function load(content: string | readonly object[], settings: Partial<Import> = {}) {
  const file = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  const task = {
    file,
    fileName: 'legacy.csv',
    mapping: {},
    apply: true,
    createOptions: false,
    republish: false,
    actorId: null,
    at,
    ...settings,
  };
  return db.transaction().execute((trx) => importLocations(trx, task, publishEvent));
}
const location = (locationidentifier: number) =>
  db.selectFrom('locations').selectAll().where('locationidentifier', '=', locationidentifier).executeTakeFirstOrThrow();
const OUTSIDE = new Set(['OUTSIDE_REGION'] as const);
const count = async () => (await db.selectFrom('locations').select('id').execute()).length;
const optionsOf = async (id: string) => {
  const rows = await db
    .selectFrom('location_options')
    .innerJoin('options', 'options.id', 'location_options.option_id')
    .select(['options.field', 'options.name'])
    .where('location_id', '=', id)
    .orderBy('options.id')
    .execute();
  return rows.map(({ field, name }) => `${field}: ${name}`);
};

describe('an imported file', () => {
  it('sets each field of a location from its cell', async () => {
    await addOption(db, 'category', 'Mill or factory');
    await addOption(db, 'setting', 'Rural');
    await addOption(db, 'setting', 'Riverside');
    const report = await load(
      'locationidentifier,Title,postcode,email,latitude,longitude,map_precision,featured,visited,datevisited,creationdate,category,setting\n' +
        '7,Weir mill,fk81aa,m.rae@example.com,56.1165,-3.9369,Near,yes,N,3/4/2019,2012-06-01,MILL OR FACTORY,riverside | Rural\n',
    );
    expect(report).toMatchObject({ applied: true, rows: 1, added: 1, problems: [] });
    const row = await location(7);
    expect(row).toMatchObject({
      title: 'Weir mill',
      locationurl: 'weir-mill',
      postcode: 'FK8 1AA',
      email: 'm.rae@example.com',
      latitude: 56.1165,
      longitude: -3.9369,
      map_precision: 'near',
      featured: true,
      visited: false,
      datevisited: '2019-04-03',
      // Midnight in London.
      creationdate: new Date('2012-05-31T23:00:00Z'),
      lastmodificationdate: at,
      status: 'NEW',
      location_status: 'DRAFT',
      version: 1,
      exporttowebsite: null,
    });
    expect(await optionsOf(row.id)).toEqual(['category: Mill or factory', 'setting: Rural', 'setting: Riverside']);
  });

  it('can have mapped headings and unknown columns', async () => {
    const mapping = { 'Property name': 'title', 'Ref.': 'locationidentifier', Agent: 'nobody' };
    const report = await load('Ref.,PROPERTY NAME,Agent,Rent\n7,Mill,Rae,12\n', { mapping });
    expect(report).toMatchObject({ added: 1, problems: [] });
    expect(report.warnings.map(({ column }) => column)).toEqual(['Agent', 'Rent']);
  });

  it('is reported without apply, but not imported', async () => {
    const report = await load([{ locationidentifier: 7, title: 'Mill', exporttowebsite: true }], { apply: false });
    expect(report).toMatchObject({ applied: false, added: 1, published: 1 });
    expect(await count()).toBe(0);
  });

  it('with problems changes nothing, and reports each with line and heading', async () => {
    const text = [
      'locationidentifier,Name of place,postcode,telephone1,email,latitude,longitude,visited,datevisited,condition,map_precision',
      '1,Mill,FK8 1AA,0131 496 0142,a@example.com,56,-4,yes,2019-02-28,,exact',
      '0,,FK8,12,a@b,91,west,maybe,2019-02-29,Dusty,far',
      'x,Quay,,,,56,,,31/04/2019,,',
      '1,Mill again,,,,,,,,,',
    ].join('\n');
    const report = await load(text, { mapping: { 'Name of place': 'title' } });
    expect(report.applied).toBe(false);
    expect(report.problems.map(({ line, column }) => `${line} ${column}`)).toEqual([
      ...[
        'locationidentifier',
        'postcode',
        'telephone1',
        'email',
        'latitude',
        'longitude',
        'visited',
        'datevisited',
      ].map((c) => `3 ${c}`),
      '3 map_precision',
      '3 condition',
      '3 Name of place',
      '4 locationidentifier',
      '4 datevisited',
      '4 latitude',
      '5 locationidentifier',
    ]);
    expect(await count()).toBe(0);
  });

  it('cannot have the errors of formulas', async () => {
    const text = 'locationidentifier,title,nearesttown,category\n1,Mill,#REF!,#N/A\n2,#1 Quay Street,,\n';
    const { problems } = await load(text);
    expect(problems.map(({ line, column }) => `${line} ${column}`)).toEqual(['2 nearesttown', '2 category']);
    expect(problems[0]?.message).toContain('#REF!');
  });

  it.each(['a letter\nto the agency\n', 'wrong,headings\n1,2\n', [{ wrong: 1 }]])(
    'needs a known heading',
    async (file) => {
      expect((await load(file)).problems).toEqual([
        { line: null, column: null, message: expect.stringContaining('None of the headings') },
      ]);
    },
  );

  it('leaves out places outside the region, unless they are wanted or there already', async () => {
    const csv =
      'locationidentifier,title,latitude,longitude\n1,Quay,,\n2,Pier,-5.5,56.4\n3,Mole,10,10\n4,Quay of Belfast,54.6,-5.92\n';
    const report = await load(csv);
    expect(report).toMatchObject({ added: 1, problems: [], warnings: [] });
    const text = (reason: string) => `This position is outside Scotland: ${reason}.`;
    const outside = [
      { line: 3, column: null, message: text('latitude and longitude seem to be swapped') },
      { line: 4, column: null, message: text('check latitude and longitude') },
      { line: 5, column: null, message: text('check latitude and longitude') },
    ];
    expect(report.leftOut).toEqual(outside);
    expect(await load(csv, { choices: { wants: OUTSIDE } })).toMatchObject({
      added: 3,
      leftOut: [],
      warnings: outside,
    });
    expect(await load(csv)).toMatchObject({ unchanged: 4, leftOut: [], warnings: outside });
  });

  it('warns of a place far out at sea without an authority', async () => {
    await addOption(db, 'localauthority', 'Angus');
    const csv =
      'locationidentifier,title,latitude,longitude,localauthority\n1,Lighthouse,56.4,-1.5,\n2,Rock,56.4,-1.5,Angus\n';
    const { added, problems, warnings } = await load(csv);
    expect({ added, problems }).toEqual({ added: 2, problems: [] });
    expect(warnings).toEqual([
      {
        line: 2,
        column: null,
        message: expect.stringContaining('far out at sea, so the location has no local authority'),
      },
    ]);
  });

  it('needs a legacy id for each new location', async () => {
    const report = await load('title\nMill\n');
    expect(report.problems).toEqual([
      expect.objectContaining({ line: 2, message: expect.stringContaining('locationidentifier') }),
    ]);
  });

  it('cannot have two headings for one column', async () => {
    const report = await load('locationidentifier,title,Name\n1,Mill,Weir mill\n', { mapping: { Name: 'title' } });
    expect(report.problems).toEqual([expect.objectContaining({ column: 'Name' })]);
  });
});

describe('options', () => {
  it('are added with createOptions, once, in their first spelling', async () => {
    await addOption(db, 'century', '19th');
    const rows = [
      { locationidentifier: 1, title: 'Mill', century: ['19th', '20th'] },
      { locationidentifier: 2, title: 'Quay', century: '20TH', condition: 'Dusty' },
    ];
    const report = await load(rows, { createOptions: true });
    expect(report.optionsAdded).toEqual([
      { field: 'century', name: '20th' },
      { field: 'condition', name: 'Dusty' },
    ]);
    expect(await optionsOf((await location(2)).id)).toEqual(['century: 20th', 'condition: Dusty']);
    const centuries = await db
      .selectFrom('options')
      .select('name')
      .where('field', '=', 'century')
      .orderBy('position')
      .execute();
    expect(centuries.map(({ name }) => name)).toEqual(['19th', '20th']);
  });

  it('of a single-choice field cannot be several', async () => {
    const report = await load([{ locationidentifier: 1, title: 'Mill', condition: 'Good|Fair' }], {
      createOptions: true,
    });
    expect(report.problems).toEqual([expect.objectContaining({ column: 'condition' })]);
  });
});

describe('town and local authority', () => {
  const edinburgh = { latitude: 55.9486, longitude: -3.1999 };

  it('are derived from the position where they are empty', async () => {
    await addOption(db, 'localauthority', 'City of Edinburgh');
    await load([{ locationidentifier: 1, title: 'Castle', ...edinburgh, nearesttown: '' }]);
    const row = await location(1);
    expect(row.nearesttown).toBe('Edinburgh');
    expect(await optionsOf(row.id)).toEqual(['localauthority: City of Edinburgh']);
  });

  it('are not overwritten', async () => {
    await addOption(db, 'localauthority', 'Fife');
    await load([
      { locationidentifier: 1, title: 'Castle', ...edinburgh, nearesttown: 'Leith', localauthority: 'Fife' },
    ]);
    const row = await location(1);
    expect(row.nearesttown).toBe('Leith');
    expect(await optionsOf(row.id)).toEqual(['localauthority: Fife']);
  });

  it('stay empty far from every town', async () => {
    await load([{ locationidentifier: 1, title: 'Lost', latitude: 10, longitude: 10 }], {
      choices: { wants: OUTSIDE },
    });
    expect((await location(1)).nearesttown).toBeNull();
  });
});

describe('page URLs', () => {
  it('are made from titles, unique and different from pages of the site', async () => {
    await addLocation(db, { title: 'Càrn Dubh', locationurl: 'carn-dubh' });
    await load([
      { locationidentifier: 1, title: 'Càrn Dubh' },
      { locationidentifier: 2, title: 'Carn dubh' },
      { locationidentifier: 3, title: 'Other', locationurl: 'carn-dubh-2' },
      { locationidentifier: 4, title: 'Boards' },
    ]);
    const rows = await db
      .selectFrom('locations')
      .select('locationurl')
      .where('locationidentifier', 'is not', null)
      .orderBy('locationidentifier')
      .execute();
    expect(rows.map(({ locationurl }) => locationurl)).toEqual([
      'carn-dubh-3',
      'carn-dubh-4',
      'carn-dubh-2',
      'boards-2',
    ]);
  });

  it.each([
    ['that another location has', 'taken'],
    ['of a page of the site', 'contact-us'],
    ['that the file gives twice', 'twice'],
    ['that cannot be one', 'Not An Address'],
  ])('%s are rejected', async (_, locationurl) => {
    await addLocation(db, { locationurl: 'taken' });
    const report = await load([
      { locationidentifier: 1, title: 'Mill', locationurl: 'twice' },
      { locationidentifier: 2, title: 'Quay', locationurl },
    ]);
    expect(report.problems).toEqual([expect.objectContaining({ column: 'locationurl' })]);
  });

  it('of another published location can be saved in a draft, but not published', async () => {
    await load([{ locationidentifier: 1, title: 'Mill', exporttowebsite: true }]);
    await db.updateTable('locations').set({ locationurl: 'weir-mill', status: 'CHANGED' }).execute();
    await addLocation(db, { locationidentifier: 2, title: 'New mill', locationurl: 'mill' });
    expect(await load([{ locationidentifier: 2, remarks: 'Ring twice.' }])).toMatchObject({ updated: 1, problems: [] });
    const report = await load([{ locationidentifier: 2, exporttowebsite: true }]);
    expect(report.problems).toEqual([
      expect.objectContaining({ line: 2, message: expect.stringContaining('address') }),
    ]);
  });

  it('do not change with the title', async () => {
    await load([{ locationidentifier: 1, title: 'Mill' }]);
    await load([{ locationidentifier: 1, title: 'Weir mill' }]);
    expect(await location(1)).toMatchObject({ title: 'Weir mill', locationurl: 'mill' });
  });
});

describe('importing again', () => {
  it('updates by legacy id, and keeps id, images and missing columns', async () => {
    await load([{ locationidentifier: 1, title: 'Mill', remarks: 'Ring twice.', parking: 'None' }]);
    const before = await location(1);
    await addImage(db, before.id);
    const report = await load('locationidentifier,title,parking\n1,Weir mill,\n');
    expect(report).toMatchObject({ added: 0, updated: 1 });
    expect(await location(1)).toMatchObject({
      id: before.id,
      title: 'Weir mill',
      remarks: 'Ring twice.',
      parking: null,
      version: 2,
    });
    expect(await db.selectFrom('images').select('location_id').execute()).toEqual([{ location_id: before.id }]);
  });

  it('changes nothing without differences', async () => {
    const rows = [{ locationidentifier: 1, title: 'Mill', exporttowebsite: true, latitude: 56.1, longitude: -4.2 }];
    await load(rows);
    const [before, generation] = [await location(1), await getCatalogueGeneration(db)];
    const report = await load(rows, { at: new Date('2026-12-01T00:00:00Z') });
    expect(report).toMatchObject({ applied: true, added: 0, updated: 0, unchanged: 1, published: 0 });
    expect(await location(1)).toEqual(before);
    expect(await getCatalogueGeneration(db)).toBe(generation);
  });

  it('keeps and restores a location without a title, but does not publish it', async () => {
    const id = await addLocation(db, { title: '', locationidentifier: 1, locationurl: 'mill' });
    const rejected = { applied: false, problems: [{ line: 2, message: 'Enter a title.' }] };
    expect(await load([{ locationidentifier: 1, remarks: 'Ring' }])).toMatchObject({ updated: 1, problems: [] });
    expect(await location(1)).toMatchObject({ title: '', remarks: 'Ring', locationurl: 'mill' });
    expect(await load([{ locationidentifier: 1, exporttowebsite: true }])).toMatchObject(rejected);

    await db.deleteFrom('locations').execute();
    expect(await load([{ locationidentifier: 1, title: '' }])).toMatchObject(rejected);
    expect(await load([{ id, title: '', exporttowebsite: true }])).toMatchObject(rejected);
    expect(await load([{ id, locationidentifier: 1, title: '' }])).toMatchObject({ added: 1, problems: [] });
    expect(await location(1)).toMatchObject({ id, title: '', status: 'NEW' });
  });

  it('rejects the legacy id of another location', async () => {
    await load([
      { locationidentifier: 1, title: 'Mill' },
      { locationidentifier: 2, title: 'Quay' },
    ]);
    const report = await load([{ id: (await location(1)).id, locationidentifier: 2 }]);
    expect(report.problems).toEqual([expect.objectContaining({ column: 'locationidentifier' })]);
  });
});

describe('a location flagged for the website', () => {
  const flagged = { locationidentifier: 1, title: 'Mill', exporttowebsite: true };

  it('is published even if incomplete, with one audit entry for the import', async () => {
    const report = await load([flagged, { locationidentifier: 2, title: 'Quay', exporttowebsite: false }]);
    expect(report.published).toBe(1);
    expect(await findPublishedByUrl(db, 'mill')).toMatchObject({ title: 'Mill', nearesttown: '' });
    expect(await findPublishedByUrl(db, 'quay')).toBeUndefined();
    expect(await location(1)).toMatchObject({ status: 'LIVE', location_status: 'PUBLISHED' });
    const entry = await db.selectFrom('audit_logs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      type: AUDIT_TYPES.LOCATIONS_IMPORTED.number,
      user_id: null,
      location_id: null,
      details: { file: 'legacy.csv', changed: 2, published: 1 },
    });
  });

  it('is published again when it changes while live', async () => {
    await load([flagged]);
    await load([{ ...flagged, title: 'Weir mill' }]);
    expect(await findPublishedByUrl(db, 'mill')).toMatchObject({ title: 'Weir mill' });
  });

  it('is not published with edits that wait for approval', async () => {
    await load([flagged]);
    await db
      .updateTable('locations')
      .set({ status: 'CHANGED', location_status: 'AWAITING_APPROVAL', remarks: 'Edited' })
      .execute();
    await load([{ ...flagged, title: 'Weir mill' }]);
    expect(await findPublishedByUrl(db, 'mill')).toMatchObject({ title: 'Mill' });
    expect(await location(1)).toMatchObject({ status: 'CHANGED', location_status: 'AWAITING_APPROVAL' });
  });

  it('stays offline when the Locations Team took it offline', async () => {
    await load([flagged]);
    const { id } = await location(1);
    await db
      .transaction()
      .execute((trx) => unpublishLocation({ ...locationDeps(publishEvent), trx, actor: null, at }, { id }));
    await load([{ ...flagged, title: 'Weir mill' }]);
    expect(await findPublishedByUrl(db, 'mill')).toBeUndefined();
  });

  it('is published again with its changes by republish, unless it has an owner', async () => {
    await load([flagged, { ...flagged, locationidentifier: 2, title: 'Quay' }, { ...flagged, locationidentifier: 3 }]);
    const again = { republish: true };
    const offline = async (legacyId: number) => {
      const { id } = await location(legacyId);
      await db
        .transaction()
        .execute((trx) => unpublishLocation({ ...locationDeps(publishEvent), trx, actor: null, at }, { id }));
      return id;
    };
    await offline(1);
    await db.updateTable('locations').set({ status: 'CHANGED' }).where('locationidentifier', '=', 2).execute();
    const { id: owner_id } = await addPerson(db, 'OWNER');
    const offlineId = await offline(3);
    await db.updateTable('locations').set({ owner_id }).where('id', '=', offlineId).execute();

    const rows = [
      flagged,
      { ...flagged, locationidentifier: 2, title: 'Old quay' },
      { ...flagged, locationidentifier: 3 },
    ];
    expect(await load(rows, { ...again, apply: false })).toMatchObject({ published: 2 });
    expect(await load(rows, again)).toMatchObject({ unchanged: 1, updated: 2, published: 2 });
    expect(await findPublishedByUrl(db, 'mill')).toMatchObject({ title: 'Mill' });
    expect(await findPublishedByUrl(db, 'quay')).toMatchObject({ title: 'Old quay' });
    expect(await location(3)).toMatchObject({ status: 'NEW' });
    expect(await load(rows, again)).toMatchObject({ unchanged: 3, published: 0 });
  });

  it('can be edited and published by the Locations Team, and republished, while incomplete', async () => {
    await load([flagged]);
    const { id } = await location(1);
    await db.updateTable('locations').set({ title: 'Weir mill', status: 'CHANGED' }).execute();
    const publish = () =>
      db
        .transaction()
        .execute((trx) => publishLocation({ ...locationDeps(publishEvent), trx, actor: null, at }, { id }));
    expect(await publish()).toEqual({ published_without: MISSING_PARTS });
    expect(await findPublishedByUrl(db, 'mill')).toMatchObject({ title: 'Weir mill' });
    await db
      .transaction()
      .execute((trx) => unpublishLocation({ ...locationDeps(publishEvent), trx, actor: null, at }, { id }));
    await publish();
    expect(await location(1)).toMatchObject({ status: 'LIVE', published_without: MISSING_PARTS });
  });

  it('stays published, with unpublished changes, when the flag is removed', async () => {
    await load([flagged]);
    await load([{ ...flagged, title: 'Weir mill', exporttowebsite: null }]);
    expect(await findPublishedByUrl(db, 'mill')).toMatchObject({ title: 'Mill' });
    expect(await location(1)).toMatchObject({ status: 'CHANGED', location_status: 'PUBLISHED' });
  });
});
