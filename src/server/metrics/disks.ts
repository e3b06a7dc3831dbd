import { stat } from 'node:fs/promises';
import { getStorageFolder } from '../../platform/storage/open-storage.ts';

/** Returns the folders whose disks a node needs, by name: `data`, and `files` if the storage is a folder of another disk. */
export async function listDisks(settings: {
  readonly dataDir: string;
  readonly storageUrl: string | undefined;
}): Promise<Record<string, string>> {
  const data = settings.dataDir;
  const files = getStorageFolder(settings);
  if (files === undefined) return { data };
  const [dataDisk, filesDisk] = await Promise.all([stat(data), stat(files)]);
  return dataDisk.dev === filesDisk.dev ? { data } : { data, files };
}
