import { createHash, createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { type Key, type Storage, toStorageKey } from '../../platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import type { Transform } from './encryption.ts';

/** The two folders of content: rows of tables, compressed, and stored files as they are. */
export type BlobFolder = 'rows' | 'files';
export const BLOB_FOLDERS = ['rows', 'files'].map(toStorageKey);

/** The SHA-256 of stored bytes by key. */
export type Checksums = ReadonlyMap<Key, string>;

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns the key of a blob: named by its content or, if a name key is given, by its HMAC. */
export function getBlobKey(folder: BlobFolder, contentSha256: string, nameKey: Uint8Array | null): Key {
  const name = nameKey ? createHmac('sha256', nameKey).update(contentSha256).digest('hex') : contentSha256;
  return toStorageKey(`${folder}/${name.slice(0, 2)}/${name}`);
}

export interface BlobWriter {
  /** Whether the destination has this content. If so, the backup refers to it. */
  reuse(folder: BlobFolder, contentSha256: string): boolean;
  /** Stores content unless the destination has it. Returns its SHA-256. */
  write(folder: BlobFolder, content: Uint8Array): Promise<string>;
  /** The blobs that the backup refers to. */
  readonly used: Checksums;
  /** Blobs that were stored because the destination did not have them. */
  readonly added: { blobs: number; bytes: number };
}

/**
 * Creates the writer of one backup.
 * @param existing the blobs of complete backups that the destination still has
 */
export function createBlobWriter(
  destination: Storage,
  existing: Checksums,
  { encrypt, nameKey }: { encrypt: Transform | null; nameKey: Uint8Array | null },
): BlobWriter {
  const used = new Map<Key, string>();
  const added = { blobs: 0, bytes: 0 };
  const running = new Map<Key, Promise<void>>();

  function reuseKey(key: Key): boolean {
    const checksum = used.get(key) ?? existing.get(key);
    if (checksum !== undefined) used.set(key, checksum);
    return checksum !== undefined;
  }

  async function store(key: Key, folder: BlobFolder, content: Uint8Array): Promise<void> {
    const compressed = folder === 'rows' ? await promisify(zstdCompress)(content) : content;
    const stored = encrypt ? await encrypt(compressed) : compressed;
    await destination.put(key, stored);
    used.set(key, sha256(stored));
    added.blobs++;
    added.bytes += stored.length;
  }

  return {
    used,
    added,
    reuse: (folder, contentSha256) => reuseKey(getBlobKey(folder, contentSha256, nameKey)),
    write: async (folder, content) => {
      const contentSha256 = sha256(content);
      const key = getBlobKey(folder, contentSha256, nameKey);
      // The same content can be written twice at the same time, and encryption differs each time.
      await running.get(key);
      if (!reuseKey(key)) {
        const storing = store(key, folder, content).finally(() => running.delete(key));
        running.set(key, storing);
        await storing;
      }
      return contentSha256;
    },
  };
}

/** Reads a blob and checks its content. @throws {BackupError} if it is missing or damaged */
export async function readBlob(
  source: Storage,
  folder: BlobFolder,
  contentSha256: string,
  { decrypt, nameKey }: { decrypt: Transform | null; nameKey: Uint8Array | null },
): Promise<Uint8Array> {
  const key = getBlobKey(folder, contentSha256, nameKey);
  const stored = await source.read(key);
  if (!stored) throw new BackupError(`${key} is missing in the backup.`);
  const content = await decodeBlob(folder, stored, decrypt).catch(() => null);
  if (!content || sha256(content) !== contentSha256) throw new BackupError(`${key} is damaged.`);
  return content;
}

export async function decodeBlob(
  folder: BlobFolder,
  stored: Uint8Array,
  decrypt: Transform | null,
): Promise<Uint8Array> {
  const decrypted = decrypt ? await decrypt(stored) : stored;
  return folder === 'rows' ? promisify(zstdDecompress)(decrypted) : decrypted;
}
