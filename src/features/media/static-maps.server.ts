import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Position } from '../geography/schema.ts';
import { getStaticMapKey } from './storage-keys.server.ts';

/** Draws a map around a position as an SVG document. */
export type RenderStaticMap = (position: Position) => string;

/** Bounds of Scotland and its seas, in degrees. */
const SCOTLAND = { south: 54.4, north: 61, west: -9, east: -0.5 };
const FILE_NAME = /^(\d\d\.\d{4}),(-\d\.\d{4})\.svg$/;

/** Parses the file name of a static map; null when it is not a position in Scotland. */
export function parseMapName(name: string): Position | null {
  const [, north, east] = FILE_NAME.exec(name) ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  const inside =
    latitude >= SCOTLAND.south &&
    latitude <= SCOTLAND.north &&
    longitude >= SCOTLAND.west &&
    longitude <= SCOTLAND.east;
  return inside ? { latitude, longitude } : null;
}

/** Lerwick, Stornoway, Edinburgh, Stranraer: any change of the base map or style alters at least one of their maps. */
const VERSION_SAMPLES: readonly Position[] = [
  { latitude: 60.1548, longitude: -1.1494 },
  { latitude: 58.2093, longitude: -6.3865 },
  { latitude: 55.9533, longitude: -3.1883 },
  { latitude: 54.9027, longitude: -5.0255 },
];

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
      await storage.put(key, compressed);
      return compressed;
    },
  };
}

function computeVersion(draw: RenderStaticMap): string {
  const hash = createHash('sha256');
  for (const position of VERSION_SAMPLES) hash.update(draw(position));
  return hash.digest('hex').slice(0, 16);
}
