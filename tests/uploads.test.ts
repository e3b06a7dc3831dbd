import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../src/features/locations/editing/images/contract.ts';
import { CHUNK_BYTES } from '../src/features/media/schema.ts';
import { DAILY_QUOTA_BYTES, MAX_ACTIVE_UPLOADS } from '../src/features/media/uploads/quotas.commands.server.ts';
import { getChunkKey } from '../src/features/media/uploads/chunk-keys.server.ts';
import { addUploadedImages } from '../src/features/locations/editing/images/image-uploads.commands.server.ts';
import { startIngestionWorker } from '../src/features/media/uploads/ingestion.jobs.server.ts';
import { MAX_ATTEMPTS } from '../src/features/media/uploads/ingestion-queue.server.ts';
import { type JobWorker, startJobs } from '../src/platform/jobs/job-queue.ts';
import { openStorage } from '../src/platform/storage/open-storage.ts';
import { type Storage, toStorageKey } from '../src/platform/storage/storage.ts';
import { QUEUES } from '../src/server/worker/queues.ts';
import { testDatabase } from './support/database.ts';
import { HOSTILE_FILES } from './support/hostile-files.ts';
import { addLocation } from './support/locations.ts';
import { addSignedInPerson } from './support/people.ts';
import { gradient, photograph } from './support/photograph.ts';
import { startSite } from './support/site.ts';
import { sendFile, sendChunk, waitForUploads } from './support/uploads.ts';

const log = { ...console, info: () => {}, warn: () => {}, error: () => {} };
const site = await startSite({ database: await testDatabase(), env: { STORAGE_URL: '' } });
const owner = await addSignedInPerson(site, 'OWNER');
const newLocation = () => addLocation(site.db, { owner_id: owner.person.id });

let storage: Storage;
let worker: JobWorker;
beforeAll(async () => {
  storage = await openStorage({ dataDir: site.dataDir });
  worker = await startJobs({ url: site.databaseUrl, queues: QUEUES, log });
  await startIngestionWorker({ db: site.db, storage, jobs: worker, log, addToLocation: addUploadedImages });
});
afterAll(() => worker.stop());

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const noise = (bytes: number, seed = 1) =>
  Uint8Array.from({ length: bytes }, (_, n) => (n * 31 + seed * 7 + (n >> 8)) & 0xff);
const begin = async (bytes: number, id?: string) => {
  const location = id ?? (await newLocation());
  const { id: uploadId } = await owner.api(calls.beginUpload, { id: location, name: 'mill.jpg', bytes });
  return { id: location, uploadId };
};
const getUpload = (upload: { id: string; uploadId: string }) => owner.api(calls.uploadById, upload);

describe('photograph', () => {
  test('becomes an image once all chunks arrived, the first one primary', async () => {
    const id = await newLocation();
    const large = await gradient(1500, 1000).png({ compressionLevel: 0 }).toBuffer();
    expect(large.length).toBeGreaterThan(3 * CHUNK_BYTES);
    await sendFile(owner, id, large, 'DSC_0142.PNG');
    await waitForUploads(owner, id);
    await sendFile(owner, id, await photograph(1200, 900));
    const { images, uploads } = await waitForUploads(owner, id);
    expect(uploads).toEqual([]);
    expect(images).toMatchObject([
      {
        sha256: sha256(large),
        name: 'DSC_0142.PNG',
        width: 1500,
        primary: true,
        version: 1,
        alt: null,
        cameraPosition: null,
      },
      { name: 'mill.jpg', width: 1200, height: 900, primary: false },
    ]);
    expect(await storage.read(toStorageKey(`originals/${sha256(large)}`))).toEqual(large);
    const states = await site.db
      .selectFrom('locations')
      .select(['status', 'location_status'])
      .where('id', '=', id)
      .execute();
    expect(states).toEqual([{ status: 'NEW', location_status: 'DRAFT' }]);
  });

  test('is removed from the upload storage once it is ingested', async () => {
    const id = await newLocation();
    const uploadId = await sendFile(owner, id, await photograph(1000, 800));
    await waitForUploads(owner, id);
    await expect.poll(() => storage.exists(getChunkKey(uploadId, 0))).toBe(false);
    await expect(getUpload({ id, uploadId })).rejects.toMatchObject({ status: 404 });
  });

  test('shows its camera position and direction only to its owner', async () => {
    const id = await newLocation();
    const IFD3 = {
      GPSLatitudeRef: 'N',
      GPSLatitude: '57/1 16/1 2784/100',
      GPSLongitudeRef: 'W',
      GPSLongitude: '5/1 30/1 4680/100',
      GPSImgDirectionRef: 'T',
      GPSImgDirection: '4525/100',
    };
    await sendFile(owner, id, await gradient(900, 600).withExif({ IFD3 }).jpeg().toBuffer());
    const { images } = await waitForUploads(owner, id);
    expect(images[0]?.cameraPosition).toMatchObject({ direction: 45.25 });
    expect(images[0]?.cameraPosition?.latitude).toBeCloseTo(57.2744, 6);
    expect(images[0]?.cameraPosition?.longitude).toBeCloseTo(-5.513, 6);
    const admin = await addSignedInPerson(site, 'ADMIN');
    expect((await waitForUploads(admin, id)).images[0]?.cameraPosition).toBeNull();
  });

  test('is rejected as a duplicate', async () => {
    const id = await newLocation();
    const content = await photograph(1000, 700);
    for (const _ of [1, 2]) {
      await sendFile(owner, id, content);
      await waitForUploads(owner, id);
    }
    const { images, uploads } = await waitForUploads(owner, id);
    expect(images).toHaveLength(1);
    expect(uploads).toMatchObject([
      { state: 'REJECTED', rejection_reason: 'This picture has already been added to this location.' },
    ]);
  });

  test('is rejected with a reason once the location is submitted', async () => {
    const id = await newLocation();
    const content = await photograph(1000, 600);
    const upload = await begin(content.length, id);
    await site.db.updateTable('locations').set({ location_status: 'AWAITING_APPROVAL' }).where('id', '=', id).execute();
    expect((await sendChunk(owner, { ...upload, offset: 0 }, Uint8Array.from(content))).status).toBe(200);
    const { images, uploads } = await waitForUploads(owner, id);
    expect(images).toEqual([]);
    expect(uploads).toMatchObject([
      { state: 'REJECTED', rejection_reason: expect.stringContaining('pending approval') },
    ]);
  });
});

describe('hostile file', () => {
  test.each(HOSTILE_FILES.map((file) => [file.what, file] as const))('rejects %s', async (_, { content, message }) => {
    const id = await newLocation();
    const uploadId = await sendFile(owner, id, await content(), 'holiday.jpg');
    const { images, uploads } = await waitForUploads(owner, id);
    expect(images).toEqual([]);
    expect(uploads).toMatchObject([
      { id: uploadId, name: 'holiday.jpg', state: 'REJECTED', rejection_reason: message },
    ]);
    await expect.poll(() => storage.exists(getChunkKey(uploadId, 0))).toBe(false);
  });

  test('is rejected after the maximum number of attempts', async () => {
    const content = await photograph(1000, 900);
    const upload = await begin(content.length);
    await site.db.updateTable('uploads').set({ attempts: MAX_ATTEMPTS }).where('id', '=', upload.uploadId).execute();
    await sendChunk(owner, { ...upload, offset: 0 }, Uint8Array.from(content));
    const { images, uploads } = await waitForUploads(owner, upload.id);
    expect(images).toEqual([]);
    expect(uploads).toMatchObject([
      { state: 'REJECTED', rejection_reason: expect.stringContaining('could not be opened') },
    ]);
  });
});

describe('account', () => {
  test('has a daily upload quota that counts cancelled uploads', async () => {
    const sender = await addSignedInPerson(site, 'OWNER');
    const id = await addLocation(site.db, { owner_id: sender.person.id });
    const send = () => sender.api(calls.beginUpload, { id, name: 'mill.jpg', bytes: 1000 });
    const { id: uploadId } = await send();
    await sender.api(calls.cancelUpload, { id, uploadId });
    await site.db
      .updateTable('upload_quotas')
      .set({ bytes: DAILY_QUOTA_BYTES - 1000 })
      .where('user_id', '=', sender.person.id)
      .execute();
    const results = await Promise.allSettled([send(), send(), send()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(send()).rejects.toMatchObject({ errorType: 'CONFLICT', message: expect.stringContaining('10 GB') });
  });

  test('has a limit of concurrent uploads over all its locations', async () => {
    const sender = await addSignedInPerson(site, 'OWNER');
    const [full, other] = await Promise.all([1, 2].map(() => addLocation(site.db, { owner_id: sender.person.id })));
    const file = { location_id: full!, user_id: sender.person.id, name: 'mill.jpg', bytes: 1000 };
    const rows = Array.from({ length: MAX_ACTIVE_UPLOADS }, () => file);
    await site.db.insertInto('uploads').values(rows).execute();
    const late = sender.api(calls.beginUpload, { id: other!, name: 'mill.jpg', bytes: 1000 });
    await expect(late).rejects.toMatchObject({ errorType: 'TOO_MANY_REQUESTS' });
    await begin(1000);
  });

  test('does not block others by slow uploads', async () => {
    const sender = await addSignedInPerson(site, 'OWNER');
    const id = await addLocation(site.db, { owner_id: sender.person.id });
    const { id: uploadId } = await sender.api(calls.beginUpload, { id, name: 'mill.jpg', bytes: 1000 });
    const stops: (() => void)[] = [];
    const slow = () => {
      const body = new ReadableStream({
        start: (stream) => {
          stream.enqueue(noise(1));
          stops.push(() => stream.error(new Error('stopped')));
        },
      });
      const response = sender.fetch(`/api/locations/${id}/uploads/${uploadId}?offset=0`, {
        method: 'PUT',
        body,
        duplex: 'half',
        headers: { 'content-type': 'application/octet-stream' },
      } as RequestInit);
      return response.then(({ status }) => status).catch(() => 0);
    };
    const first = Promise.race(Array.from({ length: 9 }, slow));
    expect(await first).toBe(503);
    expect((await sendChunk(owner, { ...(await begin(1000)), offset: 0 }, noise(100))).status).toBe(200);
    for (const stop of stops) stop();
    await expect.poll(async () => (await sendChunk(sender, { id, uploadId, offset: 0 }, noise(100))).status).toBe(200);
  });
});

describe('chunk', () => {
  test('is accepted only at the end of the previous one', async () => {
    const upload = await begin(3000);
    const send = async (offset: number, bytes: number) => {
      const response = await sendChunk(owner, { ...upload, offset }, noise(bytes));
      return [response.status, ((await response.json()) as { received?: number }).received];
    };
    expect(await send(0, 1000)).toEqual([200, 1000]);
    for (const offset of [0, 999, 1001, 3000, 1e12]) expect((await send(offset, 100))[0]).toBe(409);
    expect(await send(1000, 2001)).toEqual([422, undefined]);
    expect(await send(1000, 0)).toEqual([422, undefined]);
    expect(await getUpload(upload)).toMatchObject({ received: 1000, state: 'RECEIVING' });
    expect(await send(1000, 500)).toEqual([200, 1500]);
    expect(await send(1500, 1500)).toEqual([200, 3000]);
    expect((await send(3000, 1))[0]).toBe(409);
  });

  test.each([
    ['-1', 422],
    ['1.5', 422],
    ['x', 422],
    ['', 422],
    ['0&offset=0', 422],
  ])('is rejected with the offset %j', async (offset, status) => {
    const { id, uploadId } = await begin(3000);
    const response = await owner.fetch(`/api/locations/${id}/uploads/${uploadId}${offset && `?offset=${offset}`}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: noise(10),
    });
    expect(response.status).toBe(status);
  });

  test('is rejected with another content type or above the maximum size', async () => {
    const upload = await begin(10 * CHUNK_BYTES);
    expect((await sendChunk(owner, { ...upload, offset: 0 }, noise(CHUNK_BYTES + 1))).status).toBe(413);
    for (const type of ['application/json', 'image/jpeg', 'multipart/form-data; boundary=x']) {
      const response = await owner.fetch(`/api/locations/${upload.id}/uploads/${upload.uploadId}?offset=0`, {
        method: 'PUT',
        headers: { 'content-type': type },
        body: '{}',
      });
      expect([response.status, ((await response.json()) as { errorType: string }).errorType]).toEqual([
        415,
        'UNSUPPORTED_MEDIA',
      ]);
    }
    expect(await getUpload(upload)).toMatchObject({ received: 0 });
  });

  test('is accepted once when sent concurrently with different bytes', async () => {
    const upload = await begin(2 * CHUNK_BYTES);
    const chunks = Array.from({ length: 6 }, (_, n) => noise(CHUNK_BYTES - n, n));
    const statuses = await Promise.all(
      chunks.map(async (chunk) => (await sendChunk(owner, { ...upload, offset: 0 }, chunk)).status),
    );
    const accepted = statuses.indexOf(200);
    expect(statuses.filter((status) => status === 409)).toHaveLength(chunks.length - 1);
    expect(await getUpload(upload)).toMatchObject({ received: chunks[accepted]!.length });
    const stored = await storage.read(getChunkKey(upload.uploadId, 0));
    expect(sha256(stored!)).toBe(sha256(chunks[accepted]!));
  });

  test('is accepted only from the sender of the upload', async () => {
    const statuses: Record<string, number> = {};
    const unverified = { email_verified_at: null };
    for (const [who, sender] of [
      ['owner', owner],
      ['another owner', await addSignedInPerson(site, 'OWNER')],
      ['scout', await addSignedInPerson(site, 'SCOUT')],
      ['unverified', await addSignedInPerson(site, 'OWNER', unverified)],
      ['admin', await addSignedInPerson(site, 'ADMIN')],
      ['nobody', { fetch: (path: string, init?: RequestInit) => fetch(site.url + path, init) }],
    ] as const) {
      const upload = await begin(1000);
      statuses[who] = (await sendChunk(sender, { ...upload, offset: 0 }, noise(100))).status;
      expect((await getUpload(upload)).received).toBe(statuses[who] === 200 ? 100 : 0);
    }
    expect(statuses).toEqual({
      owner: 200,
      'another owner': 404,
      scout: 403,
      unverified: 403,
      admin: 403,
      nobody: 401,
    });
  });

  test('of an upload of the Locations Team is rejected from the owner of a submitted location', async () => {
    const id = await newLocation();
    const admin = await addSignedInPerson(site, 'ADMIN');
    await site.db.updateTable('locations').set({ location_status: 'AWAITING_APPROVAL' }).where('id', '=', id).execute();
    const content = await photograph(1000, 500);
    const { id: uploadId } = await admin.api(calls.beginUpload, { id, name: 'mill.jpg', bytes: content.length });
    expect((await sendChunk(owner, { id, uploadId, offset: 0 }, Uint8Array.from(content))).status).toBe(403);
    await expect(owner.api(calls.cancelUpload, { id, uploadId })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    expect((await sendChunk(admin, { id, uploadId, offset: 0 }, Uint8Array.from(content))).status).toBe(200);
    expect((await waitForUploads(owner, id)).images).toHaveLength(1);
  });

  test('is rejected for another location and for a cancelled upload', async () => {
    const [upload, other] = [await begin(1000), await begin(1000)];
    expect((await sendChunk(owner, { ...upload, id: other.id, offset: 0 }, noise(100))).status).toBe(404);
    expect((await sendChunk(owner, { ...upload, offset: 0 }, noise(100))).status).toBe(200);
    await owner.api(calls.cancelUpload, upload);
    expect((await sendChunk(owner, { ...upload, offset: 100 }, noise(100))).status).toBe(404);
  });
});
