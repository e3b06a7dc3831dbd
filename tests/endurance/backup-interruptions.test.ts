import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openClient } from '../../src/platform/db/pool.ts';
import { type Storage, toStorageKey } from '../../src/platform/storage/storage.ts';
import { listBackups } from '../../src/server/backup/backups.ts';
import { verifyBackup } from '../../src/server/backup/verify.ts';
import { type Folder, backUp, createFolder, readFiles, readTables } from '../support/backup.ts';
import { createBackupSite } from '../support/backup-site.ts';
import { collect } from '../support/collect.ts';
import { emptyDatabase } from '../support/database.ts';

const RECCE = fileURLToPath(new URL('../../bin/recce', import.meta.url));
const site = await createBackupSite();
const { databaseUrl: siteUrl, storage } = site;

/** Starts a command of the command line. */
function start(args: readonly string[], databaseUrl: string, files: Folder) {
  const child = spawn(RECCE, args, {
    env: { ...process.env, DATABASE_URL: databaseUrl, STORAGE_URL: pathToFileURL(files.path).href },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr, [exitCode]]) => ({ stdout, stderr, exitCode: exitCode as number | null }),
  );
  return { child, result };
}

const run = (args: readonly string[], databaseUrl: string, files: Folder) => start(args, databaseUrl, files).result;

const countFiles = async (files: Storage) => (await collect(files.list())).length;

/** Kills a command when a condition holds; returns false if it was faster. */
async function killWhen(command: ReturnType<typeof start>, condition: () => Promise<boolean>): Promise<boolean> {
  while (command.child.exitCode === null && !(await condition())) await delay(1);
  const killed = command.child.kill('SIGKILL');
  await command.result;
  return killed;
}

test('a backup that is killed at any moment leaves the earlier ones complete, and the next one succeeds', async () => {
  const destination = await createFolder();
  const first = await backUp(site, destination);
  let killed = 0;
  for (const blobs of [0, 1, 20, 60, 119]) {
    // Files of a folder that only the backup knows.
    for (let n = 0; n < 120; n++) await storage.put(toStorageKey(`other/${blobs}-${n}`), randomBytes(3_000));
    const before = await countFiles(destination);
    const command = start(['backup', destination.path], siteUrl, storage);
    if (await killWhen(command, async () => (await countFiles(destination)) >= before + blobs)) killed++;
    expect((await listBackups(destination)).complete).toContain(first.name);
    expect((await verifyBackup(destination, first.name, null)).problems).toEqual([]);
  }
  expect(killed).toBeGreaterThanOrEqual(3);

  const last = await run(['backup', destination.path, '--keep=1'], siteUrl, storage);
  expect(last).toMatchObject({ exitCode: 0, stderr: '' });
  const { complete, incomplete } = await listBackups(destination);
  expect({ complete: complete.length, incomplete }).toEqual({ complete: 1, incomplete: [] });
  // Blobs of the interrupted backups are used or deleted: the manifest, the checksums, what they list, and the id of the site.
  const verified = await verifyBackup(destination, complete[0]!, null);
  expect(verified).toMatchObject({ problems: [], read: (await countFiles(destination)) - 1 });
});

test('a restore that is killed leaves nothing that a site starts on, and can be repeated', async () => {
  const destination = await createFolder();
  await backUp(site, destination);
  const databaseUrl = await emptyDatabase();
  const restored = await createFolder();
  const restoreIt = () => start(['restore', destination.path], databaseUrl, restored);
  const isLoading = async () => {
    const client = await openClient(databaseUrl);
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and query ~* '^(copy|truncate|alter table)'`,
    );
    await client.end();
    return rowCount !== 0;
  };
  for (const moment of [async () => (await countFiles(restored)) > 20, isLoading]) {
    expect(await killWhen(restoreIt(), moment)).toBe(true);
    await expect(migrate(databaseUrl, { info() {} })).rejects.toThrow('A restore into this database has not finished');
    const serving = await run(['maintenance', 'on'], databaseUrl, restored);
    expect(serving).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('has not finished') });
  }
  const other = await run(['restore', destination.path], databaseUrl, await createFolder());
  expect(other).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^The restore of backup .* was interrupted/),
  });

  expect(await restoreIt().result).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^Restored backup .* s\. The files are in .*\.\n$/),
  });
  expect(await readTables(databaseUrl)).toEqual(await readTables(siteUrl));
  expect(Object.keys(await readFiles(restored))).toEqual(
    expect.arrayContaining(Object.keys(await readFiles(storage)).filter((key) => key.startsWith('originals/'))),
  );
  await migrate(databaseUrl, { info() {} });
});
