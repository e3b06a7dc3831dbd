import { type Key, storageKey } from '../../../platform/storage/storage.ts';

/** Where the pieces of an upload lie. */
export const getChunksKey = (id: string): Key => storageKey(`uploads/${id}`);

/** The piece that begins at this byte of the file. */
export const getChunkKey = (id: string, offset: number): Key => storageKey(`uploads/${id}/${offset}`);
