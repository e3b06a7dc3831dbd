import { expect, onTestFinished, test } from 'vitest';
import { getChunkKey } from '../src/features/media/uploads/storage-keys.server.ts';
import { MAX_ATTEMPTS } from '../src/features/media/uploads/queue.server.ts';
import { deleteUnusedPictures } from '../src/features/media/jobs.server.ts';
import { contentPictureById } from '../src/features/content/editing/contract.ts';
import type { SentPicture } from '../src/features/content/editing/schema.ts';
import { HOSTILE_FILES } from './support/hostile-files.ts';
import { signedIn } from './support/people.ts';
import { photograph } from './support/photograph.ts';
import { deletePictureJobs, startImageWorker } from './support/image-worker.ts';
import { startSite } from './support/site.ts';
import { testDatabase } from './support/database.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ database: await testDatabase(), env });
const { db, storage } = site;
const admin = await signedIn(site, 'ADMIN');

const post = (content: Uint8Array, sender = admin) =>
  sender.fetch('/api/content/pictures', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(content),
  });
const send = async (content: Uint8Array) => (await (await post(content)).json()) as SentPicture;
const getStatus = (id: string) => admin.api(contentPictureById, { id });
const worker = async () => onTestFinished(await startImageWorker(site, env));
const decided = async (id: string) => {
  await expect.poll(async () => (await getStatus(id)).state, { timeout: 30_000 }).not.toBe('PROCESSING');
  return getStatus(id);
};
const pictures = () => db.selectFrom('pictures').select('sha256').execute();

test('a picture of a page is ingested by the worker, and READY with its renditions', async () => {
  const sent = await send(await photograph(1600, 900));
  expect(sent).toMatchObject({ state: 'PROCESSING', problem: null, picture: null });
  expect(await pictures()).toEqual([]);
  await worker();
  const { state, picture } = await decided(sent.id);
  expect(state).toBe('READY');
  expect(picture).toMatchObject({ width: 1600, height: 900, alt: '', focal: { x: 0.5, y: 0.5 } });
  const shown = await fetch(`${site.url}/media/${picture!.sha256}/1440.webp`);
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, expect.stringContaining('immutable')]);
  await expect.poll(() => storage.exists(getChunkKey(sent.id, 0))).toBe(false);

  // Kept while its upload exists, which is deleted after a day.
  await deleteUnusedPictures(db, storage);
  expect(await pictures()).toEqual([{ sha256: picture!.sha256 }]);
  await db.deleteFrom('uploads').where('id', '=', sent.id).execute();
  // Skipped while one of its renditions is being stored.
  await expect
    .poll(async () => {
      await deleteUnusedPictures(db, storage);
      return pictures();
    })
    .toEqual([]);
});

test.each(HOSTILE_FILES.slice(0, 4).map((file) => [file.what, file] as const))(
  'rejects %s with the reason',
  async (_, { content, told }) => {
    const { id } = await send(await content());
    await worker();
    expect(await decided(id)).toEqual({ id, state: 'REFUSED', problem: told, picture: null });
    await expect.poll(() => storage.exists(getChunkKey(id, 0))).toBe(false);
    expect(await pictures()).toEqual([]);
  },
);

test('retries a picture whose worker has crashed, up to a limit', async () => {
  const [once, often] = [await send(await photograph(900, 700)), await send(await photograph(900, 701))];
  const setAttempts = (id: string, attempts: number) =>
    db.updateTable('uploads').set({ attempts }).where('id', '=', id).execute();
  await setAttempts(once.id, MAX_ATTEMPTS - 1);
  await setAttempts(often.id, MAX_ATTEMPTS);
  await worker();
  expect((await decided(once.id)).state).toBe('READY');
  expect(await decided(often.id)).toMatchObject({ problem: expect.stringContaining('could not be opened') });
});

test('rejects a picture whose renditions fail', async () => {
  const { id } = await send(await photograph(900, 702));
  await worker();
  const { picture } = await decided(id);
  await db.updateTable('pictures').set({ state: 'FAILED' }).where('sha256', '=', picture!.sha256).execute();
  expect(await getStatus(id)).toMatchObject({ state: 'REFUSED', problem: expect.stringContaining('export it again') });
});

test('shows the outcome to the sender alone, and rejects an empty file', async () => {
  const colleague = await signedIn(site, 'ADMIN');
  const { id } = await send(await photograph(900, 703));
  await expect(colleague.api(contentPictureById, { id })).rejects.toMatchObject({ status: 404 });
  const empty = await post(new Uint8Array());
  expect([empty.status, await empty.json()]).toEqual([422, { errorType: 'INVALID', message: 'This file is empty.' }]);
  await deletePictureJobs(site);
});
