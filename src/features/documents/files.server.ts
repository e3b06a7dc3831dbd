import { type Key, storageKey } from '../../platform/storage/storage.ts';

/** Where the file of a document lies. Nothing but the call for that document ever reads it. */
export const documentKey = (id: string): Key => storageKey(`documents/${id}`);
