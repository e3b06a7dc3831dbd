import type { Key, Storage } from '../../platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { readChecksums, readManifest } from './backups.ts';
import { type BlobFolder, type Checksums, decodeBlob, getBlobKey, sha256 } from './blobs.ts';
import type { Transform } from './encryption.ts';
import type { Manifest } from './manifest.ts';
import { forEachInParallel } from './parallel.ts';

const MAX_PARALLEL_BLOBS = 4;

export interface Verification {
  /** Number of files that were read. */
  readonly read: number;
  /** Whether the content was compared with the manifest. Without the private key only what is stored is checked. */
  readonly contentChecked: boolean;
  /** A line for each missing or damaged file. */
  readonly problems: readonly string[];
}

/** Reads all files of a backup and compares them with its checksums and, if it can be read, with its manifest. */
export async function verifyBackup(source: Storage, name: string, decrypt: Transform | null): Promise<Verification> {
  const opened = await openBackup(source, name, decrypt).catch((error: unknown) => {
    if (error instanceof BackupError) return error.message;
    throw error;
  });
  if (typeof opened === 'string') return { read: 1, contentChecked: false, problems: [opened] };
  const { checksums, manifest } = opened;
  const [manifestKey] = checksums.keys();
  const contents = manifest && listContents(manifest);
  const problems = [...(contents?.keys() ?? [])]
    .filter((key) => !checksums.has(key))
    .map((key) => `${key} is missing in the checksums.`);
  const usedDecryption = manifest?.nameKey ? decrypt : null;
  await forEachInParallel(checksums, MAX_PARALLEL_BLOBS, async ([key, checksum]) => {
    if (key === manifestKey) return;
    const problem = await checkBlob(source, { key, checksum, content: contents?.get(key) }, usedDecryption);
    if (problem) problems.push(`${key} ${problem}.`);
  });
  return { read: checksums.size + 1, contentChecked: manifest !== null, problems: problems.toSorted() };
}

async function openBackup(
  source: Storage,
  name: string,
  decrypt: Transform | null,
): Promise<{ checksums: Checksums; manifest: Manifest | null }> {
  const checksums = await readChecksums(source, name);
  return { checksums, manifest: await readManifest(source, checksums, decrypt) };
}

/** Expected content of a blob, from the manifest. */
interface Content {
  readonly folder: BlobFolder;
  readonly sha256: string;
  readonly bytes: number;
}

function listContents({ nameKey, tables, jobs, files }: Manifest): ReadonlyMap<Key, Content> {
  const key = nameKey === null ? null : Buffer.from(nameKey, 'hex');
  const contents = new Map<Key, Content>();
  const add = (folder: BlobFolder, content: { sha256: string; bytes: number }) =>
    contents.set(getBlobKey(folder, content.sha256, key), { folder, sha256: content.sha256, bytes: content.bytes });
  for (const { parts } of [...tables, jobs]) for (const part of parts) add('rows', part);
  for (const file of files) add('files', file);
  return contents;
}

async function checkBlob(
  source: Storage,
  { key, checksum, content }: { key: Key; checksum: string; content: Content | undefined },
  decrypt: Transform | null,
): Promise<'is missing' | 'is damaged' | undefined> {
  const stored = await source.read(key);
  if (!stored) return 'is missing';
  if (sha256(stored) !== checksum) return 'is damaged';
  if (!content) return undefined;
  const decoded = await decodeBlob(content.folder, stored, decrypt).catch(() => null);
  return decoded?.length === content.bytes && sha256(decoded) === content.sha256 ? undefined : 'is damaged';
}
