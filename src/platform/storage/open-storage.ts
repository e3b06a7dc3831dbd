import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** Opens the file storage: `s3://bucket/prefix?endpoint=…&region=…`, `file:///folder`, or by default the folder `files` in the data directory. */
export async function openStorage(settings: { storageUrl?: string | undefined; dataDir: string }): Promise<Storage> {
  if (settings.storageUrl === undefined) return createDiskStorage(path.join(settings.dataDir, 'files'));
  const url = new URL(settings.storageUrl);
  if (url.protocol === 'file:') return createDiskStorage(fileURLToPath(url));
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(url);
}
