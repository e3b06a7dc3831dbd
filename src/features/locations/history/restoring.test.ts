import fc from 'fast-check';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { MINUTE_MS, historyFixtures } from '../../../../tests/support/history.ts';
import { addImage, addOption } from '../../../../tests/support/locations.ts';
import { registerLocation } from '../../../../tests/support/submissions.ts';
import { RECORD_FIELDS } from '../catalogue/fields/lookup.ts';
import { changeImage, deleteImages } from '../editing/images/contract.ts';
import { deleteOption } from '../catalogue/options/commands.server.ts';
import { publish } from '../publishing/contract.ts';
import type { LocationRecord } from '../admin-record/schema.ts';
import { saveLocation } from '../editing/contract.ts';
import { isRestoringPointless } from './comparison.ts';
import { listRevisions, restoreRevision } from './contract.ts';

const fixtures = await historyFixtures();
const { db, clock, now, place, admin, ownerApi, otherApi, team } = fixtures;
const { reset, record, saveAs, list, revision, restore } = fixtures;
beforeEach(reset);

const toFields = (of: LocationRecord) => Object.fromEntries(RECORD_FIELDS.map((field) => [field, of[field]]));

describe('restoring a version', () => {
  it('is a change of the working copy that is audited and not published', async () => {
    await addImage(db, place.id, { is_primary: true });
    await team(publish, { id: place.id });
    await saveAs(team, { title: 'Weir house' });
    expect((await team(listRevisions, { id: place.id })).online).toBe(3);
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
    const stale = team(restoreRevision, { id: place.id, number: 2, version, images_version });
    await expect(stale).rejects.toMatchObject({ errorType: 'CONFLICT' });
    const current = (await record()).version;
    await addImage(db, place.id);
    const staleImages = team(restoreRevision, { id: place.id, number: 2, version: current, images_version });
    await expect(staleImages).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await restore(2);
    await expect(restore(2)).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await expect(restore(99)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  it('restores the order and the texts of images, and says which are deleted or new', async () => {
    const first = await addImage(db, place.id, { is_primary: true, position: 0, alt: 'A weir' });
    const second = await addImage(db, place.id, { position: 1 });
    const third = await addImage(db, place.id, { position: 2 });
    await saveAs(team, { remarks: 'With images' });
    const { number } = (await list())[0]!;
    await team(changeImage, { id: place.id, imageId: first, version: 1, alt: 'A river', focal: { x: 0.1, y: 0.2 } });
    await team(changeImage, { id: place.id, imageId: third, primary: true, position: 0 });
    await team(deleteImages, { id: place.id, ids: [second] });
    const fourth = await addImage(db, place.id, { position: 9 });
    expect((await restore(number)).notes).toEqual([
      '1 image of this version was deleted and cannot be restored.',
      '1 image was added since and stays, after the others.',
    ]);
    const images = await db
      .selectFrom('images')
      .selectAll()
      .where('location_id', '=', place.id)
      .orderBy('position')
      .execute();
    expect(images.map((image) => image.id)).toEqual([first, third, fourth]);
    expect(images[0]).toMatchObject({ alt: 'A weir', focal_x: 0.5, is_primary: true });
    expect((await revision(number)).images.map(({ isDeleted }) => isDeleted)).toEqual([false, true, false]);
  });

  it('changes nothing where only what is deleted differs', async () => {
    const option = await addOption(db, 'setting', 'Coastal');
    const first = await addImage(db, place.id, { is_primary: true, position: 0 });
    await addImage(db, place.id, { position: 1 });
    await saveAs(team, { setting: ['Coastal', 'Riverside'] });
    const { number } = (await list())[0]!;
    const isSame = async () => isRestoringPointless(await revision(number), await revision((await list())[0]!.number));
    await saveAs(team, { setting: ['Riverside'] });
    expect(await isSame()).toBe(false);
    await db.transaction().execute((trx) => deleteOption({ trx, actor: admin, at: now() }, { id: option }));
    await team(deleteImages, { id: place.id, ids: [first] });
    expect(await isSame()).toBe(true);
    await expect(restore(number)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });

  it('keeps what cannot be restored, and says why', async () => {
    const option = await addOption(db, 'setting', 'Coastal');
    await saveAs(team, { setting: ['Coastal', 'Riverside'], locationurl: 'old-url', locationidentifier: 12 });
    const { number } = (await list())[0]!;
    await saveAs(team, { setting: ['Riverside'], locationurl: 'new-url', locationidentifier: 13, title: 'Weir house' });
    await db.transaction().execute((trx) => deleteOption({ trx, actor: admin, at: now() }, { id: option }));
    const { id: rival } = await registerLocation(otherApi, { title: 'Rival' });
    await team(saveLocation, { id: rival, locationurl: 'old-url', locationidentifier: 12 });
    expect((await restore(number)).notes).toEqual([
      'Setting: “Coastal” was deleted from the list.',
      'Location URL is unchanged: Another location has this web address. Choose another.',
      'Legacy location id is unchanged: “Rival” has this legacy id already. Each belongs to one location.',
    ]);
    expect(await record()).toMatchObject({
      title: 'Weir mill',
      setting: ['Riverside'],
      locationurl: 'new-url',
      locationidentifier: 13,
    });
    expect((await revision(number)).deleted_options).toEqual([{ field: 'setting', name: 'Coastal' }]);
  });

  it('keeps the present value of a field if the version has only deleted options', async () => {
    const options = [await addOption(db, 'setting', 'Coastal'), await addOption(db, 'condition', 'Roofless')];
    await saveAs(team, { setting: ['Coastal'], condition: 'Roofless', title: 'Weir house' });
    const { number } = (await list())[0]!;
    await saveAs(team, { setting: ['Riverside'], condition: 'Good' });
    const isPointless = async () =>
      isRestoringPointless(await revision(number), await revision((await list())[0]!.number));
    for (const option of options)
      await db.transaction().execute((trx) => deleteOption({ trx, actor: admin, at: now() }, { id: option }));
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
    arbitrary: fc.constant(() =>
      addImage(db, place.id, { position: 9 }).then(() => saveAs(team, { noise: String(clock.now) })),
    ),
  },
  { weight: 2, arbitrary: fc.nat().map((n) => () => restoreAny(n)) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 12 }).map((minutes) => async () => void (clock.now += minutes * MINUTE_MS)),
  },
);
const publishIfPossible = () => team(publish, { id: place.id }).catch(() => {});
const restoreAny = async (n: number) => restore(1 + (n % (await list())[0]!.number)).catch(() => {});

test('restoring a version gives its fields, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10, size: 'max' }), fc.nat(), async (steps, chosen) => {
      await reset();
      await addOption(db, 'category', 'Ruin');
      const versions = new Map<number, { fields: object; images: string[] }>();
      for (const perform of [async () => {}, ...steps]) {
        await perform().catch(() => {});
        const [latest] = await list();
        const images = await db
          .selectFrom('images')
          .select('id')
          .where('location_id', '=', place.id)
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
