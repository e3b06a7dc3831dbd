import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { PRODUCT_ID } from '../../settings/product-name.ts';
import { join } from 'node:path';

/** The folder of a cluster's socket. */
interface SocketFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** A socket path has at most 104 bytes on macOS and 108 on Linux, with file name and terminating zero. */
const MAX_PATH_LENGTH = 104 - '/.s.PGSQL.5432\0'.length;

/** Returns the folder of the cluster, or a private symbolic link to it if its path is too long for a socket. */
export async function openSocketFolder(directory: string): Promise<SocketFolder> {
  if (Buffer.byteLength(directory) <= MAX_PATH_LENGTH) return { path: directory, async remove() {} };
  const linkFolder = await mkdtemp(`/tmp/${PRODUCT_ID}-`);
  const path = join(linkFolder, 'postgres');
  await symlink(directory, path);
  return { path, remove: () => rm(linkFolder, { recursive: true, force: true }) };
}
