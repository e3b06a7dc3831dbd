import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addImage, addOption, clearCatalogue, locationDeps } from '../../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../../tests/support/people.ts';
import { addEveryOption, registerLocation, submissionRouteHandlers } from '../../../../tests/support/submissions.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { listDocuments } from '../../documents/queries.server.ts';
import { deleteAccount } from '../../accounts/deletion/commands.server.ts';
import { importLocations } from '../../import-export/commands.server.ts';
import { deleteLocation } from '../deleting/commands.server.ts';
import { RECORD_FIELDS } from '../fields/lookup.ts';
import { changeImage, deleteImages } from '../images/contract.ts';
import { imageHandlers } from '../images/router.server.ts';
import { deleteOption, renameOptionById } from '../options/commands.server.ts';
import { changeOwner } from '../ownership/contract.ts';
import { ownershipHandlers } from '../ownership/router.server.ts';
import { publish, unpublish, updateStatus } from '../publishing/contract.ts';
import { publishingHandlers } from '../publishing/router.server.ts';
import { locationRecordById } from '../record/contract.ts';
import { recordHandlers } from '../record/router.server.ts';
import type { LocationRecord } from '../record/schema.ts';
import { saveLocation } from '../submission/contract.ts';
import { isRestoringPointless } from './comparison.ts';
import { getRevision, listRevisions, restoreRevision } from './contract.ts';
import { historyHandlers } from './router.server.ts';

const { kysely: db } = await testDatabase();
const jobs = { enqueue: async () => {} };
const MINUTE_MS = 60_000;
/** The clock of the handlers. */
let time = Date.parse('2026-11-24T09:00:00Z');
const now = () => new Date(time);
const handlers = [
  ...submissionRouteHandlers(db, now),
  ...imageHandlers({ db, jobs, now } as never),
  ...publishingHandlers({ db, ...locationDeps() }),
  ...ownershipHandlers({ db, ...locationDeps() }),
  ...recordHandlers({ db, listDocuments }),
  ...historyHandlers({ db, jobs: jobs as never, now }),
];
const as = (person: Person) => createJsonApi(createInProcessCaller(handlers, createCallContext(person)));
const owner = await addPerson(db, 'OWNER', { first_name: 'Morag', last_name: 'Maclean' });
const other = await addPerson(db, 'OWNER', { first_name: 'Iain', last_name: 'Ross' });
const admin = await addPerson(db, 'ADMIN', { first_name: 'Ailsa', last_name: 'Munro' });
const [ownerApi, otherApi, team] = [as(owner), as(other), as(admin)];

let id = '';
beforeEach(async () => {
  time = Date.now();
  await clearCatalogue(db);
  await addEveryOption(db);
  ({ id } = await registerLocation(ownerApi, { complete: true }));
});

const record = () => team(locationRecordById, { id });
const saveAs = async (api: typeof team, fields: object) =>
  api(saveLocation, { id, version: (await record()).version, ...fields });
const list = async () => (await team(listRevisions, { id })).data;
const revision = (number: number) => team(getRevision, { id, number });
const restore = async (number: number) => {
  const { version, images_version } = await record();
  return team(restoreRevision, { id, number, version, images_version });
};
const toFields = (of: LocationRecord) => Object.fromEntries(RECORD_FIELDS.map((field) => [field, of[field]]));
const listed = async () => (await list()).map(({ number, action, origin }) => `${number} ${action} ${origin}`);

describe('the history of a location', () => {
  it('has a version of every change: who, when, what and from where', async () => {
    await saveAs(team, { title: 'Weir house', remarks: 'Ask for the key' });
    await addImage(db, id, { is_primary: true });
    await saveAs(ownerApi, { description: 'A mill with a weir.', isSubmitting: true });
    await team(updateStatus, { id, status: 'DRAFT' });
    await team(publish, { id });
    await team(changeOwner, { id, userId: other.id });
    await team(unpublish, { id });
    const versions = await list();
    expect(versions.map(({ number, action, origin }) => [number, action, origin])).toEqual([
      [9, 'UNPUBLISHED', 'RECORD'],
      [8, 'OWNER_CHANGED', 'RECORD'],
      [7, 'PUBLISHED', 'RECORD'],
      [6, 'RETURNED', 'RECORD'],
      [5, 'SUBMITTED', 'WIZARD'],
      [4, 'CHANGED', 'WIZARD'],
      [3, 'CHANGED', 'RECORD'],
      [2, 'CHANGED', 'WIZARD'],
      [1, 'CREATED', 'WIZARD'],
    ]);
    expect((await team(listRevisions, { id })).online).toBeNull();
    const third = versions.find(({ number }) => number === 3)!;
    expect(third).toMatchObject({ author: { id: admin.id, first_name: 'Ailsa' }, status: 'NEW', images: false });
    expect(third.fields.toSorted()).toEqual(['remarks', 'title']);
    expect(versions[5]).toMatchObject({ fields: ['description'], images: true, author: { id: owner.id } });
    expect(versions.map(({ status }) => status).slice(0, 4)).toEqual(['NEW', 'LIVE', 'LIVE', 'NEW']);
    expect(versions[1]!.owner).toMatchObject({ id: other.id });
    expect(await revision(3)).toMatchObject({ fields: { title: 'Weir house', description: 'A mill on the river.' } });
  });

  it('records an import, and for each publication that it causes', async () => {
    const file = Buffer.from(JSON.stringify([{ locationidentifier: 7, title: 'Old kiln', exporttowebsite: true }]));
    const task = { file, fileName: 'a.json', mapping: {}, apply: true, createOptions: false, republish: false };
    await db
      .transaction()
      .execute((trx) => importLocations(trx, { ...task, actorId: null, at: now() }, async () => {}));
    ({ id } = await db
      .selectFrom('locations')
      .select('id')
      .where('locationidentifier', '=', 7)
      .executeTakeFirstOrThrow());
    expect(await listed()).toEqual(['2 PUBLISHED IMPORT', '1 IMPORTED IMPORT']);
    // The same content is stored once.
    const stored = await db
      .selectFrom('location_revisions')
      .select('content_number')
      .where('location_id', '=', id)
      .execute();
    expect(stored).toEqual([{ content_number: 1 }, { content_number: 1 }]);
  });

  it('is not extended by a save that changes nothing', async () => {
    const before = await listed();
    await saveAs(team, { title: 'Weir mill' });
    await saveAs(ownerApi, { description: 'A mill on the river.' });
    expect(await listed()).toEqual(before);
  });

  it('joins the changes of an owner within ten minutes, until something else happens', async () => {
    const save = async (text: string, minutes: number) => {
      time += minutes * MINUTE_MS;
      await saveAs(ownerApi, { description: text });
    };
    await save('One', 4);
    await save('Two', 5);
    expect(await listed()).toEqual(['2 CHANGED WIZARD', '1 CREATED WIZARD']);
    expect((await revision(2)).fields.description).toBe('Two');
    await save('Three', 5);
    expect((await listed()).length).toBe(3);
    await saveAs(team, { remarks: 'Checked' });
    await save('Four', 0);
    expect(await listed()).toEqual([
      ...['5 CHANGED WIZARD', '4 CHANGED RECORD', '3 CHANGED WIZARD', '2 CHANGED WIZARD', '1 CREATED WIZARD'],
    ]);
  });

  it('has a version of each change by the team', async () => {
    await saveAs(team, { remarks: 'One' });
    await saveAs(team, { remarks: 'Two' });
    expect((await listed()).length).toBe(4);
  });

  it('follows the name of an option, which is no change of the location', async () => {
    const option = await addOption(db, 'category', 'Mill or factory');
    const context = { actorId: admin.id, at: now() };
    await db
      .transaction()
      .execute((trx) => renameOptionById(trx, { id: option, name: 'Mill', ...context }, async () => {}));
    await saveAs(team, { category: ['Mill'] });
    expect(await listed()).toEqual(['2 CHANGED WIZARD', '1 CREATED WIZARD']);
    expect((await revision(1)).fields.category).toEqual([]);
    expect((await revision(2)).fields.category).toEqual(['Mill']);
  });

  it('is deleted with the location', async () => {
    await db.transaction().execute((trx) => deleteLocation(trx, { id, actorId: admin.id, at: now() }, async () => {}));
    expect(await db.selectFrom('location_revisions').select('number').execute()).toEqual([]);
    await expect(list()).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  it('names an author whose account is deleted, as the audit log does', async () => {
    const leaver = await addPerson(db, 'ADMIN', { first_name: 'Una', last_name: 'Bain' });
    await saveAs(as(leaver), { remarks: 'Checked' });
    await db
      .transaction()
      .execute((trx) => deleteAccount(trx, { id: leaver.id, actorId: admin.id, at: now() }, async () => {}));
    expect((await list())[0]!.author).toMatchObject({ first_name: 'Una', enabled_at: null });
  });

  it('forgets the details of a previous owner once a change of the owner has removed them', async () => {
    await saveAs(team, { remarks: 'Checked' });
    await team(changeOwner, { id, userId: other.id, ownerFields: 'replace' });
    const { rows } = await sql<{ text: string }>`
      select string_agg(to_jsonb(r)::text, '') as text from location_revisions r where number < 4`.execute(db);
    expect(rows[0]!.text).not.toMatch(/Fraser Campbell|fraser@weir-mill|01786 496 0142/);
    const { ownername } = await record();
    await restore(2);
    expect(await record()).toMatchObject({ ownername: 'Iain Ross', remarks: '' });
    expect(ownername).toBe('Iain Ross');
  });

  it.each([
    'update location_revisions set author_id = null',
    'update location_revisions set fields = fields || \'{"title": "Forged"}\' where fields is not null',
    'update location_revisions set number = number + 10',
    "update location_revisions set recorded_at = recorded_at + interval '1 hour'",
    'delete from location_revisions',
    'delete from location_revisions where number = 2',
  ])('cannot be changed by %s', async (statement) => {
    await saveAs(team, { remarks: 'Checked' });
    const before = await list();
    await expect(sql.raw(statement).execute(db)).rejects.toThrow();
    expect(await list()).toEqual(before);
  });

  it('cannot have gaps', async () => {
    const gap = sql`insert into location_revisions (location_id, number, action, origin, started_at, recorded_at, status, content_number)
      values (${id}, 9, 'CHANGED', 'RECORD', now(), now(), 'NEW', 1)`;
    await expect(gap.execute(db)).rejects.toThrow('location_revisions_previous_fkey');
  });

  it('is for the Locations Team only', async () => {
    for (const api of [ownerApi, otherApi]) {
      await expect(api(listRevisions, { id })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
      await expect(api(restoreRevision, { id, number: 1 })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
    }
  });
});

describe('restoring a version', () => {
  it('is a change of the working copy that is audited and not published', async () => {
    await addImage(db, id, { is_primary: true });
    await team(publish, { id });
    await saveAs(team, { title: 'Weir house' });
    expect((await team(listRevisions, { id })).online).toBe(3);
    expect(await restore(3)).toEqual({
      message: 'The version has been restored. It is not public until you publish it.',
      number: 5,
      notes: [],
    });
    expect(await record()).toMatchObject({ title: 'Weir mill', status: 'LIVE', published: { title: 'Weir mill' } });
    expect((await list())[0]).toMatchObject({ action: 'RESTORED', restored_number: 3, fields: ['title'] });
    const entry = await db
      .selectFrom('audit_logs')
      .select(['user_id', 'type', 'details'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ user_id: admin.id, type: 45, details: { restored: 3, fields: 'title', revision: 5 } });
    await saveAs(team, { title: 'Weir house' });
    await restore(1);
    expect(await record()).toMatchObject({ status: 'CHANGED', published: { title: 'Weir mill' } });
  });

  it('is rejected when somebody else has changed the location, or nothing would change', async () => {
    const { version, images_version } = await record();
    await saveAs(team, { title: 'Weir house' });
    const stale = team(restoreRevision, { id, number: 2, version, images_version });
    await expect(stale).rejects.toMatchObject({ errorType: 'CONFLICT' });
    const current = (await record()).version;
    await addImage(db, id);
    const staleImages = team(restoreRevision, { id, number: 2, version: current, images_version });
    await expect(staleImages).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await restore(2);
    await expect(restore(2)).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await expect(restore(99)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  it('restores the order and the texts of images, and says which are deleted or new', async () => {
    const first = await addImage(db, id, { is_primary: true, position: 0, alt: 'A weir' });
    const second = await addImage(db, id, { position: 1 });
    const third = await addImage(db, id, { position: 2 });
    await saveAs(team, { remarks: 'With images' });
    const { number } = (await list())[0]!;
    await team(changeImage, { id, imageId: first, version: 1, alt: 'A river', focal: { x: 0.1, y: 0.2 } });
    await team(changeImage, { id, imageId: third, primary: true, position: 0 });
    await team(deleteImages, { id, ids: [second] });
    const fourth = await addImage(db, id, { position: 9 });
    expect((await restore(number)).notes).toEqual([
      '1 image of this version was deleted and cannot be restored.',
      '1 image was added since and stays, after the others.',
    ]);
    const images = await db
      .selectFrom('images')
      .selectAll()
      .where('location_id', '=', id)
      .orderBy('position')
      .execute();
    expect(images.map((image) => image.id)).toEqual([first, third, fourth]);
    expect(images[0]).toMatchObject({ alt: 'A weir', focal_x: 0.5, is_primary: true });
    expect((await revision(number)).images.map(({ isDeleted }) => isDeleted)).toEqual([false, true, false]);
  });

  it('changes nothing where only what is deleted differs', async () => {
    const option = await addOption(db, 'setting', 'Coastal');
    const first = await addImage(db, id, { is_primary: true, position: 0 });
    await addImage(db, id, { position: 1 });
    await saveAs(team, { setting: ['Coastal', 'Riverside'] });
    const { number } = (await list())[0]!;
    const isSame = async () => isRestoringPointless(await revision(number), await revision((await list())[0]!.number));
    await saveAs(team, { setting: ['Riverside'] });
    expect(await isSame()).toBe(false);
    await db.transaction().execute((trx) => deleteOption(trx, { actorId: admin.id, at: now() }, option));
    await team(deleteImages, { id, ids: [first] });
    expect(await isSame()).toBe(true);
    await expect(restore(number)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });

  it('keeps what cannot be restored, and says why', async () => {
    const option = await addOption(db, 'setting', 'Coastal');
    await saveAs(team, { setting: ['Coastal', 'Riverside'], locationurl: 'old-url', locationidentifier: 12 });
    const { number } = (await list())[0]!;
    await saveAs(team, { setting: ['Riverside'], locationurl: 'new-url', locationidentifier: 13, title: 'Weir house' });
    await db.transaction().execute((trx) => deleteOption(trx, { actorId: admin.id, at: now() }, option));
    const { id: rival } = await registerLocation(otherApi, { title: 'Rival' });
    await team(saveLocation, { id: rival, locationurl: 'old-url', locationidentifier: 12 });
    expect((await restore(number)).notes).toEqual([
      'Setting: “Coastal” was deleted from the list.',
      'Location URL is unchanged: Another location has this address. Choose another.',
      'Legacy location id is unchanged: “Rival” has this legacy id already. Each belongs to one location.',
    ]);
    expect(await record()).toMatchObject({
      ...{ title: 'Weir mill', setting: ['Riverside'], locationurl: 'new-url', locationidentifier: 13 },
    });
    expect((await revision(number)).deleted_options).toEqual([{ field: 'setting', name: 'Coastal' }]);
  });

  it('keeps the present value of a field of which the version has deleted options only', async () => {
    const options = [await addOption(db, 'setting', 'Coastal'), await addOption(db, 'condition', 'Roofless')];
    await saveAs(team, { setting: ['Coastal'], condition: 'Roofless', title: 'Weir house' });
    const { number } = (await list())[0]!;
    await saveAs(team, { setting: ['Riverside'], condition: 'Good' });
    const isPointless = async () =>
      isRestoringPointless(await revision(number), await revision((await list())[0]!.number));
    for (const option of options)
      await db.transaction().execute((trx) => deleteOption(trx, { actorId: admin.id, at: now() }, option));
    expect(await isPointless()).toBe(true);
    await expect(restore(number)).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await saveAs(team, { title: 'Weir mill' });
    expect(await isPointless()).toBe(false);
    expect((await restore(number)).notes.toSorted()).toEqual([
      'Condition is unchanged: “Roofless” was deleted from the list.',
      'Setting is unchanged: “Coastal” was deleted from the list.',
    ]);
    expect(await record()).toMatchObject({ title: 'Weir house', setting: ['Riverside'], condition: 'Good' });
  });
});

/** A step of the property test: fields that the owner or the team saves, or another change. */
const text = fc.constantFrom('', 'A mill.', 'A mill by the weir.', 'Two\nlines');
const teamFields = fc
  .record({
    title: fc.constantFrom('Weir mill', 'Weir house'),
    description: text,
    remarks: text,
    category: fc.constantFrom<string[]>([], ['Mill or factory'], ['Ruin'], ['Ruin', 'Mill or factory']),
    condition: fc.constantFrom('', 'Good'),
    visited: fc.constantFrom(null, true, false),
    datevisited: fc.constantFrom('', '2025-05-12'),
    parkingspaces: fc.constantFrom(null, 0, 12),
    locationidentifier: fc.constantFrom(null, 7),
    featured: fc.boolean(),
  })
  .chain((fields) => fc.subarray(Object.entries(fields), { minLength: 1 }).map((some) => Object.fromEntries(some)));
const position = fc.record({
  latitude: fc.double({ min: 50, max: 60, noNaN: true }),
  longitude: fc.double({ min: -8, max: 0, noNaN: true }),
});
const step = fc.oneof(
  { weight: 5, arbitrary: teamFields.map((fields) => () => saveAs(team, fields)) },
  { weight: 2, arbitrary: position.map((fields) => () => saveAs(team, fields)) },
  {
    weight: 3,
    arbitrary: text.map((description) => () => saveAs(ownerApi, { description: description || 'A mill.' })),
  },
  { weight: 2, arbitrary: fc.constant(() => publishIfPossible()) },
  {
    weight: 1,
    arbitrary: fc.constant(() => addImage(db, id, { position: 9 }).then(() => saveAs(team, { noise: String(time) }))),
  },
  { weight: 2, arbitrary: fc.nat().map((n) => () => restoreAny(n)) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 12 }).map((minutes) => async () => void (time += minutes * MINUTE_MS)),
  },
);
const publishIfPossible = () => team(publish, { id }).catch(() => {});
const restoreAny = async (n: number) => restore(1 + (n % (await list())[0]!.number)).catch(() => {});

test('restoring a version gives its fields, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10, size: 'max' }), fc.nat(), async (steps, chosen) => {
      await clearCatalogue(db);
      await addEveryOption(db);
      await addOption(db, 'category', 'Ruin');
      ({ id } = await registerLocation(ownerApi, { complete: true }));
      const versions = new Map<number, { fields: object; images: string[] }>();
      for (const perform of [async () => {}, ...steps]) {
        await perform().catch(() => {});
        const [latest] = await list();
        const images = await db
          .selectFrom('images')
          .select('id')
          .where('location_id', '=', id)
          .orderBy('position')
          .orderBy('id')
          .execute();
        versions.set(latest!.number, { fields: toFields(await record()), images: images.map((image) => image.id) });
        expect((await revision(latest!.number)).fields).toEqual(versions.get(latest!.number)!.fields);
      }
      const known = [...versions.keys()];
      const number = known[chosen % known.length]!;
      const latest = (await list())[0]!.number;
      const hasNothing = isRestoringPointless(await revision(number), await revision(latest));
      // It is a conflict if the location is as it was in this version.
      const outcome = await restore(number).then(
        (restored) => restored.number,
        (error: { errorType: string }) => error.errorType,
      );
      expect(outcome).toBe(hasNothing ? 'CONFLICT' : latest + 1);
      expect(toFields(await record())).toEqual(versions.get(number)!.fields);
      for (const [past, { fields, images }] of versions) {
        const stored = await revision(past);
        expect([stored.fields, stored.images.map((image) => image.id)]).toEqual([fields, images]);
      }
    }),
    { numRuns: 10 },
  );
});
