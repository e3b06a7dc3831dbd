import { type DecompressFunc, PMTiles, SharedPromiseCache } from 'pmtiles';

/** Reads a range of a file; null if the file is missing. */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array | null>;

/** Directories that an archive caches: 64 of 4,000 tiles take some 20 MB. */
const MAX_CACHED_DIRECTORIES = 64;

/**
 * Opens a PMTiles archive. Tiles are returned as they are stored, mostly compressed, since browsers decompress them. An archive that
 * failed to read a directory keeps failing, so it must be opened again.
 */
export function openArchive(read: ReadRange): PMTiles {
  const source = {
    getKey: () => 'archive',
    getBytes: async (offset: number, length: number) => {
      const bytes = await read(offset, length);
      if (!bytes) throw new Error('the map file is missing in the storage');
      return { data: toArrayBuffer(bytes) };
    },
  };
  const keepCompressed: DecompressFunc = async (bytes) => bytes;
  return new PMTiles(source, new SharedPromiseCache(MAX_CACHED_DIRECTORIES), keepCompressed);
}

/** Returns the buffer of the bytes, without a copy if they fill it. */
function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  const isWhole = byteLength === buffer.byteLength && buffer instanceof ArrayBuffer;
  return isWhole ? buffer : (buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
}
