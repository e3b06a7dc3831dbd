import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ingestion } from '../src/features/media/uploads/queue.server.ts';
import { renditions } from '../src/features/media/queue.server.ts';
import { testDatabase } from './support/database.ts';
import { addLocation } from './support/locations.ts';
import { startSiteProcess, findWorkerPid } from './support/site-process.ts';
import { signedIn } from './support/people.ts';
import { gradient, photograph } from './support/photograph.ts';
import { sendFile, waitForUploads } from './support/uploads.ts';

describe('a picture at which the worker dies', async () => {
  const database = await testDatabase();
  const { kysely: db } = database;
  const node = await startSiteProcess(database.url, { LOG_LEVEL: 'silent' });
  const owner = await signedIn({ url: node.url, db }, 'OWNER');

  /** Has what a dead worker leaves opened at once, not after the pauses, which are of minutes, and no picture made smaller meanwhile. */
  const skipPauses = async () => {
    await sql`delete from pgboss.job where name = ${renditions.name}`.execute(db);
    await sql`update pgboss.job set state = 'retry', start_after = now()
      where name = ${ingestion.name} and state in ('active', 'retry')`.execute(db);
  };
  const standing = (id: string) =>
    db.selectFrom('uploads').select(['state', 'attempts', 'problem']).where('id', '=', id).executeTakeFirst();

  /** Ends the worker as soon as it opens a picture at which others have died; false when it is opened no more. */
  async function endWorkerAt(id: string, others: number, signal: NodeJS.Signals): Promise<boolean> {
    const worker = await findWorkerPid(node.process.pid!);
    await skipPauses();
    for (;;) {
      const upload = await standing(id);
      if (upload?.state !== 'CHECKING') return false;
      if (upload.attempts > others) break;
    }
    // It reads the file first: once it has worked for a tenth of a second it is at the picture itself.
    const begun = await processorTime(worker);
    await expect.poll(() => processorTime(worker), { interval: 5 }).toBeGreaterThan(begun + 10);
    process.kill(worker, signal);
    await expect.poll(() => findWorkerPid(node.process.pid!), { timeout: 60_000 }).not.toBe(worker);
    return true;
  }

  /** One that takes long enough to be opened. */
  const large = (height: number) => gradient(7000, height).png({ compressionLevel: 1 }).toBuffer();

  test('is kept and taken in, however often the worker is killed from outside', async () => {
    const location = await addLocation(db, { owner_id: owner.person.id });
    const id = await sendFile(owner, location, await large(6000), 'mill.png');
    for (let killed = 0; killed < 4; killed++) expect(await endWorkerAt(id, killed, 'SIGKILL')).toBe(true);
    await skipPauses();
    const { images, uploads } = await waitForUploads(owner, location);
    expect(uploads).toEqual([]);
    expect(images).toMatchObject([{ name: 'mill.png' }]);
  }, 300_000);

  test('is refused when it dies again of itself, and holds up no other', async () => {
    const location = await addLocation(db, { owner_id: owner.person.id });
    const id = await sendFile(owner, location, await large(6001), 'hostile.png');
    await endWorkerAt(id, 0, 'SIGSEGV');
    await sendFile(owner, location, await photograph(900, 601), 'mill.jpg');
    let deaths = 1;
    while (await endWorkerAt(id, deaths, 'SIGSEGV')) deaths += 1;
    // Another picture may have been in work at the first.
    expect(deaths).toBeLessThanOrEqual(4);
    await skipPauses();
    const { images, uploads } = await waitForUploads(owner, location);
    expect(images).toMatchObject([{ name: 'mill.jpg' }]);
    expect(uploads).toMatchObject([
      { name: 'hostile.png', state: 'REFUSED', problem: expect.stringContaining('takes too long to open') },
    ]);
  }, 300_000);
});

/** Hundredths of a second for which a process has had a processor. */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return Number(user) + Number(system);
}
