import { createHmac } from 'node:crypto';
import type { Client } from 'pg';
import { hasTable } from '../../platform/db/has-table.ts';
import { preventFileDeletion, tryLockByName } from '../../platform/db/locks.ts';
import { openClient } from '../../platform/db/pool.ts';
import { PRODUCT_ID } from '../../platform/settings/product-name.ts';
import { type Key, type Storage, toStorageKey } from '../../platform/storage/storage.ts';
import { VERSION } from '../../platform/settings/version.ts';
import { BackupError } from './backup-error.ts';
import { completeBackup, isEncrypted, listBackups, readChecksums, toBackupName } from './backups.ts';
import { type BlobWriter, type Checksums, BLOB_FOLDERS, createBlobWriter } from './blobs.ts';
import { beginSnapshot, dumpDatabase } from './dump.ts';
import { createEncryption, deriveNameKey } from './encryption.ts';
import { type Manifest, FORMAT, encodeManifest } from './manifest.ts';
import { type RetentionPolicy, deleteOldBackups } from './retention.ts';
import { backUpFiles, readReferencedFiles } from './site-files.ts';

export interface BackupOptions {
  readonly databaseUrl: string;
  readonly storage: Storage;
  readonly destination: Storage;
  /** Public keys of age; empty for a backup without encryption. */
  readonly recipients: readonly string[];
  /** Which backups to keep; null to delete none. None is deleted while files of the site are missing or damaged. */
  readonly retention: RetentionPolicy | null;
  readonly now: Date;
}

export interface BackupResult {
  readonly name: string;
  readonly manifest: Manifest;
  readonly added: BlobWriter['added'];
  /** Names of the backups that were deleted. */
  readonly deleted: readonly string[];
}

/**
 * Backs up a site, which may be in use. First prevents the deletion of files, then takes a snapshot of the database: so every file that the
 * snapshot refers to exists until it is stored. Files that are added later are not in the backup.
 * @throws {BackupError} if another backup of the site is running, or if it would not be encrypted beside others that are
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  await using connections = new AsyncDisposableStack();
  const connect = async () => connections.adopt(await openClient(options.databaseUrl), (client) => client.end());
  const locks = await connect();
  await locks.query('set idle_session_timeout = 0; set statement_timeout = 0; set lock_timeout = 0');
  if (!(await tryLockByName(locks, 'backup'))) throw new BackupError('Another backup of this site is running.');
  await preventFileDeletion(locks);
  const snapshot = await connect();
  await beginSnapshot(snapshot);

  await claimDestination(snapshot, options.destination);
  if (options.recipients.length === 0) await assertUnencrypted(options.destination);
  const existing = await findExistingBlobs(options.destination);
  const nameKey = options.recipients.length > 0 ? await readNameKey(snapshot, options.recipients) : null;
  const encrypt = nameKey && createEncryption(options.recipients);
  const writer = createBlobWriter(options.destination, existing, { encrypt, nameKey });
  const content = await dumpDatabase(snapshot, writer);
  const referenced = await readReferencedFiles(snapshot);
  // A long transaction would keep dead rows from being removed.
  await snapshot.query('commit');
  const { files, problems } = await backUpFiles(options.storage, writer, referenced);
  // Fails if the connection was lost, and with it the lock that keeps files from being deleted.
  await locks.query('select 1');

  const manifest: Manifest = {
    format: FORMAT,
    product: PRODUCT_ID,
    version: VERSION,
    createdAt: options.now.toISOString(),
    nameKey: nameKey?.toString('hex') ?? null,
    ...content,
    files,
    problems,
  };
  const name = toBackupName(options.now);
  const encoded = encodeManifest(manifest);
  await completeBackup(options.destination, name, {
    manifest: encrypt ? await encrypt(encoded) : encoded,
    encrypted: encrypt !== null,
    blobs: writer.used,
  });
  await recordBackup(locks, options.now, problems.length);
  // While files of the site are missing, an older backup may be the last one that has them.
  const retention = problems.length === 0 ? options.retention : null;
  const deleted = retention ? await deleteOldBackups(options.destination, retention, name) : [];
  return { name, manifest, added: writer.added, deleted };
}

/** Records the backup for the nodes, which report its age. The database of an older version has no such table. */
async function recordBackup(client: Client, takenAt: Date, problems: number): Promise<void> {
  if (!(await hasTable(client, 'last_backup'))) return;
  await client.query(
    `insert into last_backup (taken_at, problems) values ($1, $2)
     on conflict (is_only_row) do update set taken_at = excluded.taken_at, problems = excluded.problems`,
    [takenAt, problems],
  );
}

/** Finds the blobs that complete backups list and the destination still has. Others are stored again. */
async function findExistingBlobs(destination: Storage): Promise<Checksums> {
  const listed = new Map<Key, string>();
  const { complete } = await listBackups(destination);
  for (const name of complete) {
    // A later backup does not depend on a damaged one; `verify` reports it.
    const checksums = await readChecksums(destination, name).catch(ignoreDamage);
    for (const [key, checksum] of checksums ?? []) listed.set(key, checksum);
  }
  const existing = new Map<Key, string>();
  for (const folder of BLOB_FOLDERS) {
    for await (const key of destination.list(folder)) {
      const checksum = listed.get(key);
      if (checksum !== undefined) existing.set(key, checksum);
    }
  }
  return existing;
}

/** Has an id of the site whose backups are in the destination. */
const SITE_KEY = toStorageKey('site');

/**
 * Keeps a destination to one site, by an id that a restored site shares: a site that was set up again would otherwise delete the backups
 * of the lost one, as the --keep options say.
 */
async function claimDestination(client: Client, destination: Storage): Promise<void> {
  const id = createHmac('sha256', await readSecret(client))
    .update('destination of backups')
    .digest('hex');
  const claimed = await destination.read(SITE_KEY);
  if (claimed === null) return destination.put(SITE_KEY, Buffer.from(`${id}\n`));
  if (new TextDecoder().decode(claimed).trim() === id) return;
  throw new BackupError(
    'This destination has the backups of another site. Use another one. A site that was set up anew is another site: to go on ' +
      'with the former one, restore its backup.',
  );
}

/** Prevents that somebody who forgets the key stores the secrets of the site where only encrypted backups are expected. */
async function assertUnencrypted(destination: Storage): Promise<void> {
  const { complete } = await listBackups(destination);
  for (const name of complete) {
    const checksums = await readChecksums(destination, name).catch(ignoreDamage);
    if (!checksums || !isEncrypted(checksums)) continue;
    throw new BackupError(
      'The backups in this destination are encrypted. Add --encrypt-to=KEY, or use another destination.',
    );
  }
}

function ignoreDamage(error: unknown): null {
  if (error instanceof BackupError) return null;
  throw error;
}

async function readNameKey(client: Client, recipients: readonly string[]): Promise<Buffer> {
  return deriveNameKey(await readSecret(client), recipients);
}

async function readSecret(client: Client): Promise<string> {
  const { rows } = await client.query<{ value: string }>(`select value from secrets where name = 'verification'`);
  if (!rows[0]) throw new Error('the database has no secret');
  return rows[0].value;
}
