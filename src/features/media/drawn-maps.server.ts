import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Storage } from '../../platform/storage/storage.ts';
import { drawnMapKey } from './storage-keys.server.ts';

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Draws the surroundings of a position as an SVG document. */
export type DrawMap = (position: Position) => string;

/** Drawn maps, kept once drawn. */
export interface DrawnMaps {
  /** Changes with what is drawn. */
  version(): string;
  /** The SVG document, compressed with gzip. */
  compressed(position: Position): Promise<Uint8Array>;
}

/** Degrees, with Scotland and its seas inside. */
const SCOTLAND = { south: 54.4, north: 61, west: -9, east: -0.5 };
const NAME = /^(\d\d\.\d{4}),(-\d\.\d{4})\.svg$/;

/** Reads the name of a drawn map; null when no place in Scotland is written so. */
export function parsePosition(name: string): Position | null {
  const [, north, east] = NAME.exec(name) ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  const inside =
    latitude >= SCOTLAND.south &&
    latitude <= SCOTLAND.north &&
    longitude >= SCOTLAND.west &&
    longitude <= SCOTLAND.east;
  return inside ? { latitude, longitude } : null;
}

/** Lerwick, Stornoway, Edinburgh, Stranraer: a new base map or a new style shows in at least one of their maps. */
const SPECIMENS: readonly Position[] = [
  { latitude: 60.1548, longitude: -1.1494 },
  { latitude: 58.2093, longitude: -6.3865 },
  { latitude: 55.9533, longitude: -3.1883 },
  { latitude: 54.9027, longitude: -5.0255 },
];

export function drawnMaps(storage: Storage, draw: DrawMap): DrawnMaps {
  let drawn: string | undefined;
  const version = () => (drawn ??= versionOf(draw));
  return {
    version,
    compressed: async (position) => {
      const { latitude, longitude } = position;
      const key = drawnMapKey(version(), `${latitude.toFixed(4)},${longitude.toFixed(4)}`);
      const kept = await storage.read(key);
      if (kept) return kept;
      const compressed = await promisify(gzip)(draw(position));
      await storage.put(key, compressed);
      return compressed;
    },
  };
}

function versionOf(draw: DrawMap): string {
  const hash = createHash('sha256');
  for (const position of SPECIMENS) hash.update(draw(position));
  return hash.digest('hex').slice(0, 16);
}
