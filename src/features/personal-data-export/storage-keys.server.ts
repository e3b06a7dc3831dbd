import { type Key, toStorageKey } from '../../platform/storage/storage.ts';

/** The key of an archive, which only the download of its owner reads. Backups leave this folder out. */
export const getExportKey = (id: string): Key => toStorageKey(`personal-data/${id}.zip`);
