import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addLocation } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { photograph } from '../../../../tests/support/photograph.ts';
import type { JobWorker, JobHandler } from '../../../platform/jobs.ts';
import { openStorage } from '../../../platform/storage/open-storage.ts';
import { AUDIT_TYPES } from '../../audit-log/schema.ts';
import { addUploadedImages, cancelUpload } from './upload.commands.server.ts';
import { getChunkKey } from '../../media/uploads/storage-keys.server.ts';
import { type IngestionTools, startIngestionWorker } from '../../media/uploads/ingestion.jobs.server.ts';
import { deleteOrphanedChunks } from '../../media/uploads/cleanup.jobs.server.ts';

const { kysely: db } = await testDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-intake-'));
afterAll(() => rm(dataDir, { recursive: true }));
const storage = await openStorage({ dataDir });
const owner = await addPerson(db, 'OWNER');
const admin = await addPerson(db, 'ADMIN');
const log = { info: () => {}, error: () => {} };

/** The worker, to be told by hand which job comes next. */
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

/** A file of which every byte has arrived. */
async function arrived(name: string, content: Uint8Array, row: object = {}): Promise<string> {
  const { id } = await db
    .insertInto('uploads')
    .values({
      ...{ location_id: location, user_id: owner.id, name, bytes: content.length, received: content.length },
      ...{ state: 'CHECKING', created_at: new Date(Date.UTC(2026, 2, 14, 9, 0, begun++)) },
      ...row,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storage.put(getChunkKey(id, 0), content);
  return id;
}

let height = 600;
/** One that no other test has. */
const another = () => photograph(900, height++);
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
    .select(['name', 'state', 'attempts', 'problem'])
    .where('location_id', '=', location)
    .orderBy('created_at')
    .execute();

test('one that waits alone becomes an image, which the trail says', async () => {
  const takeIn = await worker();
  await takeIn(await arrived('mill.jpg', await another()));
  expect(await images()).toEqual(['mill.jpg, primary']);
  expect(await entries()).toEqual([[AUDIT_TYPES.IMAGE_ADDED.number, owner.id, {}]]);
});

test('those that wait together become images together, in the order in which they were begun, and the trail says how many', async () => {
  const takeIn = await worker();
  await arrived('1.jpg', await another());
  const second = await arrived('2.jpg', await another());
  await arrived('3.jpg', await another());
  await takeIn(second);
  expect(await images()).toEqual(['1.jpg, primary', '2.jpg', '3.jpg']);
  expect(await entries()).toEqual([[AUDIT_TYPES.IMAGES_ADDED.number, owner.id, { images: 3 }]]);
  expect(await uploads()).toEqual([]);
  // Their own jobs find them done.
  await takeIn(second);
  expect(await entries()).toHaveLength(1);
});

test('one that is refused, given up or there already holds up none of the others', async () => {
  const takeIn = await worker();
  const content = await another();
  const first = await arrived('1.jpg', content);
  await arrived('no picture.jpg', new Uint8Array(1000));
  await arrived('1 again.jpg', content);
  const given = await arrived('given up.jpg', await another());
  await arrived('2.jpg', await another());
  const act = { actor: owner, at: new Date() };
  await db.transaction().execute((trx) => cancelUpload(trx, act, { locationId: location, id: given }));
  await takeIn(first);
  expect(await images()).toEqual(['1.jpg, primary', '2.jpg']);
  expect(await entries()).toEqual([[AUDIT_TYPES.IMAGES_ADDED.number, owner.id, { images: 2 }]]);
  expect(await uploads()).toEqual([
    { name: 'no picture.jpg', state: 'REFUSED', attempts: 0, problem: 'Please choose a JPEG, PNG or WebP picture.' },
    { name: '1 again.jpg', state: 'REFUSED', attempts: 0, problem: 'This picture is among the images already.' },
  ]);
});

test('what somebody else sends, goes elsewhere, or has ended a worker waits for its own turn', async () => {
  const takeIn = await worker();
  const first = await arrived('1.jpg', await another());
  await arrived('of the team.jpg', await another(), { user_id: admin.id });
  await arrived('suspect.jpg', await another(), { attempts: 1 });
  await arrived('half.jpg', await another(), { state: 'RECEIVING', received: 1 });
  const elsewhere = await arrived('elsewhere.jpg', await another(), {
    location_id: await addLocation(db, { owner_id: owner.id }),
  });
  await takeIn(first);
  expect(await images()).toEqual(['1.jpg, primary']);
  expect((await uploads()).map(({ name, attempts }) => [name, attempts])).toEqual([
    ['of the team.jpg', 0],
    ['suspect.jpg', 1],
    ['half.jpg', 0],
  ]);
  expect(await db.selectFrom('uploads').select('state').where('id', '=', elsewhere).execute()).toHaveLength(1);
});

test('while nothing can be kept all of them wait, and the trail says nothing', async () => {
  let isFull = true;
  const full = await worker({
    storage: {
      ...storage,
      put: (key, content) => (isFull ? Promise.reject(new Error('ENOSPC')) : storage.put(key, content)),
    },
  });
  const first = await arrived('1.jpg', await another());
  await arrived('2.jpg', await another());
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

test('of a location that waits for approval all are refused, and say why', async () => {
  const takeIn = await worker();
  const first = await arrived('1.jpg', await another());
  await arrived('2.jpg', await another());
  await db.updateTable('locations').set({ location_status: 'AWAITING_APPROVAL' }).where('id', '=', location).execute();
  await takeIn(first);
  expect(await images()).toEqual([]);
  expect(await uploads()).toMatchObject([
    { state: 'REFUSED', problem: expect.stringContaining('pending approval') },
    { state: 'REFUSED', problem: expect.stringContaining('pending approval') },
  ]);
});

test('nothing stays on the disk of what was given up on its way, or while it waits', async () => {
  const ids = [
    await arrived('half.jpg', await another(), { state: 'RECEIVING', received: 1 }),
    await arrived('whole.jpg', await another()),
  ];
  const act = { actor: owner, at: new Date() };
  for (const id of ids) await db.transaction().execute((trx) => cancelUpload(trx, act, { locationId: location, id }));
  await deleteOrphanedChunks(db, storage);
  expect(await Promise.all(ids.map((id) => storage.exists(getChunkKey(id, 0))))).toEqual([false, false]);
});
