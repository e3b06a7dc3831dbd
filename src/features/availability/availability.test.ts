import { beforeEach, describe, expect, test } from 'vitest';
import { addUnavailableDates as addEntry } from '../../../tests/support/availability.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addEnquiry } from '../../../tests/support/enquiries.ts';
import { SAMPLE_OPTIONS, addImage, addLocation, addOption } from '../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../tests/support/people.ts';
import { addProduction } from '../../../tests/support/productions.ts';
import { featureApi, testServices } from '../../../tests/support/services.ts';
import { addDays } from '../../platform/text/days.ts';
import { AUDIT_TYPES } from '../audit-log/entry-types.ts';
import { publishLocations } from '../locations/publishing/commands.server.ts';
import * as routes from './contract.ts';
import { availabilityFeature } from './feature.ts';
import { deletePastEntries } from './jobs.server.ts';
import * as messages from './messages.ts';
import { listBlocked, listLikely } from './queries.server.ts';
import { MAX_ENTRIES } from './schema.ts';

const { kysely: db } = await testDatabase();
let now = new Date('2027-03-10T12:00:00Z');
const TODAY = '2027-03-10';
const as = (person: Person | null) => featureApi(availabilityFeature, testServices(db, { now: () => now }), person);
const [owner, stranger, admin] = [
  await addPerson(db, 'OWNER'),
  await addPerson(db, 'OWNER'),
  await addPerson(db, 'ADMIN'),
];
const office = await addPerson(db, 'FILM_OFFICE');
const otherOffice = await addPerson(db, 'FILM_OFFICE', { office_id: await addOption(db, 'filmoffice', 'Film Fife') });
const [api, visitor] = [as(owner), as(null)];
const mill = await addLocation(db, { title: 'Weir mill', owner_id: owner.id, options: SAMPLE_OPTIONS });
const barn = await addLocation(db, { title: 'Barn', owner_id: stranger.id });
await addImage(db, mill, { is_primary: true });
await db.transaction().execute((trx) => publishLocations(trx, { ids: [mill], at: now }, async () => {}));

const DAYS = { kind: 'BLOCKED', first_day: '2027-04-01', last_day: '2027-04-03' } as const;
const add = async (fields: object = {}, as_ = api) =>
  (await as_(routes.addUnavailableDates, { id: mill, ...DAYS, ...fields })).availability.entries.at(-1)!;
const listPublic = async () =>
  (await visitor(routes.availability, { id: mill })).ranges.map((range) => Object.values(range).join(' '));

beforeEach(async () => {
  now = new Date('2027-03-10T12:00:00Z');
  await db.deleteFrom('availability_entries').execute();
  await db.deleteFrom('productions').execute();
});

describe('an owner', () => {
  test('adds, changes and deletes dates, each with an audit entry without the note', async () => {
    const entry = await add({ note: 'Lambing' });
    expect(entry).toMatchObject({ ...DAYS, note: 'Lambing', version: 1, repeats: null, repeats_until: null });
    const params = { id: mill, entryId: entry.id };
    const changed = await api(routes.updateUnavailableDates, { ...params, version: 1, ...DAYS, kind: 'LIKELY' });
    expect(changed.availability.entries).toMatchObject([{ id: entry.id, version: 2, kind: 'LIKELY', note: '' }]);
    expect(await listPublic()).toEqual(['LIKELY 2027-04-01 2027-04-03']);
    await api(routes.deleteUnavailableDates, { ...params, version: 2 });
    expect(await listPublic()).toEqual([]);
    const audit = await db
      .selectFrom('audit_logs')
      .select(['type', 'location_id', 'details'])
      .orderBy('id')
      .where('user_id', '=', owner.id)
      .execute();
    expect(audit.map(({ type }) => type)).toEqual(
      (['AVAILABILITY_ADDED', 'AVAILABILITY_CHANGED', 'AVAILABILITY_DELETED'] as const).map(
        (type) => AUDIT_TYPES[type].number,
      ),
    );
    expect(audit[0]).toMatchObject({
      location_id: mill,
      details: { name: '1 Apr 2027 to 3 Apr 2027: Unavailable', first_day: DAYS.first_day, last_day: DAYS.last_day },
    });
    expect(JSON.stringify(audit)).not.toContain('Lambing');
  });

  test('adds the same dates once, also with two requests at a time', async () => {
    await Promise.all([add(), add(), add()]);
    expect((await api(routes.unavailableDates, { id: mill })).entries).toHaveLength(1);
    await add({ note: 'Lambing' });
    expect((await api(routes.unavailableDates, { id: mill })).entries).toHaveLength(2);
  });

  test('does not overwrite or delete what somebody else has changed meanwhile', async () => {
    const { id: entryId } = await add();
    const change = { id: mill, entryId, version: 1, ...DAYS };
    await as(admin)(routes.updateUnavailableDates, { ...change, last_day: '2027-04-09' });
    const conflict = { errorType: 'CONFLICT', message: messages.ENTRY_CHANGED };
    await expect(api(routes.updateUnavailableDates, change)).rejects.toMatchObject(conflict);
    await expect(api(routes.deleteUnavailableDates, { id: mill, entryId, version: 1 })).rejects.toMatchObject(conflict);
    expect(await listPublic()).toEqual(['BLOCKED 2027-04-01 2027-04-09']);
  });

  test('changes dates while the location awaits approval, and its state stays', async () => {
    const state = { location_status: 'AWAITING_APPROVAL', submitted_at: now } as const;
    await db.updateTable('locations').set(state).where('id', '=', mill).execute();
    await add();
    const after = db.selectFrom('locations').select('location_status').where('id', '=', mill);
    expect(await after.executeTakeFirst()).toEqual({ location_status: 'AWAITING_APPROVAL' });
    const published = { location_status: 'PUBLISHED', submitted_at: null } as const;
    await db.updateTable('locations').set(published).where('id', '=', mill).execute();
  });

  test.each([
    [{ last_day: '2027-03-31' }, { last_day: messages.DAYS_IN_ORDER }],
    [{ first_day: '2027-03-01', last_day: '2027-03-09' }, { last_day: messages.DAYS_PASSED }],
    [{ first_day: '2023-03-09' }, { first_day: messages.TOO_LONG_AGO }],
    [{ first_day: '2030-03-11', last_day: '2030-03-11' }, { first_day: messages.TOO_FAR_AHEAD }],
    [{ last_day: '2030-03-11' }, { last_day: messages.TOO_FAR_AHEAD }],
    [{ repeats: 'WEEKLY' }, { repeats_until: messages.ENTER_END }],
    [{ repeats: 'WEEKLY', repeats_until: '2027-04-02' }, { repeats_until: messages.END_TOO_EARLY }],
    [{ repeats: 'WEEKLY', repeats_until: '2030-03-11' }, { repeats_until: messages.TOO_FAR_AHEAD }],
    [
      { repeats: 'WEEKLY', repeats_until: '2027-05-01', last_day: '2027-04-08' },
      { last_day: messages.TOO_LONG_FOR_WEEKS },
    ],
    [
      { repeats: 'YEARLY', repeats_until: '2029-05-01', last_day: '2028-03-31' },
      { last_day: messages.TOO_LONG_FOR_YEARS },
    ],
  ])('cannot enter %o', async (fields, problems) => {
    await expect(add(fields)).rejects.toMatchObject({ errorType: 'INVALID', fields: problems });
  });

  test('cannot add more than the limit', async () => {
    for (let day = 1; day < MAX_ENTRIES; day++) await addEntry(db, mill, { first_day: addDays(TODAY, day) });
    await add();
    await expect(add({ kind: 'LIKELY' })).rejects.toMatchObject({ message: messages.entryLimit(MAX_ENTRIES) });
  });
});

describe('access', () => {
  const listCalls = async (person: Person) => {
    const { id: entryId } = await add();
    const of = as(person);
    return [
      () => of(routes.unavailableDates, { id: mill }),
      () => of(routes.addUnavailableDates, { id: mill, ...DAYS, kind: 'LIKELY' }),
      () => of(routes.updateUnavailableDates, { id: mill, entryId, version: 1, ...DAYS, note: 'By phone' }),
      () => of(routes.deleteUnavailableDates, { id: mill, entryId, version: 2 }),
    ];
  };

  test.each([
    ['the team', admin],
    ['the film office of its area', office],
  ])('%s reads and changes all', async (_, person) => {
    for (const call of await listCalls(person)) await call();
    expect((await api(routes.unavailableDates, { id: mill })).entries).toMatchObject([{ kind: 'LIKELY' }]);
  });

  test.each([
    ['another film office', otherOffice],
    ['another owner', stranger],
  ])('%s finds nothing', async (_, person) => {
    for (const call of await listCalls(person)) await expect(call()).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('no entry is reached by the id of another location', async () => {
    const entryId = await addEntry(db, barn);
    const params = { id: mill, entryId, version: 1 };
    await expect(api(routes.updateUnavailableDates, { ...params, ...DAYS })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
      message: messages.NO_SUCH_ENTRY,
    });
    await api(routes.deleteUnavailableDates, params);
    expect(await db.selectFrom('availability_entries').select('id').execute()).toEqual([{ id: entryId }]);
  });

  test('a merged location is not changed', async () => {
    const merged = await addLocation(db, { title: 'Copy', merged_into: mill, status: 'NEW' });
    await expect(as(admin)(routes.addUnavailableDates, { id: merged, ...DAYS })).rejects.toMatchObject({
      errorType: 'CONFLICT',
    });
  });
});

describe('the public', () => {
  test('sees the merged days of 12 months without notes, and nothing of a location that is not published', async () => {
    await addEntry(db, mill, { first_day: '2027-03-08', last_day: '2027-03-12', note: 'Secret' });
    await addEntry(db, mill, { first_day: '2027-03-11', last_day: '2027-03-20', kind: 'LIKELY' });
    await addEntry(db, mill, { first_day: '2028-03-09', last_day: '2028-03-11' });
    const seen = await visitor(routes.availability, { id: mill });
    expect(seen).toEqual({
      first_day: '2027-03-10',
      last_day: '2028-03-09',
      ranges: [
        { kind: 'BLOCKED', first_day: '2027-03-10', last_day: '2027-03-12' },
        { kind: 'LIKELY', first_day: '2027-03-13', last_day: '2027-03-20' },
        { kind: 'BLOCKED', first_day: '2028-03-09', last_day: '2028-03-09' },
      ],
    });
    await expect(visitor(routes.availability, { id: barn })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test.each([
    ['AGREED', 'PREPARATION', ['BLOCKED 2027-05-02 2027-05-04']],
    ['USED', 'LOST', ['BLOCKED 2027-05-02 2027-05-04']],
    ['AGREED', 'LOST', []],
    ['OFFERED', 'PREPARATION', []],
  ] as const)('of a shoot that is %s, in the stage %s, sees %o', async (state, stage, expected) => {
    const ended_at = stage === 'LOST' ? now : null;
    const production_id = await addProduction(db, { location: mill, state }, { stage, ended_at });
    const days = { used_from: '2027-05-02', used_to: '2027-05-04' };
    await db.updateTable('production_locations').set(days).where('production_id', '=', production_id).execute();
    expect(await listPublic()).toEqual(expected);
    const { shoots } = await api(routes.unavailableDates, { id: mill });
    expect(shoots).toHaveLength(expected.length);
  });

  test('sees days by the clock of the region', async () => {
    await addEntry(db, mill, { first_day: '2027-06-01', last_day: '2027-06-01' });
    // Already the second of June in London.
    now = new Date('2027-06-01T23:30:00Z');
    expect(await listPublic()).toEqual([]);
    now = new Date('2027-06-01T22:30:00Z');
    expect(await listPublic()).toEqual(['BLOCKED 2027-06-01 2027-06-01']);
  });
});

describe('conflicts', () => {
  const ask = (person: Person | null, days: object = {}) =>
    as(person)(routes.findConflicts, {
      ids: [barn, mill, barn],
      first_day: '2027-04-03',
      last_day: '2027-04-05',
      ...days,
    });

  test('name the days that were asked about, of published locations or those of the caller', async () => {
    await add();
    await addEntry(db, barn, { first_day: '2027-04-05', last_day: '2027-04-20', kind: 'LIKELY' });
    const ofMill = { id: mill, ranges: [{ kind: 'BLOCKED', first_day: '2027-04-03', last_day: '2027-04-03' }] };
    const ofBarn = { id: barn, ranges: [{ kind: 'LIKELY', first_day: '2027-04-05', last_day: '2027-04-05' }] };
    expect(await ask(null)).toEqual([ofMill]);
    expect(await ask(owner)).toEqual([ofMill]);
    expect(await ask(office)).toEqual([ofMill]);
    expect(await ask(stranger)).toEqual([ofBarn, ofMill]);
    expect(await ask(admin)).toEqual([ofBarn, ofMill]);
    expect(await ask(admin, { first_day: '2027-04-04', last_day: '2027-04-04' })).toEqual([]);
  });

  test.each([
    [{ last_day: '2027-04-02' }, messages.DAYS_IN_ORDER],
    [{ last_day: '2028-04-03' }, messages.TOO_MANY_DAYS],
  ])('cannot be asked about %o', async (days, message) => {
    await expect(ask(null, days)).rejects.toMatchObject({ fields: { last_day: message } });
  });
});

/** A shoot at the mill. */
async function addShoot(used_from: string, used_to: string): Promise<string> {
  const production_id = await addProduction(db, { location: mill, state: 'USED' }, {});
  await db
    .updateTable('production_locations')
    .set({ used_from, used_to })
    .where('production_id', '=', production_id)
    .execute();
  return production_id;
}

test('past days, which would tell when productions have filmed, are for the owner and the team', async () => {
  await addShoot('2027-03-01', '2027-03-12');
  const days = { first_day: '2027-02-25', last_day: '2027-03-11' };
  const ask = async (person: Person | null, period: object = days) =>
    (await as(person)(routes.findConflicts, { ids: [mill], ...days, ...period })).flatMap(({ ranges }) => ranges);
  const past = { last_day: '2027-03-09' };
  for (const person of [null, stranger, otherOffice]) {
    expect(await ask(person)).toEqual([{ kind: 'BLOCKED', first_day: TODAY, last_day: '2027-03-11' }]);
    expect(await ask(person, past)).toEqual([]);
  }
  for (const person of [owner, office, admin])
    expect(await ask(person, past)).toEqual([{ kind: 'BLOCKED', first_day: '2027-03-01', last_day: '2027-03-09' }]);
  expect(await listBlocked(db, { ...days, ...past }, now)).toEqual([]);
  expect(await listBlocked(db, days, now)).toEqual([mill]);
});

test('the shoot of a production is no conflict for its own enquiry, for the team', async () => {
  const production_id = await addShoot('2027-04-03', '2027-04-04');
  const { id: enquiry } = await addEnquiry(db, { location_id: mill });
  await db.insertInto('production_enquiries').values({ production_id, enquiry_id: enquiry, added_at: now }).execute();
  const input = { ids: [mill], first_day: '2027-04-03', last_day: '2027-04-05', enquiry };
  expect(await as(admin)(routes.findConflicts, input)).toEqual([]);
  await add({ first_day: '2027-04-05', last_day: '2027-04-05' });
  expect(await as(admin)(routes.findConflicts, input)).toMatchObject([{ ranges: [{ first_day: '2027-04-05' }] }]);
  expect(await as(owner)(routes.findConflicts, input)).toMatchObject([{ ranges: [{ first_day: '2027-04-03' }] }]);
});

test('a repetition that has begun last is shown and stays until its own days have passed', async () => {
  now = new Date('2027-11-02T12:00:00Z');
  const winter = {
    first_day: '2026-11-01',
    last_day: '2027-03-31',
    repeats: 'YEARLY',
    repeats_until: '2027-11-01',
  } as const;
  await addEntry(db, mill, winter);
  expect(await listPublic()).toEqual(['BLOCKED 2027-11-02 2028-03-31']);
  expect((await api(routes.unavailableDates, { id: mill })).entries).toHaveLength(1);
  await deletePastEntries(db, new Date('2028-03-31T12:00:00Z'));
  expect(await db.selectFrom('availability_entries').select('id').execute()).toHaveLength(1);
  await deletePastEntries(db, new Date('2028-07-01T12:00:00Z'));
  expect(await db.selectFrom('availability_entries').select('id').execute()).toEqual([]);
});

test('deleting again, and saving what is saved, change nothing', async () => {
  const entry = await add();
  const params = { id: mill, entryId: entry.id, version: 1 };
  const change = { ...params, ...DAYS, last_day: '2027-04-09' };
  for (const _ of [1, 2]) {
    const { availability } = await api(routes.updateUnavailableDates, change);
    expect(availability.entries).toMatchObject([{ version: 2, last_day: '2027-04-09' }]);
  }
  for (const _ of [1, 2]) {
    const { availability } = await api(routes.deleteUnavailableDates, { ...params, version: 2 });
    expect(availability.entries).toEqual([]);
  }
});

test('a note does not reach another owner, by a change of the owner or by a merge', async () => {
  const other = await addLocation(db, { title: 'Ice house', owner_id: owner.id });
  const notes = async (id: string) =>
    (await db.selectFrom('availability_entries').select('note').where('location_id', '=', id).execute()).map(
      ({ note }) => note,
    );
  await addEntry(db, other, { first_day: '2027-05-01', note: 'Away' });
  const move = (id: string) =>
    db.updateTable('availability_entries').set({ location_id: id }).where('note', '=', 'Away').execute();
  await move(mill);
  expect(await notes(mill)).toEqual(['Away']);
  await move(barn);
  expect(await notes(barn)).toEqual(['']);
  await addEntry(db, other, { first_day: '2027-06-01', note: 'Lambing' });
  await db.updateTable('locations').set({ owner_id: stranger.id }).where('id', '=', other).execute();
  expect(await notes(other)).toEqual(['']);
});

test('searches find locations that are blocked on any of some days, and mark those that are likely so', async () => {
  await addEntry(db, mill, { first_day: '2027-04-03', last_day: '2027-04-03' });
  const dates = { repeats: 'WEEKLY', repeats_until: '2027-06-01', kind: 'LIKELY' } as const;
  await addEntry(db, barn, { first_day: '2027-04-05', last_day: '2027-04-06', ...dates });
  const period = { first_day: '2027-04-03', last_day: '2027-04-20' };
  expect(await listBlocked(db, period, now)).toEqual([mill]);
  // Nobody is told of places that are not published.
  await addEntry(db, barn, { first_day: '2027-04-03', last_day: '2027-04-03' });
  expect(await listBlocked(db, period, now)).toEqual([mill]);
  expect(await listBlocked(db, { ...period, first_day: '2027-04-04' }, now)).toEqual([]);
  expect(await listLikely(db, [barn, mill], period, now)).toEqual([barn]);
  expect(await listLikely(db, [mill], period, now)).toEqual([]);
  expect(await listLikely(db, [barn], { first_day: '2027-05-31', last_day: '2027-05-31' }, now)).toEqual([barn]);
  expect(await listLikely(db, [barn], { first_day: '2027-06-02', last_day: '2027-12-31' }, now)).toEqual([]);
});

test('entries stay for 90 days after they have ended', async () => {
  const ended = await addEntry(db, mill, { first_day: addDays(TODAY, -90) });
  await addEntry(db, mill, { first_day: addDays(TODAY, -91) });
  const repeats_until = addDays(TODAY, 1);
  const days = { first_day: addDays(TODAY, -300), last_day: addDays(TODAY, -300) };
  const open = await addEntry(db, mill, { ...days, repeats: 'WEEKLY', repeats_until });
  await deletePastEntries(db, now);
  const left = await db.selectFrom('availability_entries').select('id').execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual([ended, open].toSorted());
});
