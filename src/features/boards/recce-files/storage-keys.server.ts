import { type Key, toStorageKey } from '../../../platform/storage/storage.ts';

/** The key of the content of files, which only the calls for a file read. */
export const getContentKey = (contentId: string): Key => toStorageKey(`board-files/${contentId}`);
