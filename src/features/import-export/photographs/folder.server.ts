import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { describeFileFailure } from '../../../platform/files/file-failure.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { FILE_EMPTY, pictureTooLarge } from '../../media/messages.ts';
import { MAX_PICTURE_BYTES } from '../../media/schema.ts';
import { UnusableFileError } from '../unusable-file-error.ts';
import { FILE_HAS_CHANGED, tooManyFiles } from './messages.ts';
import type { FolderEntry } from './schema.ts';

/** A folder of photographs on the server. */
export interface PhotographFolder {
  /** Absolute, without links. */
  readonly root: string;
  readonly entries: readonly FolderEntry[];
}

const MAX_ENTRIES = 200_000;
/** What systems and programs add to folders: hidden files of Unix, thumbnails of Windows, the other half of archives of macOS. */
const SYSTEM_NAME = /^(?:\..*|thumbs\.db|desktop\.ini|__macosx|@eadir)$/i;

/**
 * Lists the files of a folder and its folders. Links are listed and not followed.
 * @throws {UnusableFileError}
 */
export async function listFolder(folder: string): Promise<PhotographFolder> {
  const root = await realpath(folder).catch((error: NodeJS.ErrnoException) => throwUnusable(folder, error));
  const entries: FolderEntry[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const full = path.join(root, below);
    const found = await readdir(full, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) =>
      throwUnusable(full, error),
    );
    for (const entry of found) {
      if (SYSTEM_NAME.test(entry.name)) continue;
      const name = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isDirectory()) waiting.push(name);
      else entries.push({ path: name, kind: entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other' });
    }
    if (entries.length > MAX_ENTRIES) throw new UnusableFileError(tooManyFiles(MAX_ENTRIES));
  }
  return { root, entries };
}

function throwUnusable(file: string, error: NodeJS.ErrnoException): never {
  throw new UnusableFileError(describeFileFailure(file, 'read', error));
}

/**
 * Reads a listed file, unless it is no picture by its size. Somebody may have put a link in its place since it was listed.
 * @throws {ApiError} INVALID, with the reason
 */
export async function readPhotograph(root: string, file: string): Promise<Buffer> {
  const full = path.join(root, file);
  try {
    // The last segment is checked by the system as it opens the file, the folders on the way here.
    if ((await realpath(full)) !== full) throw new ApiError('INVALID', FILE_HAS_CHANGED);
    const handle = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new ApiError('INVALID', FILE_HAS_CHANGED);
      if (stats.size === 0) throw new ApiError('INVALID', FILE_EMPTY);
      if (stats.size > MAX_PICTURE_BYTES)
        throw new ApiError('TOO_LARGE', pictureTooLarge(MAX_PICTURE_BYTES / 1024 ** 2));
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('INVALID', describeFileFailure(full, 'read', error as NodeJS.ErrnoException));
  }
}
