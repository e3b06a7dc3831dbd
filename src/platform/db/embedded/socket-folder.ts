import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { PRODUCT_ID } from '../../product.ts';
import { join } from 'node:path';

/** The folder through which clients reach a cluster's socket. */
export interface SocketFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Room in a socket's address (104 bytes on macOS, 108 on Linux) beside the file's name and the closing zero. */
const MAX_PATH_LENGTH = 104 - '/.s.PGSQL.5432\0'.length;

/** The cluster's own folder; where its path is too long for a socket's address, a private short cut to it. */
export async function openSocketFolder(directory: string): Promise<SocketFolder> {
  if (Buffer.byteLength(directory) <= MAX_PATH_LENGTH) return { path: directory, async remove() {} };
  const shortCut = await mkdtemp(`/tmp/${PRODUCT_ID}-`);
  const path = join(shortCut, 'postgres');
  await symlink(directory, path);
  return { path, remove: () => rm(shortCut, { recursive: true, force: true }) };
}
