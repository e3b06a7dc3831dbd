import { type Key, toStorageKey } from '../../../platform/storage/storage.ts';

/** The key of a file, which only the calls for that file read. */
export const getFileKey = (id: string): Key => toStorageKey(`enquiries/${id}`);
