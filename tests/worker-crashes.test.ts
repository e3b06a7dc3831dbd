import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ingestion } from '../src/features/media/uploads/ingestion-queue.server.ts';
import { renditions } from '../src/features/media/renditions-queue.server.ts';
import { testDatabase } from './support/database.ts';
import { addLocation } from './support/locations.ts';
import { startSiteProcess, findWorkerPid } from './support/site-process.ts';
import { addSignedInPerson } from './support/people.ts';
import { gradient, photograph } from './support/photograph.ts';
import { sendFile, waitForUploads } from './support/uploads.ts';

describe('picture that crashes the worker', async () => {
  const database = await testDatabase();
  const { kysely: db } = database;
  const node = await startSiteProcess(database.url, { LOG_LEVEL: 'silent' });
  const owner = await addSignedInPerson({ url: node.url, db }, 'OWNER');

  /** Retries jobs at once instead of after their backoff of minutes, and deletes rendition jobs, which would delay them. */
  const skipBackoff = async () => {
    await sql`delete from pgboss.job where name = ${renditions.name}`.execute(db);
    await sql`update pgboss.job set state = 'retry', start_after = now()
      where name = ${ingestion.name} and state in ('active', 'retry')`.execute(db);
  };
  const getUpload = (id: string) =>
    db.selectFrom('uploads').select(['state', 'attempts', 'rejection_reason']).where('id', '=', id).executeTakeFirst();

  /** Kills the worker while it decodes a picture. @param attempts earlier attempts. Returns false when the picture is not retried. */
  async function killWorkerAt(id: string, attempts: number, signal: NodeJS.Signals): Promise<boolean> {
    const worker = await findWorkerPid(node.process.pid!);
    await skipBackoff();
    for (;;) {
      const upload = await getUpload(id);
      if (upload?.state !== 'CHECKING') return false;
      if (upload.attempts > attempts) break;
    }
    // The worker reads the file first. After a tenth of a second of CPU time it is decoding.
    const start = await readCpuTime(worker);
    await expect.poll(() => readCpuTime(worker), { interval: 5 }).toBeGreaterThan(start + 10);
    process.kill(worker, signal);
    await expect.poll(() => findWorkerPid(node.process.pid!), { timeout: 60_000 }).not.toBe(worker);
    return true;
  }

  /** A picture that takes long enough to decode: interlaced, five times as long as otherwise. */
  const large = (height: number) => gradient(7000, height).png({ compressionLevel: 9, progressive: true }).toBuffer();

  test('is ingested however often the worker is killed from outside', async () => {
    const location = await addLocation(db, { owner_id: owner.person.id });
    const id = await sendFile(owner, location, await large(9000), 'mill.png');
    for (let killed = 0; killed < 4; killed++) expect(await killWorkerAt(id, killed, 'SIGKILL')).toBe(true);
    await skipBackoff();
    const { images, uploads } = await waitForUploads(owner, location);
    expect(uploads).toEqual([]);
    expect(images).toMatchObject([{ name: 'mill.png' }]);
  }, 300_000);

  test('is rejected after repeated crashes, without delaying others', async () => {
    const location = await addLocation(db, { owner_id: owner.person.id });
    const id = await sendFile(owner, location, await large(9001), 'hostile.png');
    await killWorkerAt(id, 0, 'SIGSEGV');
    await sendFile(owner, location, await photograph(900, 601), 'mill.jpg');
    let deaths = 1;
    while (await killWorkerAt(id, deaths, 'SIGSEGV')) deaths += 1;
    // Another picture may have been in progress at the first crash.
    expect(deaths).toBeLessThanOrEqual(4);
    await skipBackoff();
    const { images, uploads } = await waitForUploads(owner, location);
    expect(images).toMatchObject([{ name: 'mill.jpg' }]);
    expect(uploads).toMatchObject([
      { name: 'hostile.png', state: 'REJECTED', rejection_reason: expect.stringContaining('takes too long to open') },
    ]);
  }, 300_000);
});

/** Returns the CPU time of a process in hundredths of a second. */
async function readCpuTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return Number(user) + Number(system);
}
