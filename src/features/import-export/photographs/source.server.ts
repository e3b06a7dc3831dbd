import { realpath, stat } from 'node:fs/promises';
import { describeFileFailure } from '../../../platform/files/file-failure.ts';
import { UnusableFileError } from '../unusable-file-error.ts';
import { openArchive } from './archive.server.ts';
import { openFolder } from './folder.server.ts';
import type { PhotographSource } from './schema.ts';

/** Opens a folder or a ZIP archive of photographs. @throws {UnusableFileError} */
export async function openPhotographs(path: string): Promise<PhotographSource> {
  try {
    const root = await realpath(path);
    const isFolder = (await stat(root)).isDirectory();
    return await (isFolder ? openFolder(root) : openArchive(root));
  } catch (error) {
    if (error instanceof UnusableFileError) throw error;
    throw new UnusableFileError(describeFileFailure(path, 'read', error as NodeJS.ErrnoException));
  }
}
