import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Storage } from '../../platform/storage/storage.ts';
import { listOutermostTowns } from '../geography/gazetteer/nearest-town.queries.server.ts';
import type { Position } from '../geography/schema.ts';
import { getStaticMapKey } from './storage-keys.server.ts';

/** Draws a map around a position as an SVG document. */
export type RenderStaticMap = (position: Position) => string;

const FILE_NAME = /^(-?(?:0|[1-9]\d?)\.\d{4}),(-?(?:0|[1-9]\d{0,2})\.\d{4})\.svg$/;

/** Parses the file name of a static map; null when it is not a position. */
export function parseMapName(name: string): Position | null {
  const [, y, x] = FILE_NAME.exec(name) ?? [];
  const position = { latitude: Number(y), longitude: Number(x) };
  return Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180 ? position : null;
}

/** Creates a store of static maps, cached in the storage. */
export function createStaticMapStore(storage: Storage, draw: RenderStaticMap) {
  let drawn: string | undefined;
  const getVersion = () => (drawn ??= computeVersion(draw));
  return {
    /** Returns an identifier that changes with the base map and its style. */
    getVersion,
    /** Returns the SVG document, compressed with gzip. */
    getCompressed: async (position: Position): Promise<Uint8Array> => {
      const { latitude, longitude } = position;
      const key = getStaticMapKey(getVersion(), `${latitude.toFixed(4)},${longitude.toFixed(4)}`);
      const stored = await storage.read(key);
      if (stored) return stored;
      const compressed = await promisify(gzip)(draw(position));
      // A map that cannot be kept, as when the storage is full, is drawn again next time.
      await storage.put(key, compressed).catch(() => {});
      return compressed;
    },
  };
}

/** Hashes maps at the edges of the region: any change of the base map or style alters at least one of them. */
function computeVersion(draw: RenderStaticMap): string {
  const hash = createHash('sha256');
  for (const position of listOutermostTowns()) hash.update(draw(position));
  return hash.digest('hex').slice(0, 16);
}
