import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { diskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** Opens the file storage: `s3://bucket?endpoint=…&region=…`, `file:///folder`, or by default the folder `files` in the data directory. */
export async function openStorage(settings: { storageUrl?: string | undefined; dataDir: string }): Promise<Storage> {
  if (settings.storageUrl === undefined) return diskStorage(path.join(settings.dataDir, 'files'));
  const url = new URL(settings.storageUrl);
  if (url.protocol === 'file:') return diskStorage(fileURLToPath(url));
  const { s3Storage } = await import('./s3.ts');
  return s3Storage(url);
}
