import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

interface Settings {
  readonly storageUrl?: string | undefined;
  readonly dataDir: string;
}

/** Returns the folder of the file storage; undefined if it is none. */
export function getStorageFolder({ storageUrl, dataDir }: Settings): string | undefined {
  if (storageUrl === undefined) return path.join(dataDir, 'files');
  const url = new URL(storageUrl);
  return url.protocol === 'file:' ? fileURLToPath(url) : undefined;
}

/**
 * Opens the file storage: `s3://bucket/prefix?endpoint=…&region=…`, `file:///folder`, or by default the folder `files` in the data directory.
 * @param options.readOnly does not create the folder
 */
export async function openStorage(settings: Settings, options: { readOnly?: boolean } = {}): Promise<Storage> {
  const folder = getStorageFolder(settings);
  if (folder !== undefined) return createDiskStorage(folder, options);
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(new URL(settings.storageUrl!));
}
