import { expect, onTestFinished, test } from 'vitest';
import { getChunkKey } from '../src/features/media/uploads/chunk-keys.server.ts';
import { MAX_ATTEMPTS } from '../src/features/media/uploads/ingestion-queue.server.ts';
import { deleteUnusedPictures } from '../src/features/media/renditions.jobs.server.ts';
import { contentPictureById } from '../src/features/content/editing/contract.ts';
import type { UploadedPicture } from '../src/features/content/editing/schema.ts';
import { HOSTILE_FILES } from './support/hostile-files.ts';
import { addSignedInPerson } from './support/people.ts';
import { photograph } from './support/photograph.ts';
import { deletePictureJobs, startImageWorker } from './support/image-worker.ts';
import { startSite } from './support/site.ts';
import { testDatabase } from './support/database.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ database: await testDatabase(), env });
const { db, storage } = site;
const admin = await addSignedInPerson(site, 'ADMIN');

const post = (content: Uint8Array, sender = admin) =>
  sender.fetch('/api/content/pictures', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(content),
  });
const send = async (content: Uint8Array) => (await (await post(content)).json()) as UploadedPicture;
const getPicture = (id: string) => admin.api(contentPictureById, { id });
const startWorker = async () => onTestFinished(await startImageWorker(site, env));
const waitUntilProcessed = async (id: string) => {
  await expect.poll(async () => (await getPicture(id)).state, { timeout: 30_000 }).not.toBe('PROCESSING');
  return getPicture(id);
};
const pictures = () => db.selectFrom('pictures').select('sha256').execute();

test('publishes a picture of a page once the worker has made its renditions', async () => {
  const sent = await send(await photograph(1600, 900));
  expect(sent).toMatchObject({ state: 'PROCESSING', rejection_reason: null, picture: null });
  expect(await pictures()).toEqual([]);
  await startWorker();
  const { state, picture } = await waitUntilProcessed(sent.id);
  expect(state).toBe('READY');
  expect(picture).toMatchObject({ width: 1600, height: 900, alt: '', focal: { x: 0.5, y: 0.5 } });
  const shown = await fetch(`${site.url}/media/${picture!.sha256}/1440.webp`);
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, expect.stringContaining('immutable')]);
  await expect.poll(() => storage.exists(getChunkKey(sent.id, 0))).toBe(false);

  // An unused picture is kept while it is being edited in, and deleted after a day.
  await deleteUnusedPictures(db, storage);
  expect(await pictures()).toEqual([{ sha256: picture!.sha256 }]);
  await db.deleteFrom('uploads').where('id', '=', sent.id).execute();
  // A picture with a file that is being stored is skipped until the next run.
  await expect
    .poll(async () => {
      await deleteUnusedPictures(db, storage);
      return pictures();
    })
    .toEqual([]);
});

test.each(HOSTILE_FILES.slice(0, 4).map((file) => [file.what, file] as const))(
  'rejects %s with a reason',
  async (_, { content, message }) => {
    const { id } = await send(await content());
    await startWorker();
    expect(await waitUntilProcessed(id)).toEqual({ id, state: 'REJECTED', rejection_reason: message, picture: null });
    await expect.poll(() => storage.exists(getChunkKey(id, 0))).toBe(false);
    expect(await pictures()).toEqual([]);
  },
);

test('retries a picture after a worker crash, up to a limit', async () => {
  const [retryable, exhausted] = [await send(await photograph(900, 700)), await send(await photograph(900, 701))];
  const setAttempts = (id: string, attempts: number) =>
    db.updateTable('uploads').set({ attempts }).where('id', '=', id).execute();
  await setAttempts(retryable.id, MAX_ATTEMPTS - 1);
  await setAttempts(exhausted.id, MAX_ATTEMPTS);
  await startWorker();
  expect((await waitUntilProcessed(retryable.id)).state).toBe('READY');
  expect(await waitUntilProcessed(exhausted.id)).toMatchObject({
    rejection_reason: expect.stringContaining('could not be opened'),
  });
});

test('rejects a picture whose renditions fail', async () => {
  const { id } = await send(await photograph(900, 702));
  await startWorker();
  const { picture } = await waitUntilProcessed(id);
  await db.updateTable('pictures').set({ state: 'FAILED' }).where('sha256', '=', picture!.sha256).execute();
  expect(await getPicture(id)).toMatchObject({
    state: 'REJECTED',
    rejection_reason: expect.stringContaining('export it again'),
  });
});

test('reports the state of a picture only to its sender, and rejects an empty file', async () => {
  const colleague = await addSignedInPerson(site, 'ADMIN');
  const { id } = await send(await photograph(900, 703));
  await expect(colleague.api(contentPictureById, { id })).rejects.toMatchObject({ status: 404 });
  const empty = await post(new Uint8Array());
  expect(empty.status).toBe(422);
  expect(await empty.json()).toMatchObject({ errorType: 'INVALID', message: 'This file is empty.' });
  await deletePictureJobs(site);
});
