import { PRODUCT_NAME } from '../../platform/settings/product-name.ts';
import { type Key, type Storage, isStorageKey, toStorageKey } from '../../platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { type Checksums, sha256 } from './blobs.ts';
import type { Transform } from './encryption.ts';
import { type Manifest, FORMAT, decodeManifest } from './manifest.ts';

/** The folder of the backups. Each is a folder with a manifest and, written last, the checksums of all its files. */
const BACKUPS = toStorageKey('backups');
const NAME = /^(\d{4}-\d\d-\d\d)t(\d\d)-(\d\d)-(\d\d)-(\d{3})z$/;

const getFolder = (name: string): Key => toStorageKey(`${BACKUPS}/${name}`);
const getChecksumsKey = (name: string): Key => toStorageKey(`${BACKUPS}/${name}/sha256sums`);
const getManifestKey = (name: string, encrypted: boolean): Key =>
  toStorageKey(`${BACKUPS}/${name}/${encrypted ? 'manifest.json.age' : 'manifest.json'}`);

/** Returns the name of a backup: its start time. */
export function toBackupName(at: Date): string {
  return at.toISOString().toLowerCase().replace(/[:.]/g, '-');
}

export function toBackupTime(name: string): Date {
  return new Date(name.replace(NAME, '$1T$2:$3:$4.$5Z'));
}

/** Lists the backups of a destination, oldest first. Those without checksums are incomplete. */
export async function listBackups(storage: Storage): Promise<{ complete: string[]; incomplete: string[] }> {
  const complete = new Set<string>();
  const all = new Set<string>();
  for await (const key of storage.list(BACKUPS)) {
    const [, name = '', file] = key.split('/');
    if (!NAME.test(name)) continue;
    all.add(name);
    if (file === 'sha256sums') complete.add(name);
  }
  return { complete: [...complete].toSorted(), incomplete: [...all].filter((name) => !complete.has(name)) };
}

/** Returns the name of a complete backup, by default the latest. @throws {BackupError} if there is none */
export async function findBackup(storage: Storage, name: string | undefined): Promise<string> {
  const { complete } = await listBackups(storage);
  const found = name === undefined ? complete.at(-1) : complete.find((other) => other === name);
  if (found !== undefined) return found;
  throw new BackupError(name === undefined ? 'There is no complete backup.' : `There is no complete backup ${name}.`);
}

/** Stores the manifest and then the checksums, which complete the backup. */
export async function completeBackup(
  storage: Storage,
  name: string,
  { manifest, encrypted, blobs }: { manifest: Uint8Array; encrypted: boolean; blobs: Checksums },
): Promise<void> {
  const manifestKey = getManifestKey(name, encrypted);
  await storage.put(manifestKey, manifest);
  const checksums = new Map([[manifestKey, sha256(manifest)], ...blobs]);
  await storage.put(getChecksumsKey(name), formatChecksums(checksums));
}

/** Deletes a backup without its blobs. It does not count from the first step on. */
export async function deleteBackup(storage: Storage, name: string): Promise<void> {
  await storage.delete(getChecksumsKey(name));
  await storage.deleteFolder(getFolder(name));
}

/** Formats checksums for the program `sha256sum`, with paths relative to the folder of the backup. */
function formatChecksums(checksums: Checksums): Uint8Array {
  const lines = [...checksums].map(([key, checksum]) => `${checksum}  ../../${key}\n`);
  const text = `# Backup of ${PRODUCT_NAME}, format ${FORMAT}. Check it in this folder: sha256sum -c sha256sums\n${lines.join('')}`;
  return new TextEncoder().encode(`${text}# ${sha256(new TextEncoder().encode(text))}\n`);
}

/** Reads the checksums of the files of a complete backup, the manifest first. @throws {BackupError} if they are damaged */
export async function readChecksums(storage: Storage, name: string): Promise<Checksums> {
  const key = getChecksumsKey(name);
  const text = new TextDecoder().decode((await storage.read(key)) ?? new Uint8Array());
  const [, content, checksum] = /^(.*\n)# ([0-9a-f]{64})\n$/s.exec(text) ?? [];
  if (content === undefined || sha256(new TextEncoder().encode(content)) !== checksum)
    throw new BackupError(`${key} is damaged.`);
  const checksums = new Map<Key, string>();
  for (const [, sum, file] of content.matchAll(/^([0-9a-f]{64}) {2}\.\.\/\.\.\/(.+)$/gm))
    if (isStorageKey(file!)) checksums.set(file, sum!);
  return checksums;
}

/**
 * Reads the manifest of a backup after checking it.
 * @returns null if it is encrypted and there is no private key
 * @throws {BackupError} if it is missing or damaged, or the private key is a wrong one
 */
export async function readManifest(
  storage: Storage,
  checksums: Checksums,
  decrypt: Transform | null,
): Promise<Manifest | null> {
  const [[key, checksum] = []] = checksums;
  if (!key?.startsWith(`${BACKUPS}/`)) throw new BackupError('The checksums do not list the manifest.');
  const stored = await storage.read(key);
  if (!stored) throw new BackupError(`${key} is missing.`);
  if (sha256(stored) !== checksum) throw new BackupError(`${key} is damaged.`);
  if (!isEncrypted(checksums)) return decodeManifest(stored);
  if (!decrypt) return null;
  const decrypted = await decrypt(stored).catch(() => {
    throw new BackupError(
      'The private key in the identity file does not match: the backup was encrypted to another one.',
    );
  });
  return decodeManifest(decrypted);
}

export function isEncrypted(checksums: Checksums): boolean {
  const [[manifestKey] = []] = checksums;
  return manifestKey?.endsWith('.age') === true;
}
