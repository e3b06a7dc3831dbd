import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ingestion } from '../../src/features/media/uploads/ingestion-queue.server.ts';
import { renditions } from '../../src/features/media/renditions-queue.server.ts';
import { testDatabase } from '../support/database.ts';
import { addLocation } from '../support/locations.ts';
import { findDecoderPid, findWorkerPid, startSiteProcess } from '../support/site-process.ts';
import { addSignedInPerson } from '../support/people.ts';
import { gradient, photograph } from '../support/photograph.ts';
import { sendFile, waitForUploads } from '../support/uploads.ts';

describe('picture that crashes the worker', async () => {
  const database = await testDatabase();
  const { kysely: db } = database;
  const node = await startSiteProcess(database.url, { LOG_LEVEL: 'silent' });
  const owner = await addSignedInPerson({ url: node.url, db }, 'OWNER');

  /** Retries jobs at once instead of after their backoff of minutes, and deletes rendition jobs, which would delay them. */
  const skipBackoff = async (states: string[]) => {
    await sql`delete from pgboss.job where name = ${renditions.name}`.execute(db);
    await sql`update pgboss.job set state = 'retry', start_after = now()
      where name = ${ingestion.name} and state::text = any(${states})`.execute(db);
  };
  const getUpload = (id: string) =>
    db.selectFrom('uploads').select(['state', 'attempts', 'rejection_reason']).where('id', '=', id).executeTakeFirst();

  const isChecking = async (id: string) => (await getUpload(id))?.state === 'CHECKING';

  /** Waits until a picture is being decoded. Returns the decoder; undefined when the picture is not tried again. */
  async function findBusyDecoder(id: string, worker: number, attempts: number): Promise<number | undefined> {
    for (;;) {
      const upload = await getUpload(id);
      if (upload?.state !== 'CHECKING') return undefined;
      if (upload.attempts > attempts) break;
      await skipBackoff(['retry']);
    }
    const decoder = await findDecoderPid(worker);
    // It has the picture, or is starting for it, once it uses CPU time.
    const start = await readCpuTime(decoder);
    const isBusy = async () => (await readCpuTime(decoder)) > start + 10 || !(await isChecking(id));
    await expect.poll(isBusy, { interval: 5, timeout: 30_000 }).toBe(true);
    return (await isChecking(id)) ? decoder : undefined;
  }

  /** Kills the worker while it decodes a picture. @param attempts earlier attempts */
  async function killWorkerAt(id: string, attempts: number): Promise<void> {
    const worker = await findWorkerPid(node.process.pid!);
    await skipBackoff(['active', 'retry']);
    const decoder = await findBusyDecoder(id, worker, attempts);
    expect(decoder).toBeDefined();
    process.kill(worker, 'SIGKILL');
    await expect.poll(() => findWorkerPid(node.process.pid!), { timeout: 60_000 }).not.toBe(worker);
    // The decoder ends with its worker.
    await expect.poll(() => isRunning(decoder!)).toBe(false);
  }

  /** Crashes the decoder at a picture. @param attempts earlier attempts. Returns false when the picture is not tried again. */
  async function crashDecoderAt(id: string, attempts: number): Promise<boolean> {
    const decoder = await findBusyDecoder(id, await findWorkerPid(node.process.pid!), attempts);
    if (decoder === undefined) return false;
    process.kill(decoder, 'SIGSEGV');
    await expect.poll(() => isRunning(decoder)).toBe(false);
    return true;
  }

  /** A picture that takes long enough to decode: interlaced, five times as long as otherwise. */
  const large = (height: number) => gradient(7000, height).png({ compressionLevel: 9, progressive: true }).toBuffer();

  test('is ingested however often the worker is killed from outside', async () => {
    const location = await addLocation(db, { owner_id: owner.person.id });
    const id = await sendFile(owner, location, await large(9000), 'mill.png');
    for (let killed = 0; killed < 4; killed++) await killWorkerAt(id, killed);
    await skipBackoff(['active', 'retry']);
    const { images, uploads } = await waitForUploads(owner, location);
    expect(uploads).toEqual([]);
    expect(images).toMatchObject([{ name: 'mill.png' }]);
  }, 300_000);

  test('is rejected after two crashes, without delaying others and without a restart of the worker', async () => {
    const worker = await findWorkerPid(node.process.pid!);
    // Renditions in progress would be crashed in its place. An idle decoder ends after ten seconds.
    await expect.poll(() => hasChildren(worker), { timeout: 120_000 }).toBe(false);
    const location = await addLocation(db, { owner_id: owner.person.id });
    const id = await sendFile(owner, location, await large(9001), 'hostile.png');
    for (let crashes = 0; crashes < 2; crashes++) expect(await crashDecoderAt(id, crashes)).toBe(true);
    await sendFile(owner, location, await photograph(900, 601), 'mill.jpg');
    const isRejected = async () => {
      await skipBackoff(['retry']);
      return !(await isChecking(id));
    };
    await expect.poll(isRejected, { timeout: 60_000 }).toBe(true);
    const { images, uploads } = await waitForUploads(owner, location);
    expect(images).toMatchObject([{ name: 'mill.jpg' }]);
    expect(uploads).toMatchObject([
      { name: 'hostile.png', state: 'REJECTED', rejection_reason: expect.stringContaining('takes too long to open') },
    ]);
    expect(await findWorkerPid(node.process.pid!)).toBe(worker);
  }, 300_000);
});

/** Whether a process has started others. */
async function hasChildren(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')) !== '';
}

/** Whether a process runs; not so once it has ended, even if nobody has read its exit code. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !/\) [ZX]/.test(stat);
}

/** Returns the CPU time of a process in hundredths of a second. */
async function readCpuTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return Number(user) + Number(system);
}
