import { type Key, toStorageKey } from '../../../platform/storage/storage.ts';

/** The folder with the chunks of an upload. */
export const getChunksKey = (id: string): Key => toStorageKey(`uploads/${id}`);

/** The chunk that begins at this byte of the file. */
export const getChunkKey = (id: string, offset: number): Key => toStorageKey(`uploads/${id}/${offset}`);
