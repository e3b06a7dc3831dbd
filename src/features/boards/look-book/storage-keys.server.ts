import { type Key, toStorageKey } from '../../../platform/storage/storage.ts';

/** The key of a look-book. Backups have those that were sent. */
export const getLookBookKey = (id: string): Key => toStorageKey(`look-books/${id}`);
