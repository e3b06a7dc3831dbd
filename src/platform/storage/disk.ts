import { randomUUID } from 'node:crypto';
import { access, constants, copyFile, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createFolder } from '../files/create-folder.ts';
import { nullIfFileMissing } from '../files/null-if-file-missing.ts';
import { StartupError } from '../db/startup-error.ts';
import { type Key, type Storage, type StoredFile, isStorageKey } from './storage.ts';

/** Access for the account of the server only. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/**
 * Stores files in a folder. Files are written to a temporary name, synced and renamed, so that they are never partial.
 * @param options.readOnly creates nothing: the folder may be on a read-only file system
 */
export async function createDiskStorage(root: string, { readOnly = false } = {}): Promise<Storage> {
  const temporaryFolder = path.join(root, '.temporary');
  try {
    if (!readOnly) await createFolder(temporaryFolder, PRIVATE_FOLDER);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw error;
    const advice = code === 'EROFS' ? 'make it writable (ReadWritePaths= of a systemd unit)' : 'make it writable';
    throw new StartupError(`Files cannot be stored in ${root} (${code}): ${advice}, or set STORAGE_URL.`);
  }

  async function openFile(key: string): Promise<StoredFile | null> {
    const file = await open(path.join(root, key)).catch(nullIfFileMissing);
    if (!file) return null;
    const { size } = await file.stat();
    return { bytes: size, stream: file.createReadStream() };
  }

  /** Stores the file that `write` creates under a temporary name. */
  async function store(key: string, write: (temporary: string) => Promise<void>): Promise<void> {
    const target = path.join(root, key);
    const temporary = path.join(temporaryFolder, randomUUID());
    try {
      await write(temporary);
      const firstCreated = await createFolder(path.dirname(target), PRIVATE_FOLDER);
      await rename(temporary, target);
      await syncFolders(path.dirname(target), path.dirname(firstCreated ?? target));
    } finally {
      await rm(temporary, { force: true });
    }
  }

  return {
    put: (key, content) => store(key, (temporary) => writeAndSync(temporary, content)),
    putFile: (key, file) => store(key, (temporary) => copyAndSync(file, temporary)),
    open: openFile,
    readRange: async (key, offset, length) => {
      const file = await open(path.join(root, key)).catch(nullIfFileMissing);
      if (!file) return null;
      try {
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    read: async (key) => {
      const file = await openFile(key);
      return file && buffer(file.stream);
    },
    exists: async (key) => (await stat(path.join(root, key)).catch(nullIfFileMissing)) !== null,
    list: (folder) => listFiles(root, folder ?? ''),
    delete: (key) => rm(path.join(root, key), { force: true }),
    deleteFolder: (key) => rm(path.join(root, key), { force: true, recursive: true }),
    check: () => access(root, constants.R_OK | constants.W_OK),
  };
}

/** Lists the files below a folder, except those whose paths are not keys, such as temporary files. */
async function* listFiles(root: string, folder: string): AsyncGenerator<Key, void, void> {
  const entries = await opendir(path.join(root, folder)).catch(nullIfFileMissing);
  if (!entries) return;
  for await (const entry of entries) {
    const key = path.posix.join(folder, entry.name);
    if (!isStorageKey(key)) continue;
    if (entry.isDirectory()) yield* listFiles(root, key);
    else if (entry.isFile()) yield key;
  }
}

async function writeAndSync(file: string, content: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', PRIVATE_FILE);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Copies without reading the file, where the file system can share its blocks. */
async function copyAndSync(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const handle = await open(target, 'r+');
  try {
    await handle.chmod(PRIVATE_FILE);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes new directory entries durable: syncs a folder and its parents up to `topmost`. */
async function syncFolders(folder: string, topmost: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (folder !== topmost) await syncFolders(path.dirname(folder), topmost);
}
