import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { EVERY_OPTION, addImage, addLocation, clearCatalogue, recorder } from '../../../../tests/support/locations.ts';
import { AUDIT_TYPES } from '../../audit/schema.ts';
import type { LocationEvent } from '../events.ts';
import { changesSince, publishedByUrl } from '../queries.server.ts';
import { publishLocation, publishLocations, takeOffline } from './commands.server.ts';

const { kysely: db } = await testDatabase();
const at = new Date('2026-11-12T09:30:00Z');
const admin = '7f0c1a52-3b54-4d0e-9f3a-2f1f5a0b6c11';
let events: LocationEvent[];
let announce: ReturnType<typeof recorder<LocationEvent>>['announce'];

beforeEach(async () => {
  await clearCatalogue(db);
  ({ events, announce } = recorder<LocationEvent>());
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
  options: EVERY_OPTION,
} as const;

async function readyMill(): Promise<string> {
  const id = await addLocation(db, mill);
  await addImage(db, id, { is_primary: true });
  return id;
}

const publish = (id: string) =>
  db.transaction().execute((trx) => publishLocation(trx, { id, actorId: admin, at }, announce));
const publishAll = (ids: string[]) => db.transaction().execute((trx) => publishLocations(trx, { ids, at }, announce));
const unpublish = (id: string) =>
  db.transaction().execute((trx) => takeOffline(trx, { id, actorId: admin, at }, announce));
const statusOf = (id: string) =>
  db.selectFrom('locations').select(['status', 'location_status']).where('id', '=', id).executeTakeFirstOrThrow();
const auditOf = (id: string) =>
  db.selectFrom('audit_logs').select(['type', 'user_id']).where('location_id', '=', id).orderBy('id').execute();

describe('publishing a location', () => {
  it('makes it live, tells the others and leaves a trace', async () => {
    const id = await readyMill();
    await publish(id);
    expect(await statusOf(id)).toEqual({ status: 'LIVE', location_status: 'PUBLISHED' });
    expect(events).toEqual([{ type: 'locations.published', ids: [id] }]);
    expect(await auditOf(id)).toEqual([{ type: AUDIT_TYPES.LOCATION_PUBLISHED.number, user_id: admin }]);
    expect(await publishedByUrl(db, 'weir-mill')).toMatchObject({ title: 'Weir mill', publishedat: at.toISOString() });
  });

  it('refuses one that is live', async () => {
    const id = await readyMill();
    await publish(id);
    await expect(publish(id)).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'This location is already live',
    });
  });

  it('refuses one that lacks mandatory fields, and names them', async () => {
    const { condition: _, ...options } = EVERY_OPTION;
    const id = await addLocation(db, { ...mill, address1: null, options });
    await expect(publish(id)).rejects.toMatchObject({
      errorType: 'INVALID',
      message: 'There are mandatory fields not filled',
      fields: { address1: expect.any(String), condition: expect.any(String) },
    });
    expect(await statusOf(id)).toMatchObject({ status: 'NEW' });
  });

  it('refuses images that are not ready', async () => {
    const id = await addLocation(db, mill);
    await addImage(db, id, { is_primary: true, state: 'PROCESSING' });
    await expect(publish(id)).rejects.toMatchObject({ errorType: 'INVALID', fields: { images: expect.any(String) } });
  });

  it('refuses an address under which another place is still online', async () => {
    const id = await readyMill();
    await publish(id);
    await db.updateTable('locations').set({ locationurl: 'weir-mill-stirling', status: 'CHANGED' }).execute();
    const other = await addLocation(db, mill);
    await addImage(db, other, { is_primary: true });
    await expect(publish(other)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });

  it('keeps the earlier version online until a change is published', async () => {
    const id = await readyMill();
    await publish(id);
    await db
      .updateTable('locations')
      .set({ title: 'Weir mill and lade', status: 'CHANGED' })
      .where('id', '=', id)
      .execute();
    expect(await publishedByUrl(db, 'weir-mill')).toMatchObject({ title: 'Weir mill' });
    await publish(id);
    expect(await publishedByUrl(db, 'weir-mill')).toMatchObject({ title: 'Weir mill and lade' });
  });

  it('says when there is no such location', async () => {
    await expect(publish(admin)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });
});

describe('what is published', () => {
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

  it('holds the address only with leave', async () => {
    const closed = await addLocation(db, { ...mill, locationurl: 'closed' });
    const open = await addLocation(db, { ...mill, locationurl: 'open', address_public: true });
    await publishAll([closed, open]);
    expect(await publishedByUrl(db, 'closed')).toMatchObject({ address: [] });
    expect(await publishedByUrl(db, 'open')).toMatchObject({ address: ['1 Weir Road', 'FK8 1AA'] });
  });

  it('holds the images, the primary one first', async () => {
    const id = await addLocation(db, mill);
    await addImage(db, id, { position: 0, alt: 'The lade' });
    await addImage(db, id, { position: 1, is_primary: true });
    await publishAll([id]);
    const published = await publishedByUrl(db, 'weir-mill');
    expect(published?.images.map(({ alt, primary }) => ({ alt, primary }))).toEqual([
      { alt: 'Weir mill', primary: true },
      { alt: 'The lade', primary: false },
    ]);
    expect(published?.primaryimageurl).toBe(published?.images[0]?.url);
  });
});

describe('publishing many', () => {
  it('takes them as they are, in one generation, and passes over what is gone', async () => {
    const before = await changesSince(db, 0);
    const ids = [await addLocation(db), await addLocation(db, { title: 'Quay' })];
    await publishAll([...ids, admin]);
    const { generation, ids: changed } = await changesSince(db, before.generation);
    expect(generation).toBe(before.generation + 1);
    expect(changed?.toSorted()).toEqual(ids.toSorted());
    expect(events).toEqual([{ type: 'locations.published', ids: ids.toSorted() }]);
  });

  it('announces nothing when there is nothing', async () => {
    await publishAll([]);
    expect(events).toEqual([]);
  });

  it('takes back everything when a listener fails', async () => {
    const id = await addLocation(db, mill);
    const failing = db
      .transaction()
      .execute((trx) =>
        publishLocations(trx, { ids: [id], at }, () => Promise.reject(new Error('the index refused it'))),
      );
    await expect(failing).rejects.toThrow('the index refused it');
    expect(await statusOf(id)).toMatchObject({ status: 'NEW' });
    expect(await publishedByUrl(db, 'weir-mill')).toBeUndefined();
  });
});

describe('taking a location offline', () => {
  it('removes the published version and makes it a draft again', async () => {
    const id = await readyMill();
    await publish(id);
    await unpublish(id);
    expect(await statusOf(id)).toEqual({ status: 'NEW', location_status: 'DRAFT' });
    expect(await publishedByUrl(db, 'weir-mill')).toBeUndefined();
    expect(events.at(-1)).toEqual({ type: 'locations.taken-offline', ids: [id] });
    expect((await auditOf(id)).at(-1)?.type).toBe(AUDIT_TYPES.LOCATION_UNPUBLISHED.number);
  });

  it('refuses one that is not online', async () => {
    const id = await readyMill();
    await expect(unpublish(id)).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'This location is not live yet',
    });
  });
});
