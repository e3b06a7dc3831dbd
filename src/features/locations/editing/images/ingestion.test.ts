import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database.ts';
import { addLocation } from '../../../../../tests/support/locations.ts';
import { addPerson } from '../../../../../tests/support/people.ts';
import { photograph } from '../../../../../tests/support/photograph.ts';
import type { JobHandler, JobSender, JobWorker } from '../../../../platform/jobs/job-queue.ts';
import { openStorage } from '../../../../platform/storage/open-storage.ts';
import { recordAudit } from '../../../audit-log/commands.server.ts';
import { AUDIT_TYPES } from '../../../audit-log/entry-types.ts';
import { changeImage } from './commands.server.ts';
import { addUploadedImages, cancelUpload } from './image-uploads.commands.server.ts';
import { getChunkKey } from '../../../media/uploads/chunk-keys.server.ts';
import { type IngestionTools, startIngestionWorker } from '../../../media/uploads/ingestion.jobs.server.ts';
import { deleteOrphanedChunks } from '../../../media/uploads/cleanup.jobs.server.ts';

const { kysely: db } = await testDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-ingestion-'));
afterAll(() => rm(dataDir, { recursive: true }));
const storage = await openStorage({ dataDir });
const owner = await addPerson(db, 'OWNER');
const admin = await addPerson(db, 'ADMIN');
const jobs: JobSender = { enqueue: async () => {}, stop: async () => {} };
const log = { info: () => {}, error: () => {} };

/** A worker whose jobs are run by the test. */
async function worker(tools: Partial<IngestionTools> = {}): Promise<(id: string) => Promise<void>> {
  let run: ((data: { id: string }) => Promise<void>) | undefined;
  const jobs: JobWorker = {
    enqueue: async () => {},
    stop: async () => {},
    work: async (_queue, work: JobHandler<never>) =>
      void (run = (data) => work.run(data as never, new AbortController().signal)),
  };
  await startIngestionWorker({ db, storage, jobs, log, addToLocation: addUploadedImages, ...tools });
  return (id) => run!({ id });
}

let location = '';
let begun = 0;
beforeEach(async () => {
  location = await addLocation(db, { owner_id: owner.id });
});

/** Inserts a complete upload. */
async function addUpload(name: string, content: Uint8Array, row: object = {}): Promise<string> {
  const { id } = await db
    .insertInto('uploads')
    .values({
      location_id: location,
      user_id: owner.id,
      name,
      bytes: content.length,
      received: content.length,
      state: 'CHECKING',
      created_at: new Date(Date.UTC(2026, 2, 14, 9, 0, begun++)),
      ...row,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storage.put(getChunkKey(id, 0), content);
  return id;
}

let height = 600;
/** A picture that no other test uses. */
const newPicture = () => photograph(900, height++);
const images = async () => {
  const rows = await db
    .selectFrom('images')
    .select(['name', 'is_primary'])
    .where('location_id', '=', location)
    .orderBy('position')
    .execute();
  return rows.map(({ name, is_primary }) => (is_primary ? `${name}, primary` : name));
};
const entries = async () => {
  const rows = await db
    .selectFrom('audit_logs')
    .select(['type', 'user_id', 'details'])
    .where('location_id', '=', location)
    .orderBy('id')
    .execute();
  return rows.map(({ type, user_id, details }) => [type, user_id, details]);
};
const uploads = () =>
  db
    .selectFrom('uploads')
    .select(['name', 'state', 'attempts', 'rejection_reason'])
    .where('location_id', '=', location)
    .orderBy('created_at')
    .execute();

test('turns a single upload into an image with an audit log entry', async () => {
  const ingest = await worker();
  await ingest(await addUpload('mill.jpg', await newPicture()));
  expect(await images()).toEqual(['mill.jpg, primary']);
  expect(await entries()).toEqual([[AUDIT_TYPES.IMAGE_ADDED.number, owner.id, { revision: 1 }]]);
});

test('turns waiting uploads into images together, in order, with one audit log entry', async () => {
  const ingest = await worker();
  await addUpload('1.jpg', await newPicture());
  const second = await addUpload('2.jpg', await newPicture());
  await addUpload('3.jpg', await newPicture());
  await ingest(second);
  expect(await images()).toEqual(['1.jpg, primary', '2.jpg', '3.jpg']);
  expect(await entries()).toEqual([[AUDIT_TYPES.IMAGES_ADDED.number, owner.id, { images: 3, revision: 1 }]]);
  expect(await uploads()).toEqual([]);
  // The jobs of the others find nothing to do.
  await ingest(second);
  expect(await entries()).toHaveLength(1);
});

test('keeps the order in which files were chosen when they arrive in another', async () => {
  const ingest = await worker();
  const chosenAt = (second: number) => ({ created_at: new Date(Date.UTC(2026, 2, 15, 9, 0, second)) });
  for (const number of [3, 1, 4, 2])
    await ingest(await addUpload(`${number}.jpg`, await newPicture(), chosenAt(number)));
  expect(await images()).toEqual(['1.jpg, primary', '2.jpg', '3.jpg', '4.jpg']);
});

test('keeps the order and the primary image that people chose', async () => {
  const ingest = await worker();
  for (const name of ['1.jpg', '2.jpg']) await ingest(await addUpload(name, await newPicture()));
  const late = await addUpload('3.jpg', await newPicture());
  await db.updateTable('images').set({ is_primary: false, position: 8 }).where('name', '=', '1.jpg').execute();
  await db.updateTable('images').set({ is_primary: true, position: 2 }).where('name', '=', '2.jpg').execute();
  await ingest(late);
  expect(await images()).toEqual(['2.jpg, primary', '1.jpg', '3.jpg']);
});

describe('an upload of the day before that is resumed', () => {
  const dayBefore = { created_at: new Date(Date.UTC(2026, 2, 13)) };
  const find = (name: string) =>
    db
      .selectFrom('images')
      .select('id')
      .where('location_id', '=', location)
      .where('name', '=', name)
      .executeTakeFirstOrThrow();

  test('keeps the primary image that a person chose and moved to the front', async () => {
    const ingest = await worker();
    for (const name of ['2.jpg', '3.jpg']) await ingest(await addUpload(name, await newPicture()));
    const ids = { id: location, imageId: (await find('3.jpg')).id };
    const context = { actor: owner, at: new Date(), jobs };
    await db.transaction().execute((trx) => changeImage({ ...context, trx }, { ...ids, primary: true }));
    await db.transaction().execute((trx) => changeImage({ ...context, trx }, { ...ids, position: 0 }));
    await ingest(await addUpload('1.jpg', await newPicture(), dayBefore));
    expect(await images()).toEqual(['1.jpg', '3.jpg, primary', '2.jpg']);
  });

  test('becomes the primary image when a person has changed only others', async () => {
    const ingest = await worker();
    for (const name of ['2.jpg', '3.jpg']) await ingest(await addUpload(name, await newPicture()));
    const change = { id: location, imageId: (await find('3.jpg')).id, caption: 'The weir' };
    const context = { actor: owner, at: new Date(), jobs };
    await db.transaction().execute((trx) => changeImage({ ...context, trx }, change));
    await ingest(await addUpload('1.jpg', await newPicture(), dayBefore));
    expect(await images()).toEqual(['1.jpg, primary', '2.jpg', '3.jpg']);
  });

  test.each(['LOCATION_RESTORED', 'LOCATIONS_MERGED'] as const)('keeps the primary image after %s', async (type) => {
    const ingest = await worker();
    await ingest(await addUpload('2.jpg', await newPicture()));
    const entry = { type, actorId: admin.id, locationId: location, at: new Date() };
    await db.transaction().execute((trx) => recordAudit(trx, entry));
    await ingest(await addUpload('1.jpg', await newPicture(), dayBefore));
    expect(await images()).toEqual(['1.jpg', '2.jpg, primary']);
  });
});

test('skips rejected, cancelled and duplicate uploads of a batch', async () => {
  const ingest = await worker();
  const content = await newPicture();
  const first = await addUpload('1.jpg', content);
  await addUpload('no picture.jpg', new Uint8Array(1000));
  await addUpload('1 again.jpg', content);
  const cancelled = await addUpload('cancelled.jpg', await newPicture());
  await addUpload('2.jpg', await newPicture());
  const context = { actor: owner, at: new Date() };
  await db.transaction().execute((trx) => cancelUpload({ ...context, trx }, { id: location, uploadId: cancelled }));
  await ingest(first);
  expect(await images()).toEqual(['1.jpg, primary', '2.jpg']);
  expect(await entries()).toEqual([[AUDIT_TYPES.IMAGES_ADDED.number, owner.id, { images: 2, revision: 1 }]]);
  expect(await uploads()).toEqual([
    {
      name: 'no picture.jpg',
      state: 'REJECTED',
      attempts: 0,
      rejection_reason: 'Please choose a JPEG, PNG or WebP picture.',
    },
    {
      name: '1 again.jpg',
      state: 'REJECTED',
      attempts: 0,
      rejection_reason: 'This picture has already been added to this location.',
    },
  ]);
});

test('leaves out uploads of other accounts and locations, incomplete ones, and those that have crashed a worker', async () => {
  const ingest = await worker();
  const first = await addUpload('1.jpg', await newPicture());
  await addUpload('of the team.jpg', await newPicture(), { user_id: admin.id });
  await addUpload('suspect.jpg', await newPicture(), { attempts: 1 });
  await addUpload('half.jpg', await newPicture(), { state: 'RECEIVING', received: 1 });
  const elsewhere = await addUpload('elsewhere.jpg', await newPicture(), {
    location_id: await addLocation(db, { owner_id: owner.id }),
  });
  await ingest(first);
  expect(await images()).toEqual(['1.jpg, primary']);
  expect((await uploads()).map(({ name, attempts }) => [name, attempts])).toEqual([
    ['of the team.jpg', 0],
    ['suspect.jpg', 1],
    ['half.jpg', 0],
  ]);
  expect(await db.selectFrom('uploads').select('state').where('id', '=', elsewhere).execute()).toHaveLength(1);
});

test('keeps all uploads waiting while the storage fails', async () => {
  let isFull = true;
  const full = await worker({
    storage: {
      ...storage,
      put: (key, content) => (isFull ? Promise.reject(new Error('ENOSPC')) : storage.put(key, content)),
    },
  });
  const first = await addUpload('1.jpg', await newPicture());
  await addUpload('2.jpg', await newPicture());
  await expect(full(first)).rejects.toThrow('ENOSPC');
  expect(await images()).toEqual([]);
  expect(await entries()).toEqual([]);
  expect((await uploads()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['CHECKING', 0],
    ['CHECKING', 0],
  ]);
  isFull = false;
  await full(first);
  expect(await images()).toEqual(['1.jpg, primary', '2.jpg']);
});

test('rejects all uploads of a location that awaits approval', async () => {
  const ingest = await worker();
  const first = await addUpload('1.jpg', await newPicture());
  await addUpload('2.jpg', await newPicture());
  await db.updateTable('locations').set({ location_status: 'AWAITING_APPROVAL' }).where('id', '=', location).execute();
  await ingest(first);
  expect(await images()).toEqual([]);
  expect(await uploads()).toMatchObject([
    { state: 'REJECTED', rejection_reason: expect.stringContaining('pending approval') },
    { state: 'REJECTED', rejection_reason: expect.stringContaining('pending approval') },
  ]);
});

test('deletes the chunks of cancelled uploads', async () => {
  const ids = [
    await addUpload('half.jpg', await newPicture(), { state: 'RECEIVING', received: 1 }),
    await addUpload('whole.jpg', await newPicture()),
  ];
  const context = { actor: owner, at: new Date() };
  for (const id of ids)
    await db.transaction().execute((trx) => cancelUpload({ ...context, trx }, { id: location, uploadId: id }));
  await deleteOrphanedChunks(db, storage);
  expect(await Promise.all(ids.map((id) => storage.exists(getChunkKey(id, 0))))).toEqual([false, false]);
});
