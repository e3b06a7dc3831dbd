import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder and its parents, as `mkdir` with `recursive` does. That one of Node never ends where the system answers that a parent
 * is missing although it is there, as in /proc.
 * @returns the topmost folder that was created, or undefined if the folder existed
 */
export async function createFolder(folder: string, mode: number): Promise<string | undefined> {
  const created = await createLast(folder, mode);
  if (created !== 'parent missing') return created;
  const topmost = await createFolder(path.dirname(folder), mode);
  const last = await createLast(folder, mode);
  if (last === 'parent missing') throw Object.assign(new Error(`${folder} cannot be created`), { code: 'ENOENT' });
  return topmost ?? last;
}

/** Creates a folder. Returns undefined if it exists. */
async function createLast(folder: string, mode: number): Promise<string | undefined> {
  try {
    await mkdir(folder, { mode });
    return folder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && path.dirname(folder) !== folder) return 'parent missing';
    // Some file systems report something else than EEXIST for a folder that exists.
    if (await isFolder(folder)) return undefined;
    throw error;
  }
}

async function isFolder(folder: string): Promise<boolean> {
  const status = await stat(folder).catch(() => null);
  return status?.isDirectory() ?? false;
}
