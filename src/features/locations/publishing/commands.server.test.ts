import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import {
  SAMPLE_OPTIONS,
  addImage,
  addLocation,
  addOption,
  clearCatalogue,
  locationDeps,
  recordEvents,
} from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { AUDIT_TYPES } from '../../audit-log/entry-types.ts';
import type { LocationEvent } from '../events.ts';
import { getChangesSince, findPublishedByUrl } from '../catalogue/published/queries.server.ts';
import { returnToOwner, publishLocation, publishLocations, unpublishLocation } from './commands.server.ts';
import {
  getImagesVersion,
  isUnchangedSincePublished,
} from '../catalogue/published/published-version.queries.server.ts';

const { kysely: db } = await testDatabase();
const actor = await addPerson(db, 'ADMIN');
const { id: admin } = actor;
const at = new Date('2026-11-12T09:30:00Z');
let events: LocationEvent[];
let publishEvent: ReturnType<typeof recordEvents<LocationEvent>>['publishEvent'];

beforeEach(async () => {
  await clearCatalogue(db);
  ({ events, publishEvent } = recordEvents<LocationEvent>());
});

const mill = {
  title: 'Weir mill',
  locationurl: 'weir-mill',
  address1: '1 Weir Road',
  postcode: 'FK8 1AA',
  nearesttown: 'Stirling',
  description: 'A mill on the river.',
  latitude: 56.1234567,
  longitude: -3.9876543,
  options: SAMPLE_OPTIONS,
} as const;

async function readyMill(): Promise<string> {
  const id = await addLocation(db, mill);
  await addImage(db, id, { is_primary: true });
  return id;
}

const publish = (id: string) =>
  db.transaction().execute((trx) => publishLocation({ ...locationDeps(publishEvent), trx, actor, at }, { id }));
const publishAll = (ids: string[]) =>
  db.transaction().execute((trx) => publishLocations(trx, { ids, at }, publishEvent));
const unpublish = (id: string) =>
  db.transaction().execute((trx) => unpublishLocation({ ...locationDeps(publishEvent), trx, actor, at }, { id }));
const statusOf = (id: string) =>
  db.selectFrom('locations').select(['status', 'location_status']).where('id', '=', id).executeTakeFirstOrThrow();
const auditOf = (id: string) =>
  db.selectFrom('audit_logs').select(['type', 'user_id']).where('location_id', '=', id).orderBy('id').execute();

describe('publishing a location', () => {
  it('makes it live, publishes an event and is audited', async () => {
    const id = await readyMill();
    await publish(id);
    expect(await statusOf(id)).toEqual({ status: 'LIVE', location_status: 'PUBLISHED' });
    expect(events).toEqual([{ type: 'locations.published', ids: [id] }]);
    expect(await auditOf(id)).toEqual([
      { type: AUDIT_TYPES.VERSION_UNCHECKED.number, user_id: admin },
      { type: AUDIT_TYPES.LOCATION_PUBLISHED.number, user_id: admin },
    ]);
    expect(await findPublishedByUrl(db, 'weir-mill')).toMatchObject({
      title: 'Weir mill',
      publishedat: at.toISOString(),
    });
  });

  it('rejects a live location', async () => {
    const id = await readyMill();
    await publish(id);
    await expect(publish(id)).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'This location is already live',
    });
  });

  it('rejects missing mandatory fields, and names them', async () => {
    const { condition: _, ...options } = SAMPLE_OPTIONS;
    const id = await addLocation(db, { ...mill, address1: null, options });
    await expect(publish(id)).rejects.toMatchObject({
      errorType: 'INVALID',
      message: 'There are mandatory fields not filled',
      fields: { address1: expect.any(String), condition: expect.any(String) },
    });
    expect(await statusOf(id)).toMatchObject({ status: 'NEW' });
  });

  it('rejects images that are not ready', async () => {
    const id = await addLocation(db, mill);
    await addImage(db, id, { is_primary: true, state: 'PROCESSING' });
    await expect(publish(id)).rejects.toMatchObject({ errorType: 'INVALID', fields: { images: expect.any(String) } });
  });

  it('accepts only what was already missing when it was last published, with a warning', async () => {
    const { condition: _, ...options } = SAMPLE_OPTIONS;
    const id = await addLocation(db, { ...mill, address1: null, options });
    await publishAll([id]);
    const changed = () => db.updateTable('locations').set({ status: 'CHANGED' }).where('id', '=', id).execute();
    await changed();
    expect((await publish(id)).published_without).toEqual(['address1', 'condition', 'images']);

    await changed();
    await db.deleteFrom('location_options').where('location_id', '=', id).where('field', '=', 'category').execute();
    await expect(publish(id)).rejects.toMatchObject({ fields: { category: 'Choose at least one category.' } });
    await db.updateTable('locations').set({ title: '' }).where('id', '=', id).execute();
    await expect(publish(id)).rejects.toMatchObject({ fields: { title: expect.any(String) } });
    await db.updateTable('locations').set({ title: 'Mill' }).where('id', '=', id).execute();
    await db
      .insertInto('location_options')
      .values({ location_id: id, option_id: await addOption(db, 'category', 'Harbour'), field: 'category' })
      .execute();
    await addImage(db, id, { is_primary: true, state: 'PROCESSING' });
    await expect(publish(id)).rejects.toMatchObject({ fields: { images: expect.any(String) } });
    await db.updateTable('pictures').set({ state: 'READY' }).execute();
    expect((await publish(id)).published_without).toEqual(['address1', 'condition']);

    // A field that was once filled must not become empty unnoticed.
    await changed();
    await db.deleteFrom('images').execute();
    await expect(publish(id)).rejects.toMatchObject({ fields: { images: 'Add at least one image.' } });
  });

  it('rejects the URL of another published location', async () => {
    const id = await readyMill();
    await publish(id);
    await db.updateTable('locations').set({ locationurl: 'weir-mill-stirling', status: 'CHANGED' }).execute();
    const other = await addLocation(db, mill);
    await addImage(db, other, { is_primary: true });
    await expect(publish(other)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });

  it('keeps the published version until a change is published', async () => {
    const id = await readyMill();
    await publish(id);
    await db
      .updateTable('locations')
      .set({ title: 'Weir mill and lade', status: 'CHANGED' })
      .where('id', '=', id)
      .execute();
    expect(await findPublishedByUrl(db, 'weir-mill')).toMatchObject({ title: 'Weir mill' });
    await publish(id);
    expect(await findPublishedByUrl(db, 'weir-mill')).toMatchObject({ title: 'Weir mill and lade' });
  });

  it('rejects outdated versions of fields and images, and does not check omitted ones', async () => {
    const id = await readyMill();
    const images_version = await getImagesVersion(db, id);
    const publishSeen = (seen: object) =>
      db
        .transaction()
        .execute((trx) => publishLocation({ ...locationDeps(publishEvent), trx, actor, at }, { id, ...seen }));
    const unseen = {
      errorType: 'CONFLICT',
      message: expect.stringContaining('Somebody else has changed this location.'),
    };
    await expect(publishSeen({ version: 0, images_version })).rejects.toMatchObject(unseen);
    await expect(publishSeen({ version: 2 })).rejects.toMatchObject(unseen);
    await db.updateTable('images').set({ alt: 'The lade' }).where('location_id', '=', id).execute();
    await expect(publishSeen({ version: 1, images_version })).rejects.toMatchObject(unseen);
    expect([await statusOf(id), events, await auditOf(id)]).toMatchObject([{ status: 'NEW' }, [], []]);
    await publishSeen({ version: 1, images_version: await getImagesVersion(db, id) });
    await db.updateTable('locations').set({ status: 'CHANGED', version: 7 }).where('id', '=', id).execute();
    await publishSeen({});
    expect(await statusOf(id)).toMatchObject({ status: 'LIVE' });
  });

  it('does not change the version of the images when only the title changes', async () => {
    const id = await readyMill();
    const before = await getImagesVersion(db, id);
    await db.updateTable('locations').set({ title: 'Mill' }).where('id', '=', id).execute();
    expect(await getImagesVersion(db, id)).toBe(before);
    await addImage(db, id, { position: 1 });
    expect(await getImagesVersion(db, id)).not.toBe(before);
    expect(await getImagesVersion(db, await addLocation(db, { locationurl: 'without' }))).toBe('');
  });

  it('responds NOT_FOUND to an unknown id', async () => {
    await expect(publish(admin)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });
});

describe('the published version', () => {
  it.each(['near', 'area'] as const)(
    'never holds the exact position of a place shown only as %s',
    async (map_precision) => {
      const id = await addLocation(db, { ...mill, map_precision });
      await publishAll([id]);
      const row = await db.selectFrom('published_locations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toContain('56.1234');
      expect(JSON.stringify(row)).not.toContain('3.9876');
    },
  );

  it('has the address only if it is public', async () => {
    const closed = await addLocation(db, { ...mill, locationurl: 'closed' });
    const open = await addLocation(db, { ...mill, locationurl: 'open', address_public: true });
    await publishAll([closed, open]);
    expect(await findPublishedByUrl(db, 'closed')).toMatchObject({ address: [] });
    expect(await findPublishedByUrl(db, 'open')).toMatchObject({ address: ['1 Weir Road', 'FK8 1AA'] });
  });

  it('has the images, the primary one first', async () => {
    const id = await addLocation(db, mill);
    await addImage(db, id, { position: 0, alt: 'The lade' });
    await addImage(db, id, { position: 1, is_primary: true });
    await publishAll([id]);
    const published = await findPublishedByUrl(db, 'weir-mill');
    expect(published?.images.map(({ alt, primary }) => ({ alt, primary }))).toEqual([
      { alt: 'Weir mill', primary: true },
      { alt: 'The lade', primary: false },
    ]);
    expect(published?.primaryimageurl).toBe(published?.images[0]?.url);
  });
});

describe('publishing several locations', () => {
  it('publishes them in one catalogue generation, and skips deleted ones', async () => {
    const before = await getChangesSince(db, 0);
    const ids = [await addLocation(db), await addLocation(db, { title: 'Quay' })];
    await publishAll([...ids, admin]);
    const { generation, ids: changed } = await getChangesSince(db, before.generation);
    expect(generation).toBe(before.generation + 1);
    expect(changed?.toSorted()).toEqual(ids.toSorted());
    expect(events).toEqual([{ type: 'locations.published', ids: ids.toSorted() }]);
  });

  it('publishes no event without locations', async () => {
    await publishAll([]);
    expect(events).toEqual([]);
  });

  it('rolls back when a subscriber fails', async () => {
    const id = await addLocation(db, mill);
    const failing = db
      .transaction()
      .execute((trx) =>
        publishLocations(trx, { ids: [id], at }, () => Promise.reject(new Error('the index refused it'))),
      );
    await expect(failing).rejects.toThrow('the index refused it');
    expect(await statusOf(id)).toMatchObject({ status: 'NEW' });
    expect(await findPublishedByUrl(db, 'weir-mill')).toBeUndefined();
  });
});

describe('taking a location offline', () => {
  it('removes the published version and makes it a draft again', async () => {
    const id = await readyMill();
    await publish(id);
    await unpublish(id);
    expect(await statusOf(id)).toEqual({ status: 'NEW', location_status: 'DRAFT' });
    expect(await findPublishedByUrl(db, 'weir-mill')).toBeUndefined();
    expect(events.at(-1)).toEqual({ type: 'locations.taken-offline', ids: [id] });
    expect((await auditOf(id)).at(-1)?.type).toBe(AUDIT_TYPES.LOCATION_UNPUBLISHED.number);
  });

  it('rejects a location that is not published', async () => {
    const id = await readyMill();
    await expect(unpublish(id)).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'This location is not live yet',
    });
  });
});

describe('moving back', () => {
  const back = (id: string, submitted_at?: string) =>
    db
      .transaction()
      .execute((trx) => returnToOwner({ ...locationDeps(publishEvent), trx, actor, at }, { id, submitted_at }));

  it('returns a submitted location to its owner, and keeps the published version', async () => {
    const id = await readyMill();
    await publish(id);
    const waiting = { status: 'CHANGED', location_status: 'AWAITING_APPROVAL', submitted_at: at } as const;
    await db.updateTable('locations').set(waiting).where('id', '=', id).execute();
    await back(id);
    expect(await statusOf(id)).toEqual({ status: 'CHANGED', location_status: 'DRAFT' });
    expect(await findPublishedByUrl(db, 'weir-mill')).toMatchObject({ title: 'Weir mill' });
  });

  it('rejects a location that was submitted again since', async () => {
    const id = await addLocation(db, { ...mill, location_status: 'AWAITING_APPROVAL', submitted_at: at });
    const before = back(id, new Date(at.getTime() - 60_000).toISOString());
    await expect(before).rejects.toMatchObject({ errorType: 'CONFLICT', message: expect.stringContaining('again') });
    await back(id, at.toISOString());
    expect(await statusOf(id)).toMatchObject({ location_status: 'DRAFT' });
  });

  it.each(['DRAFT', 'PUBLISHED'] as const)('rejects the status %s', async (location_status) => {
    const id = await addLocation(db, { ...mill, status: 'CHANGED', location_status });
    await expect(back(id)).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'This location is not waiting for approval',
    });
  });
});

describe('the owner', () => {
  const mails = () => db.selectFrom('outbox').select(['kind', 'recipient', 'text']).orderBy('created_at').execute();
  beforeEach(() => db.deleteFrom('outbox').execute());

  it('is notified of each decision', async () => {
    const { id: owner_id, email } = await addPerson(db, 'OWNER');
    const id = await readyMill();
    await db.updateTable('locations').set({ owner_id }).where('id', '=', id).execute();
    await publish(id);
    await unpublish(id);
    await db.updateTable('locations').set({ location_status: 'AWAITING_APPROVAL' }).where('id', '=', id).execute();
    await db.transaction().execute((trx) => returnToOwner({ ...locationDeps(publishEvent), trx, actor, at }, { id }));
    const sent = await mails();
    expect(sent.map(({ kind }) => kind)).toEqual(['location-published', 'location-offline', 'location-moved-back']);
    expect(sent.map(({ recipient }) => recipient)).toEqual([email, email, email]);
    expect(sent[0]?.text).toContain('https://recce.example/find-a-location/weir-mill');
  });

  it('is not notified at an unverified email address', async () => {
    const { id: owner_id } = await addPerson(db, 'OWNER', { email_verified_at: null });
    const id = await readyMill();
    await db.updateTable('locations').set({ owner_id }).where('id', '=', id).execute();
    await publish(id);
    expect(await mails()).toEqual([]);
  });

  it('is not notified of a rejected decision', async () => {
    const { id: owner_id } = await addPerson(db, 'OWNER');
    const id = await addLocation(db, { ...mill, owner_id });
    await expect(publish(id)).rejects.toMatchObject({ errorType: 'INVALID' });
    expect(await mails()).toEqual([]);
  });
});

describe('isUnchangedSincePublished', () => {
  it('is true after publishing, until a public value changes', async () => {
    const id = await readyMill();
    expect(await isUnchangedSincePublished(db, id)).toBe(false);
    await publish(id);
    expect(await isUnchangedSincePublished(db, id)).toBe(true);
    const set = (changes: object) => db.updateTable('locations').set(changes).where('id', '=', id).execute();
    await set({ postcode: 'FK8 1AB', internalteamnotes: 'Ask for the key.' });
    expect(await isUnchangedSincePublished(db, id)).toBe(true);
    await set({ title: 'Mill' });
    expect(await isUnchangedSincePublished(db, id)).toBe(false);
    await set({ title: mill.title });
    expect(await isUnchangedSincePublished(db, id)).toBe(true);
    await db.updateTable('images').set({ credit: 'A. Grant' }).where('location_id', '=', id).execute();
    expect(await isUnchangedSincePublished(db, id)).toBe(false);
  });
});
