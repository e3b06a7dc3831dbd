import type { PMTiles } from 'pmtiles';
import type { Storage } from '../../../platform/storage/storage.ts';
import { openArchive } from './archive.server.ts';
import { getMapFileKey } from './queries.server.ts';
import type { MapFile } from './schema.ts';

/** Reads tiles of installed files. The directories of the file that was last read of each kind are cached. */
export class MapTileReader {
  readonly #storage: Pick<Storage, 'readRange'>;
  readonly #archives = new Map<string, PMTiles>();

  constructor(storage: Pick<Storage, 'readRange'>) {
    this.#storage = storage;
  }

  /** Returns a tile as it is stored, see `isGzip`; undefined if the file has none. */
  async read(file: Pick<MapFile, 'id'>, z: number, x: number, y: number): Promise<Uint8Array | undefined> {
    const archive = this.#open(file.id);
    try {
      const tile = await archive.getZxy(z, x, y);
      return tile && new Uint8Array(tile.data);
    } catch (error) {
      // The archive would cache the failure of a directory.
      this.#archives.delete(file.id);
      throw error;
    }
  }

  /** Forgets the directories of files that are no longer installed. */
  retain(ids: readonly string[]): void {
    for (const id of this.#archives.keys()) if (!ids.includes(id)) this.#archives.delete(id);
  }

  #open(id: string): PMTiles {
    const opened = this.#archives.get(id);
    if (opened) return opened;
    const key = getMapFileKey(id);
    const archive = openArchive((offset, length) => this.#storage.readRange(key, offset, length));
    this.#archives.set(id, archive);
    return archive;
  }
}
