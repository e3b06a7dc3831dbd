import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../tests/support/services.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addEnquiry, addEnquiryLocations } from '../../../tests/support/enquiries.ts';
import { addImage, addLocation, addOption, clearCatalogue } from '../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../platform/http/route-handlers.ts';
import { listOfficeEnquiries } from '../enquiries/access.queries.server.ts';
import { type ImportChoices, importLocations } from '../import-export/commands.server.ts';
import { toPublicPosition } from '../locations/catalogue/published/public-position.ts';
import { publishLocations } from '../locations/publishing/commands.server.ts';
import * as routes from './contract.ts';
import { findDuplicates } from './jobs.server.ts';
import { duplicateFeature } from './feature.ts';

const { kysely: db } = await testDatabase();
const admin = await addPerson(db, 'ADMIN');
const owner = await addPerson(db, 'OWNER');
const other = await addPerson(db, 'OWNER');
const handlers = featureHandlers(
  duplicateFeature,
  testServices(db, { now: () => new Date('2026-11-24T12:00:00Z'), listOfficeEnquiries }),
);
const as = (person: Person) => createJsonApi(createInProcessCaller(handlers, createCallContext(person)));
const api = as(admin);

beforeEach(async () => {
  await clearCatalogue(db);
  await db.deleteFrom('duplicate_queue').execute();
});

const MILL = { title: 'Weir mill', nearesttown: 'Ayr', postcode: 'KA7 1AA', latitude: 55.4586, longitude: -4.6292 };
const list = async (params: object = {}) =>
  (await api(routes.duplicatePairs, params)).data.map(({ a, b }) => [a.id, b.id].toSorted());

async function addPair(): Promise<[string, string]> {
  const pair: [string, string] = [
    await addLocation(db, MILL),
    await addLocation(db, { ...MILL, title: 'The Weir Mill' }),
  ];
  await findDuplicates(db);
  return pair.toSorted() as [string, string];
}

describe('likely duplicates', () => {
  test('are found after a change, once, with their reasons', async () => {
    const pair = await addPair();
    const { data, total } = await api(routes.duplicatePairs, {});
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      reasons: { title: 100, distance: 100, postcode: 100 },
      distance: 0,
      dismissed_at: null,
    });
    expect([data[0]!.a.id, data[0]!.b.id]).toEqual(pair);
    expect(await findDuplicates(db)).toBe(0);
    await db
      .updateTable('locations')
      .set({ title: 'Bakery', latitude: 57, postcode: null })
      .where('id', '=', pair[0])
      .execute();
    await findDuplicates(db);
    expect(await list()).toEqual([]);
  });

  test('are found by pictures as soon as these have a hash', async () => {
    const [one, two] = [await addLocation(db, { title: 'Weir mill' }), await addLocation(db, { title: 'Ruin' })];
    const perceptual_hash = 'f0e1d2c3b4a59687';
    await addImage(db, one, { perceptual_hash });
    await addImage(db, two);
    await findDuplicates(db);
    expect(await list()).toEqual([]);
    await db.updateTable('pictures').set({ perceptual_hash }).execute();
    await findDuplicates(db);
    expect(await list({ reason: 'pictures' })).toEqual([[one, two].toSorted()]);
    expect(await list({ reason: 'title' })).toEqual([]);
  });

  test('are not found again once they are dismissed, until that is undone', async () => {
    const [a, b] = await addPair();
    // In either order.
    expect(await api(routes.dismissPair, { a: b, b: a })).toMatchObject({
      dismissed_by: { id: admin.id },
      dismissed_at: '2026-11-24T12:00:00.000Z',
    });
    await expect(api(routes.dismissPair, { a, b })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await db.updateTable('locations').set({ title: 'The Weir mill' }).execute();
    await findDuplicates(db);
    expect([await list(), await list({ state: 'dismissed' })]).toEqual([[], [[a, b]]]);
    await api(routes.restorePair, { a, b });
    await expect(api(routes.restorePair, { a, b })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    for (const title of ['weir', 'EIR míll']) expect(await list({ title })).toEqual([[a, b]]);
    expect(await list({ title: 'weir quarry' })).toEqual([]);
    const audit = await db.selectFrom('audit_logs').select('type').where('location_id', '=', a).orderBy('id').execute();
    expect(audit.map(({ type }) => type)).toEqual([76, 77]);
  });

  test('are stored once, with the smaller id first', async () => {
    const [a, b] = await addPair();
    const swapped = db.insertInto('duplicate_pairs').values({ a_id: b, b_id: a, score: 80, reasons: '{}' });
    await expect(swapped.execute()).rejects.toThrow('duplicate_pairs_ordered');
  });

  test('of different film offices name the enquiries that an office sees because of one of them alone', async () => {
    const offices = ['North Screen', 'East Screen'];
    for (const name of offices) await addOption(db, 'filmoffice', name);
    const add = (title: string, office: string) =>
      addLocation(db, { ...MILL, title, options: { filmoffice: [office] } });
    const [north, east, further] = [
      await add('Weir mill', 'North Screen'),
      await add('The weir mill', 'East Screen'),
      await add('Far away', 'North Screen'),
    ];
    await findDuplicates(db);
    const compare = async () => (await api(routes.duplicatePairById, { a: north, b: east })).office_enquiries;
    expect(await compare()).toEqual([]);
    await addEnquiry(db, { location_id: north, location_title: 'Weir mill' });
    const second = await addEnquiry(db, { location_id: north, location_title: 'Weir mill' });
    await addEnquiryLocations(db, second.id, [{ location_id: further, title: 'Far away' }]);
    expect(await compare()).toEqual([{ location_id: north, office: 'North Screen', enquiries: 1 }]);
    await db.deleteFrom('enquiry_locations').where('location_id', '=', further).execute();
    expect(await compare()).toMatchObject([{ enquiries: 2 }]);
    await db.deleteFrom('location_options').where('location_id', '=', east).execute();
    const named = { location_id: east, field: 'filmoffice' as const };
    const { id } = await db
      .selectFrom('options')
      .select('id')
      .where('name', '=', 'North Screen')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('location_options')
      .values({ ...named, option_id: id })
      .execute();
    expect(await compare()).toEqual([]);
    await db.deleteFrom('enquiries').execute();
  });

  test('are unknown for locations that are none', async () => {
    const [a] = await addPair();
    await expect(api(routes.duplicatePairById, { a, b: owner.id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await expect(api(routes.dismissPair, { a, b: owner.id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });
});

describe('a hint at entry', () => {
  const similar = (entered: object) => as(owner)(routes.similarLocations, { title: 'Weir mill', ...entered });
  const publish = (id: string) =>
    db.transaction().execute((trx) => publishLocations(trx, { ids: [id], at: new Date() }, async () => {}));

  test('names published locations and those of the caller, not unpublished ones of others', async () => {
    const mine = await addLocation(db, { ...MILL, owner_id: owner.id });
    const hidden = await addLocation(db, { ...MILL, owner_id: other.id });
    await findDuplicates(db);
    expect(await similar({})).toEqual([expect.objectContaining({ id: mine, isOwn: true, locationurl: null })]);
    await publish(hidden);
    expect((await similar({})).map(({ id }) => id).toSorted()).toEqual([mine, hidden].toSorted());
    expect((await similar({ id: mine })).map(({ id }) => id)).toEqual([hidden]);
  });

  test('does not depend on private addresses and positions', async () => {
    const id = await addLocation(db, { ...MILL, title: 'Weir mill house', owner_id: other.id, map_precision: 'area' });
    await publish(id);
    await findDuplicates(db);
    const { latitude, longitude, postcode } = MILL;
    const near = await similar({ title: 'Weir mill barn', postcode, latitude, longitude });
    const far = await similar({ title: 'Weir mill barn', postcode: 'EH1 1AA', latitude: latitude + 0.005, longitude });
    expect(near).toEqual(far);
  });

  test('does not confirm a private postcode or position that finds what no visible word finds', async () => {
    const position = { latitude: 56.12, longitude: -5.49 };
    const stored = {
      title: 'Kilmartin quarry',
      owner_id: other.id,
      map_precision: 'area',
      postcode: 'PA31 8RQ',
    } as const;
    await publish(await addLocation(db, { ...MILL, ...stored, ...position }));
    await findDuplicates(db);
    const misspelt = { title: 'Kilmartan qvarry', ...toPublicPosition(position, 'area') };
    expect(await similar({ ...misspelt, postcode: 'PA31 8RQ' })).toEqual([]);
    expect(await similar({ ...misspelt, postcode: 'PA31 8RR' })).toEqual([]);
    expect(await similar({ ...misspelt, title: 'Kilmartan quarry' })).toHaveLength(1);
  });
});

describe('an import', () => {
  const run = (rows: object[], apply = false, choices: ImportChoices = {}) =>
    db.transaction().execute((trx) =>
      importLocations(
        trx,
        {
          file: Buffer.from(JSON.stringify(rows)),
          fileName: 'new.json',
          mapping: {},
          apply,
          createOptions: false,
          republish: false,
          choices,
          actorId: null,
          at: new Date(),
        },
        async () => {},
      ),
    );

  test('leaves out new locations that the catalogue has already, unless they are wanted', async () => {
    await addLocation(db, MILL);
    await findDuplicates(db);
    const rows = [
      { locationidentifier: 1, title: 'Bakery', nearesttown: 'Troon' },
      { locationidentifier: 2, title: 'The Weir Mill', nearesttown: 'Ayr', postcode: 'KA7 1AA' },
    ];
    const report = await run(rows);
    expect(report).toMatchObject({ problems: [], added: 1 });
    const message = expect.stringMatching(
      /^It looks like a location that the catalogue has already: “Weir mill” \(\d+ % similar\)\.$/,
    );
    expect(report.leftOut).toEqual([{ line: expect.any(Number), column: null, message }]);
    const wanted = await run(rows, false, { wants: new Set(['LIKELY_DUPLICATE']) });
    expect(wanted).toMatchObject({ added: 2, leftOut: [] });
  });

  test('leaves out rows of a location that was merged into another', async () => {
    const kept = await addLocation(db, { ...MILL, locationidentifier: 1 });
    const merged = await addLocation(db, { title: 'Old entry', locationidentifier: 2 });
    await db.updateTable('locations').set({ merged_into: kept }).where('id', '=', merged).execute();
    const report = await run(
      [
        { locationidentifier: 2, title: 'Changed' },
        { locationidentifier: 1, title: 'Weir mill' },
      ],
      true,
    );
    expect(report).toMatchObject({ applied: true, problems: [], added: 0, updated: 0 });
    expect(report.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('“Old entry” was merged'),
    );
  });
});
