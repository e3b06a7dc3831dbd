import { migrate } from '../../platform/db/migrate.ts';
import { openClient } from '../../platform/db/pool.ts';
import { openJobs } from '../../platform/jobs/job-queue.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import { type Storage, toStorageKey } from '../../platform/storage/storage.ts';
import { QUEUES } from '../worker/queues.ts';
import { BackupError } from './backup-error.ts';
import { readChecksums, readManifest } from './backups.ts';
import { type BlobFolder, readBlob } from './blobs.ts';
import type { Transform } from './encryption.ts';
import { loadDatabase } from './load.ts';
import type { BackedUpFile, Manifest } from './manifest.ts';
import { forEachInParallel } from './parallel.ts';
import { claimTarget } from './restore-target.ts';
import { isLarge } from './site-files.ts';

const MAX_PARALLEL_FILES = 8;

interface RestoreOptions {
  readonly source: Storage;
  readonly name: string;
  readonly decrypt: Transform | null;
  readonly databaseUrl: string;
  readonly storage: Storage;
  readonly storageUrl: string;
  readonly log: Log;
}

/**
 * Restores a backup into an empty database and an empty storage: first the files, then all rows in one transaction, then the migrations
 * that are newer than the backup. No site starts on the database until the rows are committed.
 * @throws {BackupError} if the target is not empty, or the backup is damaged
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { source, name, decrypt, databaseUrl, storage, storageUrl, log } = options;
  const manifest = await readManifest(source, await readChecksums(source, name), decrypt);
  if (!manifest) throw new BackupError('The backup is encrypted: name the file of the private key with --identity.');
  const nameKey = manifest.nameKey === null ? null : Buffer.from(manifest.nameKey, 'hex');
  const read = (folder: BlobFolder, sha256: string) =>
    readBlob(source, folder, sha256, { decrypt: nameKey && decrypt, nameKey });

  await using cleanUp = new AsyncDisposableStack();
  const client = await openClient(databaseUrl);
  cleanUp.defer(() => client.end());
  await claimTarget({ client, storage, storageUrl }, name);
  const jobs = await openJobs({ url: databaseUrl, queues: QUEUES, log });
  cleanUp.defer(() => jobs.stop());
  const restoreFile = async ({ key, sha256 }: BackedUpFile) =>
    storage.put(toStorageKey(key), await read('files', sha256));
  const { large = [], others = [] } = Object.groupBy(manifest.files, ({ key }) => (isLarge(key) ? 'large' : 'others'));
  await forEachInParallel(others, MAX_PARALLEL_FILES, restoreFile);
  await forEachInParallel(large, 1, restoreFile);
  await loadDatabase(client, manifest, { readPart: (sha256) => read('rows', sha256), jobs });
  await migrate(databaseUrl, log);
  // Sets the statistics and visibility of rows, without which the first queries are slow.
  await client.query('vacuum (analyze)');
  return manifest;
}
