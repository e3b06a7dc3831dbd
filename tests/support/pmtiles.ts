import { gzipSync } from 'node:zlib';
import { Compression, type TileType, zxyToTileId } from 'pmtiles';

const HEADER_BYTES = 127;
/** Offsets in the header, see the specification of PMTiles version 3. */
const AT = { version: 7, sections: 8, counts: 72, clustered: 96, zooms: 100, bounds: 102, centre: 118 };
const DEGREES = 1e7;

interface Archive {
  readonly tiles: readonly { readonly z: number; readonly x: number; readonly y: number; readonly data: Uint8Array }[];
  readonly metadata: object;
  readonly tileType: TileType;
  /** Whether the tiles have been compressed with gzip. */
  readonly isGzip: boolean;
  readonly bounds: readonly [west: number, south: number, east: number, north: number];
  /** Whether the directory of tiles is a leaf below the root, as in large archives. */
  readonly hasLeaf?: boolean;
}

/** Returns a PMTiles archive. */
export function createArchive({ tiles, metadata, tileType, isGzip, bounds, hasLeaf = false }: Archive): Buffer {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .toSorted((a, b) => a.id - b.id);
  let end = 0;
  const entries = sorted.map(({ id, data }) => {
    const entry = { id, offset: end, length: data.length, run: 1 };
    end += data.length;
    return entry;
  });
  const directory = encodeDirectory(entries);
  const leaf = hasLeaf ? directory : Buffer.alloc(0);
  const root = hasLeaf ? encodeDirectory([{ id: entries[0]!.id, offset: 0, length: leaf.length, run: 0 }]) : directory;
  const json = gzipSync(JSON.stringify(metadata));
  const sections = [root, json, leaf, Buffer.concat(sorted.map(({ data }) => data))];

  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0, 'latin1');
  header[AT.version] = 3;
  let offset = HEADER_BYTES;
  sections.forEach((section, index) => {
    header.writeBigUInt64LE(BigInt(offset), AT.sections + index * 16);
    header.writeBigUInt64LE(BigInt(section.length), AT.sections + index * 16 + 8);
    offset += section.length;
  });
  for (let index = 0; index < 3; index += 1) header.writeBigUInt64LE(BigInt(sorted.length), AT.counts + index * 8);
  const zooms = sorted.map(({ z }) => z);
  header.set([1, Compression.Gzip, isGzip ? Compression.Gzip : Compression.None, tileType], AT.clustered);
  header.set([Math.min(...zooms), Math.max(...zooms)], AT.zooms);
  const [west, south, east, north] = bounds;
  bounds.forEach((degrees, index) => header.writeInt32LE(Math.round(degrees * DEGREES), AT.bounds + index * 4));
  header[AT.centre] = Math.min(...zooms);
  header.writeInt32LE(Math.round(((west + east) / 2) * DEGREES), AT.centre + 1);
  header.writeInt32LE(Math.round(((south + north) / 2) * DEGREES), AT.centre + 5);
  return Buffer.concat([header, ...sections]);
}

interface Entry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  /** 0 for a leaf directory. */
  readonly run: number;
}

function encodeDirectory(entries: readonly Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }) => offset + 1),
  ];
  return gzipSync(Buffer.from(numbers.flatMap(toVarint)));
}

function toVarint(number: number): number[] {
  return number < 128 ? [number] : [(number % 128) + 128, ...toVarint(Math.floor(number / 128))];
}
