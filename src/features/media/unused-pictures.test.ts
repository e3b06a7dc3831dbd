import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { addLocation, clearCatalogue } from '../../../tests/support/locations.ts';
import { photograph } from '../../../tests/support/photograph.ts';
import type { JobSender } from '../../platform/jobs/job-queue.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { toStorageKey } from '../../platform/storage/storage.ts';
import {
  type ValidatedPicture,
  addPicture,
  lockPicture,
  saveAddedOriginal,
  validatePicture,
} from './commands.server.ts';
import { getOriginalKey, getRenditionKey } from './storage-keys.server.ts';
import { deleteUnusedPictures } from './renditions.jobs.server.ts';

const { kysely: db } = await testDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-removing-'));
afterAll(() => rm(dataDir, { recursive: true }));
const storage = await openStorage({ dataDir });
const jobs: JobSender = { enqueue: async () => {}, stop: async () => {} };
const remove = () => deleteUnusedPictures(db, storage);

let picture: ValidatedPicture;
let id: string;
beforeEach(async () => {
  await clearCatalogue(db);
  picture ??= await validatePicture(await photograph(900, 600));
  id = await addLocation(db);
});

/** Adds the picture and an image of it, as ingestion does. */
const use = () =>
  db.transaction().execute(async (trx) => {
    await addPicture(trx, jobs, picture, { primary: false });
    await saveAddedOriginal(trx, { storage, jobs }, picture);
    await trx.insertInto('images').values({ location_id: id, sha256: picture.sha256, position: 0 }).execute();
  });
const pictures = () => db.selectFrom('pictures').select('sha256').execute();
const files = async () => {
  const all = await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile() && !entry.parentPath.includes('.temporary'));
};

test('deletes an unused picture with all its files', async () => {
  await use();
  await storage.put(getRenditionKey(picture.sha256, 320, 'webp'), new Uint8Array(1));
  await storage.put(toStorageKey(`renditions/${picture.sha256}/og-12-34.jpg`), new Uint8Array(1));
  await remove();
  expect(await files()).toHaveLength(4);
  await db.deleteFrom('images').execute();
  await remove();
  expect(await files()).toEqual([]);
  expect(await pictures()).toEqual([]);
});

test('keeps a picture of a published version or a page', async () => {
  await use();
  await db.deleteFrom('images').execute();
  const shown = JSON.stringify({ images: [{ sha256: picture.sha256 }] });
  await db
    .insertInto('published_locations')
    .values({
      id,
      locationurl: 'mill',
      title: 'Mill',
      nearesttown: '',
      description: '',
      option_ids: [],
      latitude: null,
      longitude: null,
      featured: false,
      pictured: true,
      details: shown,
      published_at: new Date(),
    })
    .execute();
  await remove();
  expect(await pictures()).toHaveLength(1);
  await db.deleteFrom('published_locations').execute();
  await db
    .insertInto('pages')
    .values({ name: 'about', title: 'About', content: `{"cards": [${shown}]}` })
    .execute();
  await remove();
  expect(await pictures()).toHaveLength(1);
  await db.deleteFrom('pages').execute();
  await remove();
  expect(await pictures()).toEqual([]);
});

test('skips a picture that is being rendered, and cannot lock a deleted one', async () => {
  await use();
  await db.deleteFrom('images').execute();
  await db.transaction().execute(async (trx) => {
    expect(await lockPicture(trx, picture.sha256)).toBe(true);
    await remove();
    expect(await pictures()).toHaveLength(1);
  });
  await remove();
  expect(await db.transaction().execute((trx) => lockPicture(trx, picture.sha256))).toBe(false);
});

test('never deletes the original of a picture that is added again at the same time', async () => {
  const stopped = new AbortController();
  const removing = (async () => {
    while (!stopped.signal.aborted) await remove();
  })();
  for (let n = 0; n < 150; n++) {
    await use();
    const isThere = await Promise.all([storage.exists(getOriginalKey(picture.sha256)), pictures()]);
    expect([n, ...isThere]).toEqual([n, true, [{ sha256: picture.sha256 }]]);
    await db.deleteFrom('images').execute();
  }
  stopped.abort();
  await removing;
});
