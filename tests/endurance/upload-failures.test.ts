import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as calls from '../../src/features/locations/editing/images/contract.ts';
import { CHUNK_BYTES } from '../../src/features/media/schema.ts';
import { startIngestionWorker } from '../../src/features/media/uploads/ingestion.jobs.server.ts';
import { addUploadedImages } from '../../src/features/locations/editing/images/image-uploads.commands.server.ts';
import { chunkUpload } from '../../src/features/locations/editing/images/chunk-upload-handler.server.ts';
import { bindHandlers } from '../../src/platform/http/handlers.ts';
import { uploadRoutes } from '../../src/platform/http/upload-routes.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { openJobs, startJobs } from '../../src/platform/jobs/job-queue.ts';
import { type Log, createLog } from '../../src/platform/diagnostics/log.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { type Storage, toStorageKey } from '../../src/platform/storage/storage.ts';
import { createHttpServer } from '../../src/server/http/http-server.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import { startWorker } from '../../src/server/worker/worker-supervisor.ts';
import { testDatabase } from '../support/database.ts';
import { addLocation } from '../support/locations.ts';
import { testServices } from '../support/services.ts';
import { startSiteProcess, findWorkerPid } from '../support/site-process.ts';
import { addPerson, addSignedInPerson } from '../support/people.ts';
import { photograph } from '../support/photograph.ts';
import { sendFile, sendChunk, waitForUploads } from '../support/uploads.ts';

const log = { ...console, info: () => {}, warn: () => {}, error: () => {} };
const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-uploads-'));
afterAll(() => rm(dataDir, { recursive: true }));

describe('on a full disk', async () => {
  const database = await testDatabase();
  const { kysely: db } = database;
  const disk = await openStorage({ dataDir });
  let isFull = false;
  let rejected = 0;
  const storage: Storage = {
    ...disk,
    put: async (key, content) => {
      if (!isFull) return disk.put(key, content);
      rejected++;
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    },
  };
  const owner = await addPerson(db, 'OWNER');
  const upload = async (content: Uint8Array) => {
    const location_id = await addLocation(db, { owner_id: owner.id });
    const row = { location_id, user_id: owner.id, name: 'mill.jpg', bytes: content.length };
    const { id } = await db.insertInto('uploads').values(row).returning('id').executeTakeFirstOrThrow();
    return { id, location_id };
  };
  const getUpload = (id: string) =>
    db.selectFrom('uploads').select(['received', 'state', 'attempts']).where('id', '=', id).executeTakeFirst();

  test('rejects a chunk with Retry-After, and resumes from the last one', async () => {
    const config = readConfig({ RATE_LIMIT: 'off', LOG_LEVEL: 'silent' });
    const server = await createHttpServer(config, createLog(config));
    const jobs = await openJobs({ url: database.url, queues: QUEUES, log });
    onTestFinished(async () => {
      await server.close();
      await jobs.stop();
    });
    const findCaller = async () => ({ actor: owner, session: { id: '', token: '' }, isConfirmed: true });
    await server.register(uploadRoutes, {
      handlers: bindHandlers([chunkUpload], testServices(db, { storage, jobs })),
      db,
      findCaller,
    });
    const content = await photograph(900, 700);
    const { id, location_id } = await upload(content);
    const send = (offset: number, bytes: number) =>
      server.inject({
        method: 'PUT',
        url: `/api/locations/${location_id}/uploads/${id}?offset=${offset}`,
        headers: { 'content-type': 'application/octet-stream' },
        payload: content.subarray(offset, offset + bytes),
      });
    expect((await send(0, 1000)).statusCode).toBe(200);
    isFull = true;
    const response = await send(1000, 1000);
    expect(response.statusCode).toBe(503);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.json()).toMatchObject({
      errorType: 'UNAVAILABLE',
      message:
        'This picture could not be saved just now. The part that was uploaded is saved: the upload continues in a moment.',
    });
    expect(await getUpload(id)).toMatchObject({ received: 1000, state: 'RECEIVING' });
    isFull = false;
    expect((await send(1000, content.length)).json()).toMatchObject({ received: content.length, state: 'CHECKING' });
  });

  test('retries ingestion without counting attempts until there is space', async () => {
    const jobs = await startJobs({ url: database.url, queues: QUEUES, log });
    onTestFinished(() => jobs.stop());
    isFull = true;
    rejected = 0;
    await startIngestionWorker({ db, storage, jobs, log, addToLocation: addUploadedImages });
    const waiting = await db
      .selectFrom('uploads')
      .select('id')
      .where('state', '=', 'CHECKING')
      .executeTakeFirstOrThrow();
    await expect.poll(() => rejected, { timeout: 120_000 }).toBeGreaterThan(1);
    await expect.poll(() => getUpload(waiting.id)).toMatchObject({ state: 'CHECKING', attempts: 0 });
    expect(await db.selectFrom('images').select('id').execute()).toEqual([]);
    isFull = false;
    await expect.poll(() => getUpload(waiting.id), { timeout: 120_000 }).toBeUndefined();
    const stored = await db.selectFrom('images').select(['sha256', 'name', 'is_primary']).execute();
    expect(stored).toMatchObject([{ name: 'mill.jpg', is_primary: true }]);
    expect(await storage.exists(toStorageKey(`originals/${stored[0]!.sha256}`))).toBe(true);
  }, 300_000);
});

test('replaces a worker without a heartbeat', async () => {
  const { url } = await testDatabase();
  vi.stubEnv('DATA_DIR', dataDir);
  const error = vi.fn<(details: object, message: string) => void>();
  const worker = startWorker({ databaseUrl: url, log: { error } as unknown as Log, heartbeatTimeoutMs: 15_000 });
  onTestFinished(async () => {
    await worker.stop();
    vi.unstubAllEnvs();
  });
  const silent = await findWorkerPid(process.pid);
  process.kill(silent, 'SIGSTOP');
  await expect
    .poll(() => error.mock.calls, { timeout: 90_000 })
    .toContainEqual([{ code: null, signal: 'SIGKILL' }, 'the worker exited and will be restarted']);
  await expect.poll(() => findWorkerPid(process.pid)).not.toBe(silent);
});

test('stops even if the worker has just died', async () => {
  const { url } = await testDatabase();
  vi.stubEnv('DATA_DIR', dataDir);
  onTestFinished(() => void vi.unstubAllEnvs());
  const worker = startWorker({ databaseUrl: url, log: { error: () => {} } });
  const dead = await findWorkerPid(process.pid);
  process.kill(dead, 'SIGKILL');
  // Blocks the event loop until the worker is dead, so that its exit event has not been handled.
  execFileSync('sh', ['-c', `until grep -q 'State:.Z' /proc/${dead}/status; do :; done`]);
  await worker.stop();
});

describe('separate node', async () => {
  const database = await testDatabase();
  const { kysely: db } = database;
  const STORAGE_URL = `file://${dataDir}/node`;
  const node = await startSiteProcess(database.url, { STORAGE_URL, LOG_LEVEL: 'silent' });
  const site = { url: node.url, db };

  test('loses no acknowledged image when its worker is killed', async () => {
    const owner = await addSignedInPerson(site, 'OWNER');
    const id = await addLocation(db, { owner_id: owner.person.id });
    const files = await Promise.all(Array.from({ length: 8 }, (_, n) => photograph(3000, 2000 + n)));
    const sent = Promise.all(files.map((content, n) => sendFile(owner, id, content, `${n}.jpg`)));
    for (const images of [1, 3]) {
      await expect
        .poll(async () => (await owner.api(calls.locationImages, { id })).images.length, { timeout: 180_000 })
        .toBeGreaterThanOrEqual(images);
      process.kill(await findWorkerPid(node.process.pid!), 'SIGKILL');
    }
    await sent;
    const { images, uploads } = await waitForUploads(owner, id, 300_000);
    expect(uploads).toEqual([]);
    expect(images.map(({ name }) => name).sort()).toEqual(files.map((_, n) => `${n}.jpg`));
    expect(images.filter(({ primary }) => primary)).toHaveLength(1);
    const storage = await openStorage({ storageUrl: STORAGE_URL, dataDir });
    for (const { sha256, name } of images) {
      const original = await storage.read(toStorageKey(`originals/${sha256}`));
      expect(createHash('sha256').update(original!).digest('hex')).toBe(sha256);
      expect(Buffer.compare(original!, files[Number.parseInt(name!)]!)).toBe(0);
    }
  }, 900_000);

  test('uses constant memory for any number of pictures', async () => {
    const owner = await addSignedInPerson(site, 'OWNER');
    const id = await addLocation(db, { owner_id: owner.person.id });
    const chunk = new Uint8Array(CHUNK_BYTES).fill(7);
    const sendMany = async (files: number) => {
      for (let n = 0; n < files; n++) {
        const { id: uploadId } = await owner.api(calls.beginUpload, { id, name: 'mill.jpg', bytes: 24 * CHUNK_BYTES });
        for (let sent = 0; sent < 24; sent++) {
          const response = await sendChunk(owner, { id, uploadId, offset: sent * CHUNK_BYTES }, chunk);
          if (response.status !== 200) throw new Error(`chunk rejected: ${response.status}`);
        }
      }
    };
    const inParallel = (files: number) => Promise.all(Array.from({ length: 4 }, () => sendMany(files)));
    await inParallel(1);
    const before = await readMemoryMegabytes(node.process.pid!);
    await inParallel(4);
    // Another 192 MB were uploaded.
    expect((await readMemoryMegabytes(node.process.pid!)) - before).toBeLessThan(64);
  });
});

/** Returns the resident memory of a process in megabytes. */
async function readMemoryMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
