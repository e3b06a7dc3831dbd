import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addCallOut } from '../../../../tests/support/call-outs.ts';
import { SAMPLE_OPTIONS } from '../../../../tests/support/locations.ts';
import { mergeFixtures } from '../../../../tests/support/merging.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { addProduction } from '../../../../tests/support/productions.ts';
import { AUDIT_TYPES } from '../../audit-log/entry-types.ts';
import { getRevision, listRevisions } from '../history/queries.server.ts';
import { claimUrl } from '../working-copy/page-urls/commands.server.ts';
import { publishLocation } from '../publishing/commands.server.ts';
import {
  findPublishedByUrl,
  getCatalogueGeneration,
  getPreview,
  readSitemapEntries,
} from '../catalogue/published/queries.server.ts';
import { recordRevision } from '../working-copy/revisions.commands.server.ts';

const { db, admin, scout, deps, merge, addPlace, location, listImages, addBoard, listBoard, reset } =
  await mergeFixtures();

beforeEach(reset);

describe('a merge', () => {
  test('keeps one location, redirects URLs to it, and takes the other out of the catalogue', async () => {
    const kept = await addPlace({ title: 'Old mill', locationurl: 'old-mill' });
    const merged = await addPlace({ title: 'The Old Mill, Ayr', locationurl: 'the-old-mill-ayr' });
    const generation = await getCatalogueGeneration(db);
    await merge(kept, merged);
    for (const address of ['the-old-mill-ayr', merged, 'old-mill'])
      expect(await findPublishedByUrl(db, address)).toMatchObject({ id: kept, locationurl: 'old-mill' });
    expect(await getCatalogueGeneration(db)).toBeGreaterThan(generation);
    const sitemap = [];
    for await (const entries of readSitemapEntries(db)) sitemap.push(...entries);
    expect(sitemap.map(({ locationurl }) => locationurl)).toEqual(['old-mill']);
    expect(await db.selectFrom('location_list').select('id').execute()).toEqual([{ id: kept }]);
    expect(await location(merged)).toMatchObject({ merged_into: kept, status: 'NEW' });
    // No other location gets the URL, not even one made from a title.
    const claim = (requested: string) =>
      db.transaction().execute((trx) => claimUrl(trx, { id: scout.id, requested, title: 'The old mill, Ayr' }));
    await expect(claim('the-old-mill-ayr')).rejects.toMatchObject({ errorType: 'INVALID' });
    expect(await claim('')).toBe('the-old-mill-ayr-2');
  });

  test('leads to the last one after several merges', async () => {
    const [first, second, third] = [
      await addPlace({ locationurl: 'mill-1' }),
      await addPlace({ locationurl: 'mill-2' }),
      await addPlace({ locationurl: 'mill-3' }),
    ];
    await merge(second, first);
    await merge(third, second);
    for (const address of ['mill-1', 'mill-2', first, second])
      expect(await findPublishedByUrl(db, address)).toMatchObject({ id: third });
  });

  test('takes the chosen fields, and by default what the location lacks', async () => {
    const columns = { description: null, postcode: 'FK8 1AA', latitude: 56.1, longitude: -3.9 };
    const kept = await addPlace({ title: 'Mill', ...columns, address1: null, address_public: true });
    const merged = await addPlace({
      title: 'Weir mill',
      description: 'By the weir.',
      postcode: 'FK8 1AB',
      latitude: 57,
      longitude: -4,
      address1: '1 Weir Road',
      address_public: false,
      locationidentifier: 77,
      featured: true,
      map_precision: 'area',
    });
    await merge(kept, merged);
    expect(await location(kept)).toMatchObject({
      title: 'Mill',
      description: 'By the weir.',
      postcode: 'FK8 1AA',
      latitude: 56.1,
      map_precision: 'exact',
      // A private address stays private.
      address1: '1 Weir Road',
      address_public: false,
      locationidentifier: 77,
      featured: true,
      status: 'CHANGED',
    });
    const third = await addPlace({
      title: 'Third',
      latitude: 58,
      longitude: -5,
      map_precision: 'near',
      locationurl: 'third',
    });
    await merge(kept, third, { parts: ['title', 'latitude', 'longitude', 'map_precision', 'locationurl'] });
    expect(await location(kept)).toMatchObject({
      title: 'Third',
      latitude: 58,
      map_precision: 'near',
      locationurl: 'third',
      description: 'By the weir.',
    });
    expect((await getPreview(db, kept))?.category).toEqual(SAMPLE_OPTIONS.category);
  });

  test('unites fields of several values, unless those of one location are chosen', async () => {
    const more = { ...SAMPLE_OPTIONS, category: ['Ruin'], setting: ['Riverside', 'Rural'], condition: ['Fair'] };
    const [kept, merged] = [await addPlace(), await addPlace({ options: more })];
    await merge(kept, merged);
    const united = await getPreview(db, kept);
    expect([...united!.category].toSorted()).toEqual(['Mill or factory', 'Ruin']);
    expect([...united!.setting].toSorted()).toEqual(['Riverside', 'Rural']);
    expect(united).toMatchObject({ century: ['19th'], condition: 'Good' });
    const [first, second] = [await addPlace(), await addPlace({ options: more })];
    await merge(first, second, { parts: ['setting'], united: [] });
    expect(await getPreview(db, first)).toMatchObject({ category: ['Mill or factory'] });
    expect([...(await getPreview(db, first))!.setting].toSorted()).toEqual(['Riverside', 'Rural']);
  });

  test('is recorded in both histories and in the audit log, which stay readable', async () => {
    const [kept, merged] = [await addPlace({ title: 'Mill' }), await addPlace({ title: 'Old mill' })];
    await merge(kept, merged, { version: 1, other_version: 1 });
    const [last] = (await listRevisions(db, { id: kept, page: 1 })).data;
    expect(last).toMatchObject({
      action: 'MERGED',
      origin: 'MERGE',
      merged_id: merged,
      images: true,
      author: { id: admin.id },
    });
    const history = await listRevisions(db, { id: merged, page: 1 });
    expect(history.data.map(({ action, merged_id }) => [action, merged_id])).toEqual([
      ['MERGED', kept],
      ['PUBLISHED', null],
      ['IMPORTED', null],
    ]);
    const audit = await db.selectFrom('audit_logs').selectAll().where('location_id', 'in', [kept, merged]).execute();
    expect(audit.map(({ type, location_id, details }) => [type, location_id, details])).toEqual([
      [AUDIT_TYPES.LOCATIONS_MERGED.number, kept, expect.objectContaining({ title: 'Old mill', merged })],
    ]);
  });

  test('without the version of either is recorded as unchecked', async () => {
    const [kept, merged] = [await addPlace(), await addPlace()];
    await merge(kept, merged, { version: 1 });
    const entries = await db
      .selectFrom('audit_logs')
      .select('type')
      .where('location_id', '=', kept)
      .orderBy('id')
      .execute();
    expect(entries.map(({ type }) => type)).toEqual([
      AUDIT_TYPES.VERSION_UNCHECKED.number,
      AUDIT_TYPES.LOCATIONS_MERGED.number,
    ]);
  });

  test('keeps one of both on a board, at the first place, with both notes', async () => {
    const [kept, merged, other] = [await addPlace(), await addPlace(), await addPlace()];
    const both = await addBoard('Both', [
      [merged, 'By boat.'],
      [other, null],
      [kept, 'At dawn.'],
    ]);
    const one = await addBoard('One', [
      [other, null],
      [merged, 'Tide.'],
    ]);
    await db.updateTable('boards').set({ primary_location_id: merged }).execute();
    await merge(kept, merged);
    expect(await listBoard(both)).toEqual([
      { location_id: kept, note: 'At dawn.\nBy boat.' },
      { location_id: other, note: null },
    ]);
    expect(await listBoard(one)).toEqual([
      { location_id: other, note: null },
      { location_id: kept, note: 'Tide.' },
    ]);
    const primaries = await db.selectFrom('boards').select('primary_location_id').execute();
    expect(primaries).toEqual([{ primary_location_id: kept }, { primary_location_id: kept }]);
  });

  test('keeps a picture of both once, with the texts that its own image lacks', async () => {
    const [kept, merged] = [await addPlace(), await addPlace()];
    const [own] = await listImages(kept);
    await db.updateTable('images').set({ caption: 'The wheel', alt: 'Own' }).where('id', '=', own!.id).execute();
    const copy = { location_id: merged, sha256: own!.sha256, position: 1, alt: 'Other', credit: 'Ailsa Grant' };
    await db.insertInto('images').values(copy).execute();
    await merge(kept, merged);
    const images = await listImages(kept);
    expect(images.map(({ is_primary }) => is_primary)).toEqual([true, false]);
    expect(images[0]).toMatchObject({ caption: 'The wheel', alt: 'Own', credit: 'Ailsa Grant' });
    expect(await listImages(merged)).toEqual([]);
  });

  test.each([0, 1])(
    'keeps what an owner has answered a call-out about either (%i), with its photographs',
    async (of) => {
      const places = [await addPlace(), await addPlace()] as const;
      const production = await addProduction(db, {});
      const { answer, photograph } = await addCallOut(db, { production, location: places[of]! });
      await sql`
      insert into call_out_answers (recipient_id, location_id)
      select recipient_id, ${places[1 - of]} from call_out_answers where id = ${answer}`.execute(db);
      await merge(...places);
      const answers = db.selectFrom('call_out_answers').select(['id', 'answer']).where('location_id', 'in', places);
      expect(await answers.execute()).toEqual([{ id: answer, answer: 'YES' }]);
      expect(await db.selectFrom('call_out_photographs').select('id').execute()).toContainEqual({ id: photograph });
    },
  );

  test('shows in the history of the other which of its pictures have moved, and which were deleted since', async () => {
    const [kept, merged] = [await addPlace(), await addPlace()];
    const [own] = await listImages(kept);
    await db.insertInto('images').values({ location_id: merged, sha256: own!.sha256, position: 1 }).execute();
    const context = { action: 'IMPORTED', origin: 'IMPORT', authorId: null, at: new Date() } as const;
    const number = await db.transaction().execute((trx) => recordRevision(trx, merged, context));
    const listFates = async () =>
      (await getRevision(db, { id: merged, number: number! })).images.map(({ isMoved, isDeleted }) => [
        isMoved,
        isDeleted,
      ]);
    const present = [false, false];
    const moved = [true, false];
    const deleted = [false, true];
    expect(await listFates()).toEqual([present, present]);
    await merge(kept, merged);
    expect(await listFates()).toEqual([moved, moved]);
    await db.deleteFrom('images').where('sha256', '=', own!.sha256).execute();
    expect(await listFates()).toEqual([moved, deleted]);
  });

  test('tells the owner whose entry leaves, and keeps the positions of photographs from another owner', async () => {
    const [owner, other] = [await addPerson(db, 'OWNER'), await addPerson(db, 'OWNER')];
    const kept = await addPlace({ title: 'Mill', owner_id: owner.id });
    const merged = await addPlace({ title: 'Weir mill', owner_id: other.id });
    await db.updateTable('images').set({ taken_latitude: 56, taken_longitude: -4 }).execute();
    await merge(kept, merged);
    const mails = await db.selectFrom('outbox').select(['kind', 'recipient']).execute();
    expect(mails).toEqual([{ kind: 'location-merged', recipient: other.email }]);
    expect((await listImages(kept)).map(({ taken_latitude }) => taken_latitude)).toEqual([56, null]);
    expect(await location(kept)).toMatchObject({ owner_id: owner.id });
  });
});

describe('a merge is rejected and changes nothing', () => {
  const snapshot = async () =>
    JSON.stringify([
      await db.selectFrom('locations').selectAll().orderBy('id').execute(),
      await db.selectFrom('images').selectAll().orderBy('id').execute(),
    ]);
  const rejects = async (attempt: () => Promise<unknown>, errorType: string, message?: string) => {
    const before = await snapshot();
    await expect(attempt()).rejects.toMatchObject({
      errorType,
      ...(message && { message: expect.stringContaining(message) }),
    });
    expect(await snapshot()).toBe(before);
  };

  test('while either awaits approval or has an unsaved draft', async () => {
    const owner = await addPerson(db, 'OWNER');
    const [kept, merged] = [await addPlace({ owner_id: owner.id }), await addPlace({ title: 'Weir mill' })];
    await db.updateTable('locations').set({ location_status: 'AWAITING_APPROVAL' }).where('id', '=', merged).execute();
    await rejects(() => merge(kept, merged), 'CONFLICT', '“Weir mill” is waiting for approval');
    await db.updateTable('locations').set({ location_status: 'PUBLISHED' }).where('id', '=', merged).execute();
    const draft = { owner_id: owner.id, location_id: kept, base_values: '{}', fields: '{}' };
    await db.insertInto('location_drafts').values(draft).execute();
    await rejects(() => merge(kept, merged), 'CONFLICT', 'not saved yet');
  });

  test('with an outdated version of either', async () => {
    const [kept, merged] = [await addPlace(), await addPlace()];
    for (const outdated of [
      { version: 9 },
      { images_version: 'x' },
      { other_version: 9 },
      { other_images_version: 'x' },
    ])
      await rejects(() => merge(kept, merged, outdated), 'CONFLICT');
  });

  test('when only the other one is published, is the same one, or does not exist', async () => {
    const kept = await addPlace({ title: 'Mill' }, { isPublished: false });
    const merged = await addPlace({ title: 'Weir mill' });
    await rejects(() => merge(kept, merged), 'CONFLICT', 'Keep “Weir mill”');
    await rejects(() => merge(kept, kept), 'INVALID');
    await rejects(() => merge(kept, scout.id), 'NOT_FOUND');
    await rejects(() => merge(merged, kept, { parts: ['latitude'] }), 'INVALID', 'same location');
  });

  test('once it was merged; and then nothing else of it changes either', async () => {
    const [kept, merged, third] = [await addPlace(), await addPlace(), await addPlace()];
    await merge(kept, merged);
    await rejects(() => merge(third, merged), 'CONFLICT', 'was merged');
    await rejects(() => merge(merged, third), 'CONFLICT', 'was merged');
    const publish = () =>
      db
        .transaction()
        .execute((trx) => publishLocation({ ...deps, trx, actor: admin, at: new Date() }, { id: merged }));
    await rejects(publish, 'CONFLICT', 'was merged');
    await expect(
      db.updateTable('locations').set({ status: 'LIVE' }).where('id', '=', merged).execute(),
    ).rejects.toThrow('locations_merged_into_check');
  });
});
