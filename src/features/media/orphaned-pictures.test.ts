import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { photograph } from '../../../tests/support/photograph.ts';
import type { JobSender } from '../../platform/jobs/job-queue.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import {
  addPicture,
  deletePicturesIfUnused,
  importOriginal,
  saveAddedOriginal,
  validatePicture,
} from './commands.server.ts';
import { deleteUnusedPictures } from './renditions.jobs.server.ts';
import { getOriginalKey, getThumbnailKey } from './storage-keys.server.ts';

const { kysely: db } = await testDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-orphans-'));
afterAll(() => rm(dataDir, { recursive: true }));
const storage = await openStorage({ dataDir });
const enqueued: unknown[] = [];
const jobs: JobSender = { enqueue: async (_trx, _queue, data) => void enqueued.push(data), stop: async () => {} };

const content = await photograph(900, 600);
const picture = await validatePicture(content);
const { sha256 } = picture;
const add = () =>
  db.transaction().execute(async (trx) => {
    await addPicture(trx, jobs, picture, { primary: false });
    await saveAddedOriginal(trx, { storage, jobs }, picture);
  });
const hasFiles = () => Promise.all([getOriginalKey(sha256), getThumbnailKey(sha256)].map((key) => storage.exists(key)));
const listIds = async () => (await db.selectFrom('pictures').select('sha256').execute()).map((row) => row.sha256);
const listOrphans = async () => (await db.selectFrom('orphaned_pictures').select('id').execute()).map(({ id }) => id);

beforeEach(async () => {
  await db.deleteFrom('pictures').execute();
  await deleteUnusedPictures(db, storage);
  await db.deleteFrom('orphaned_pictures').execute();
  enqueued.length = 0;
});

/** Starts the cleanup, and holds it before it deletes the first file. */
async function holdCleanup(): Promise<{ finish(): Promise<void> }> {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const held: Pick<Storage, 'delete' | 'deleteFolder'> = {
    ...storage,
    deleteFolder: async (key) => {
      reached.resolve();
      await released.promise;
      await storage.deleteFolder(key);
    },
  };
  onTestFinished(() => released.resolve());
  const cleanup = deleteUnusedPictures(db, held);
  await Promise.race([reached.promise, cleanup]);
  return {
    finish: async () => {
      released.resolve();
      await cleanup;
    },
  };
}

/** Waits until a statement waits for the lock of another transaction. */
const waitForLock = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select pid from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db);
      return rows.length;
    })
    .toBeGreaterThan(0);

test('leaves a picture with its files when the node fails before the commit', async () => {
  await add();
  const failure = db.transaction().execute(async (trx) => {
    expect(await deletePicturesIfUnused(trx, [sha256])).toBe(1);
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
  });
  await expect(failure).rejects.toThrow();
  expect([await listIds(), await listOrphans(), await hasFiles()]).toEqual([[sha256], [], [true, true]]);
});

test('leaves an orphan when the node fails after the commit, and deletes it with the next cleanup', async () => {
  await add();
  await db.transaction().execute((trx) => deletePicturesIfUnused(trx, [sha256]));
  expect([await listIds(), await listOrphans(), await hasFiles()]).toEqual([[], [sha256], [true, true]]);
  const failing = { ...storage, delete: () => Promise.reject(new Error('the storage is unavailable')) };
  await expect(deleteUnusedPictures(db, failing)).rejects.toThrow('unavailable');
  expect([await listOrphans(), await hasFiles()]).toEqual([[sha256], [true, false]]);
  await deleteUnusedPictures(db, storage);
  expect([await listOrphans(), await hasFiles()]).toEqual([[], [false, false]]);
});

test('keeps a picture that is added again before its files are deleted', async () => {
  await add();
  await db.transaction().execute((trx) => deletePicturesIfUnused(trx, [sha256]));
  await add();
  expect(await listOrphans()).toEqual([]);
  await db.insertInto('orphaned_pictures').values({ id: sha256 }).execute();
  await db
    .insertInto('pages')
    .values({ name: 'about', title: 'About', content: JSON.stringify({ sha256 }) })
    .execute();
  await deleteUnusedPictures(db, storage);
  await db.deleteFrom('pages').where('name', '=', 'about').execute();
  expect([await listIds(), await hasFiles()]).toEqual([[sha256], [true, true]]);
});

test('stores the files again of a picture that is added while they are deleted', async () => {
  await add();
  const cleanup = await holdCleanup();
  const adding = add();
  await waitForLock();
  await cleanup.finish();
  await adding;
  expect([await listIds(), await listOrphans(), await hasFiles()]).toEqual([[sha256], [], [true, true]]);
});

test('keeps an original that is imported while its files are deleted, until its picture is added', async () => {
  await add();
  const cleanup = await holdCleanup();
  const importing = importOriginal(db, storage, content);
  await waitForLock();
  await cleanup.finish();
  const original = await importing;
  await deleteUnusedPictures(db, storage);
  expect([await listOrphans(), await hasFiles()]).toEqual([[sha256], [true, true]]);
  await db.transaction().execute((trx) => addPicture(trx, jobs, original, { primary: false }));
  expect(await listOrphans()).toEqual([]);
});

test('deletes an imported original that has not become a picture within an hour', async () => {
  await importOriginal(db, storage, content);
  await sql`update orphaned_pictures set delete_after = delete_after - interval '1 hour'`.execute(db);
  await deleteUnusedPictures(db, storage);
  expect([await listOrphans(), await hasFiles()]).toEqual([[], [false, false]]);
});

test('restores the original and the renditions of a picture whose files were lost, when it is added again', async () => {
  await add();
  await db.updateTable('pictures').set({ state: 'READY' }).execute();
  await storage.delete(getOriginalKey(sha256));
  enqueued.length = 0;
  await add();
  const { state } = await db.selectFrom('pictures').select('state').executeTakeFirstOrThrow();
  expect([state, enqueued]).toEqual(['PROCESSING', [{ sha256, format: 'webp', primary: true }]]);
  expect(await hasFiles()).toEqual([true, true]);
  await add();
  expect(enqueued).toHaveLength(1);
});
