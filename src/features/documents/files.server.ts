import { type Key, toStorageKey } from '../../platform/storage/storage.ts';

/** The key of the file of a document, which only the call for that document reads. */
export const getDocumentKey = (id: string): Key => toStorageKey(`documents/${id}`);
