import { featureHandlers, testServices } from '../../../../../tests/support/services.ts';
import { locationFeature } from '../../../../../src/features/locations/feature.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../../tests/support/database.ts';
import { addImage, addLocation } from '../../../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../../../platform/http/route-handlers.ts';
import type { JobSender } from '../../../../platform/jobs/job-queue.ts';
import { AUDIT_TYPES } from '../../../audit-log/entry-types.ts';
import * as routes from './contract.ts';
import { MAX_IMAGES } from './schema.ts';
import { newUpload } from '../../../media/schema.ts';

const { kysely: db } = await testDatabase();
const owner = await addPerson(db, 'OWNER');
const admin = await addPerson(db, 'ADMIN');
const enqueued: object[] = [];
const jobs: JobSender = { enqueue: async (_trx, _queue, data) => void enqueued.push(data), stop: async () => {} };
const now = new Date('2026-03-14T09:00:00Z');
const as = (person: Person) =>
  createJsonApi(
    createInProcessCaller(
      featureHandlers(locationFeature, testServices(db, { jobs, now: () => now })),
      createCallContext(person),
    ),
  );
const api = as(owner);

let id = '';
let [first, second, third] = ['', '', ''];
beforeEach(async () => {
  enqueued.length = 0;
  id = await addLocation(db, { owner_id: owner.id });
  first = await addImage(db, id, { position: 0, is_primary: true, name: 'weir.jpg' });
  second = await addImage(db, id, { position: 1, taken_latitude: 57.5, taken_longitude: -4.5, taken_direction: 90 });
  third = await addImage(db, id, { position: 2 });
});

const order = ({ images }: { images: readonly { id: string }[] }) => images.map((image) => image.id);
const primary = ({ images }: { images: readonly { id: string; primary: boolean }[] }) =>
  images.filter((image) => image.primary).map((image) => image.id);
const state = () =>
  db
    .selectFrom('locations')
    .select(['status', 'location_status', 'lastmodificationdate', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const audited = async () => {
  const rows = await db.selectFrom('audit_logs').selectAll().where('location_id', '=', id).orderBy('id').execute();
  return rows.map(({ type, user_id, details }) => [type, user_id, details]);
};

describe('an image', () => {
  test('is described with the last version, and cleared with an empty text', async () => {
    const words = { alt: 'A weir below a mill', caption: 'The weir', credit: 'Isla Robertson' };
    const { images } = await api(routes.changeImage, { id, imageId: first, version: 1, ...words });
    expect(images[0]).toMatchObject({ ...words, version: 2, name: 'weir.jpg' });
    const late = api(routes.changeImage, { id, imageId: first, version: 1, alt: 'Another' });
    await expect(late).rejects.toMatchObject({ errorType: 'CONFLICT' });
    const emptied = await api(routes.changeImage, { id, imageId: first, version: 2, caption: '' });
    expect(emptied.images[0]).toMatchObject({ alt: words.alt, caption: null, version: 3 });
    expect(enqueued).toEqual([]);
  });

  test('enqueues the Open Graph image of a new focal point', async () => {
    const { images } = await api(routes.changeImage, { id, imageId: second, version: 1, focal: { x: 0.25, y: 0.75 } });
    expect(images[1]).toMatchObject({ focal: { x: 0.25, y: 0.75 }, version: 2 });
    expect(enqueued).toEqual([{ sha256: images[1]!.sha256, format: 'webp', primary: false }]);
  });

  test('replaces the primary image', async () => {
    expect(primary(await api(routes.changeImage, { id, imageId: third, primary: true }))).toEqual([third]);
    expect(primary(await api(routes.changeImage, { id, imageId: third, primary: true }))).toEqual([third]);
  });

  test('moves before the one at a position', async () => {
    expect(order(await api(routes.changeImage, { id, imageId: third, position: 0 }))).toEqual([third, first, second]);
    expect(order(await api(routes.changeImage, { id, imageId: third, position: 2 }))).toEqual([first, third, second]);
    expect(order(await api(routes.changeImage, { id, imageId: first, position: MAX_IMAGES }))).toEqual([
      third,
      second,
      first,
    ]);
  });

  test('of another location cannot be changed', async () => {
    const elsewhere = await addImage(db, await addLocation(db, { owner_id: owner.id }));
    for (const imageId of [elsewhere, randomUUID()]) {
      await expect(api(routes.changeImage, { id, imageId, primary: true })).rejects.toMatchObject({ status: 404 });
      await expect(api(routes.deleteImages, { id, ids: [first, imageId] })).rejects.toMatchObject({ status: 404 });
    }
    expect(order(await api(routes.locationImages, { id }))).toEqual([first, second, third]);
  });

  test('shows the camera position to its owner alone', async () => {
    const cameraPosition = { latitude: 57.5, longitude: -4.5, direction: 90 };
    expect((await api(routes.locationImages, { id })).images.map((image) => image.cameraPosition)).toEqual([
      null,
      cameraPosition,
      null,
    ]);
    const listed = await as(admin)(routes.locationImages, { id });
    expect(listed.images.map((image) => image.cameraPosition)).toEqual([null, null, null]);
  });
});

describe('deleting', () => {
  test('makes the first of the others the primary image', async () => {
    const left = await api(routes.deleteImage, { id, imageId: first });
    expect([order(left), primary(left)]).toEqual([[second, third], [second]]);
    expect(await api(routes.deleteImages, { id, ids: [second, third, second] })).toEqual({ images: [], uploads: [] });
    expect(await audited()).toEqual([
      [AUDIT_TYPES.IMAGE_DELETED.number, owner.id, { images: 1, revision: 1 }],
      [AUDIT_TYPES.IMAGES_DELETED.number, owner.id, { images: 2, revision: 1 }],
    ]);
  });

  test('of another image keeps the primary image', async () => {
    await api(routes.changeImage, { id, imageId: third, primary: true });
    expect(primary(await api(routes.deleteImages, { id, ids: [first, second] }))).toEqual([third]);
  });
});

describe('a change of images', () => {
  test('updates the modification date, but not the version of the fields', async () => {
    await db
      .updateTable('locations')
      .set({ status: 'LIVE', location_status: 'PUBLISHED' })
      .where('id', '=', id)
      .execute();
    await api(routes.changeImage, { id, imageId: third, position: 0 });
    const changed = { status: 'CHANGED', location_status: 'DRAFT', lastmodificationdate: now, version: 1 };
    expect(await state()).toEqual(changed);
    expect(await audited()).toEqual([[AUDIT_TYPES.IMAGES_UPDATED.number, owner.id, { image: third, revision: 1 }]]);
  });

  test('by the Locations Team is audited', async () => {
    const team = as(admin);
    await team(routes.changeImage, { id, imageId: first, version: 1, alt: 'A weir below a mill' });
    await team(routes.changeImage, { id, imageId: third, primary: true });
    await team(routes.changeImage, { id, imageId: third, position: 0 });
    await team(routes.deleteImage, { id, imageId: third });
    await team(routes.deleteImages, { id, ids: [first, second] });
    const { number: updated } = AUDIT_TYPES.IMAGE_UPDATED;
    expect(await audited()).toEqual([
      [updated, admin.id, { image: first, revision: 1 }],
      [updated, admin.id, { image: third, revision: 2 }],
      [AUDIT_TYPES.IMAGES_UPDATED.number, admin.id, { image: third, revision: 3 }],
      [AUDIT_TYPES.IMAGE_DELETED.number, admin.id, { images: 1, revision: 4 }],
      [AUDIT_TYPES.IMAGES_DELETED.number, admin.id, { images: 2, revision: 5 }],
    ]);
  });

  test('is rejected for the owner while the location awaits approval', async () => {
    await db.updateTable('locations').set({ location_status: 'AWAITING_APPROVAL' }).where('id', '=', id).execute();
    for (const rejected of [
      () => api(routes.changeImage, { id, imageId: third, primary: true }),
      () => api(routes.deleteImage, { id, imageId: third }),
      () => api(routes.beginUpload, { id, name: 'mill.jpg', bytes: 10 }),
    ]) {
      await expect(rejected()).rejects.toMatchObject({ errorType: 'CONFLICT' });
    }
    expect(primary(await as(admin)(routes.changeImage, { id, imageId: third, primary: true }))).toEqual([third]);
    expect(await state()).toMatchObject({ location_status: 'AWAITING_APPROVAL' });
  });

  test('by many at once leaves one primary image and unique positions', async () => {
    const changes = Array.from({ length: 12 }, (_, n) => {
      const imageId = [first, second, third][n % 3]!;
      return api(routes.changeImage, n % 2 ? { id, imageId, primary: true } : { id, imageId, position: n % 4 });
    });
    await Promise.all(changes);
    const all = await api(routes.locationImages, { id });
    expect(primary(all)).toHaveLength(1);
    expect(order(all).toSorted((a, b) => a.localeCompare(b))).toEqual(
      [first, second, third].toSorted((a, b) => a.localeCompare(b)),
    );
  });
});

describe('beginning an upload', () => {
  const begin = (name = 'mill.jpg', bytes = 1000) => api(routes.beginUpload, { id, name, bytes });

  test('stores the file name without control characters', async () => {
    expect(await begin('  C:\\weir\n\u0007.jpg ')).toMatchObject({
      name: 'weir .jpg',
      received: 0,
      state: 'RECEIVING',
    });
    expect((await begin('x'.repeat(300))).name).toHaveLength(255);
    await expect(begin(' ')).rejects.toMatchObject({ fields: { name: 'The file needs a name.' } });
    await expect(begin('mill.jpg', 0)).rejects.toMatchObject({ fields: { bytes: 'This file is empty.' } });
    await expect(begin('mill.jpg', 25 * 1024 ** 2 + 1)).rejects.toMatchObject({
      fields: { bytes: 'This picture is too large: use at most 25 MB.' },
    });
  });

  test(`stops at ${MAX_IMAGES} images, counting uploads in progress but not rejected ones`, async () => {
    const { id: rejected } = await begin('refused.jpg');
    const rejection_reason = 'This picture is damaged.';
    await db
      .updateTable('uploads')
      .set({ state: 'REJECTED', received: 1000, rejection_reason })
      .where('id', '=', rejected)
      .execute();
    const answers = await Promise.allSettled(Array.from({ length: MAX_IMAGES }, () => begin()));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_IMAGES - 3);
    await expect(begin()).rejects.toThrow(`A location can have ${MAX_IMAGES} images.`);
    await api(routes.deleteImage, { id, imageId: first });
    await expect(begin()).resolves.toMatchObject({ state: 'RECEIVING' });
  });

  test('can be cancelled', async () => {
    const { id: uploadId } = await begin();
    expect(await api(routes.uploadById, { id, uploadId })).toMatchObject({ bytes: 1000, received: 0 });
    await api(routes.cancelUpload, { id, uploadId });
    await expect(api(routes.uploadById, { id, uploadId })).rejects.toMatchObject({ status: 404 });
    await expect(api(routes.cancelUpload, { id, uploadId })).rejects.toMatchObject({ status: 404 });
  });
});

test.each([
  ['C:\\Users\\isla\\mill.jpg', 'mill.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['mill\u202Egpj.exe\u0000\r\n', 'mill gpj.exe'],
  [' a\u2067\u0085b.png ', 'a b.png'],
])('the file %j is stored as %j', (sent, name) => {
  expect(newUpload.parse({ name: sent, bytes: 1 }).name).toBe(name);
});

test.each(['', ' ', '\u202E', 'a/', '\u0000'])('rejects the file name %j', (name) => {
  expect(newUpload.safeParse({ name, bytes: 1 }).error?.issues[0]?.message).toBe('The file needs a name.');
});
