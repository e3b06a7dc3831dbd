import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { describeFileFailure } from '../../../platform/files/file-failure.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { UnusableFileError } from '../unusable-file-error.ts';
import { FILE_HAS_CHANGED, tooManyFiles } from './messages.ts';
import { MAX_ENTRIES, assertPhotographSize, isSystemName } from './source-rules.ts';
import type { PhotographSource, SourceEntry } from './schema.ts';

/**
 * Lists the files of a folder and its folders. Links are listed and not followed.
 * @param root a path without links
 * @throws {UnusableFileError}
 */
export async function openFolder(root: string): Promise<PhotographSource> {
  const entries: SourceEntry[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const full = path.join(root, below);
    const found = await readdir(full, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) =>
      throwUnusable(full, error),
    );
    for (const entry of found) {
      if (isSystemName(entry.name)) continue;
      const name = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isDirectory()) waiting.push(name);
      else entries.push({ path: name, kind: entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other' });
    }
    if (entries.length > MAX_ENTRIES) throw new UnusableFileError(tooManyFiles(MAX_ENTRIES));
  }
  return { root, entries, read: (file) => readPhotograph(root, file), close: async () => {} };
}

function throwUnusable(file: string, error: NodeJS.ErrnoException): never {
  throw new UnusableFileError(describeFileFailure(file, 'read', error));
}

/** Reads a listed file. Somebody may have put a link in its place since it was listed. */
async function readPhotograph(root: string, file: string): Promise<Buffer> {
  const full = path.join(root, file);
  try {
    // The last segment is checked by the system as it opens the file, the folders on the way here.
    if ((await realpath(full)) !== full) throw new ApiError('INVALID', FILE_HAS_CHANGED);
    const handle = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new ApiError('INVALID', FILE_HAS_CHANGED);
      assertPhotographSize(stats.size);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('INVALID', describeFileFailure(full, 'read', error as NodeJS.ErrnoException));
  }
}
