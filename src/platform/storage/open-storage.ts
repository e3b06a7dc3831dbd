import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/**
 * Opens the file storage: `s3://bucket/prefix?endpoint=…&region=…`, `file:///folder`, or by default the folder `files` in the data directory.
 * @param options.readOnly does not create the folder
 */
export async function openStorage(
  settings: { storageUrl?: string | undefined; dataDir: string },
  options: { readOnly?: boolean } = {},
): Promise<Storage> {
  if (settings.storageUrl === undefined) return createDiskStorage(path.join(settings.dataDir, 'files'), options);
  const url = new URL(settings.storageUrl);
  if (url.protocol === 'file:') return createDiskStorage(fileURLToPath(url), options);
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(url);
}
