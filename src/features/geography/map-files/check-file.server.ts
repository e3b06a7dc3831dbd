import { type FileHandle, open } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Compression, type Header, TileType, bytesToHeader } from 'pmtiles';
import { z } from 'zod';
import { describeFileFailure } from '../../../platform/files/file-failure.ts';
import { getGroundLayers } from '../basemap/layers.server.ts';
import { isOnLand } from '../boundaries/queries.server.ts';
import { checkElevations } from './check-elevations.server.ts';
import { MapFileError } from './map-file-error.ts';
import type { MapFileDetails, MapFileKind } from './schema.ts';

const HEADER_BYTES = 127;
const MAGIC = 'PMTiles';
const VERSION = 3;
const MAX_METADATA_BYTES = 10 * 1024 * 1024;

/** Layers of the Protomaps basemap that the style cannot do without. */
const LAYERS = ['earth', 'water', 'landuse', 'roads', 'buildings', 'places'];
/** Fields of the roads since version 4 of the schema; earlier versions name them differently. */
const ROAD_FIELDS = ['kind', 'kind_detail'];

const FORMATS = new Map<TileType, MapFileDetails['format']>([
  [TileType.Mvt, 'mvt'],
  [TileType.Png, 'png'],
  [TileType.Webp, 'webp'],
]);
const FORMAT_NAMES: Readonly<Record<TileType, string>> = {
  [TileType.Unknown]: 'tiles of an unknown format',
  [TileType.Mvt]: 'vector tiles (MVT)',
  [TileType.Png]: 'PNG tiles',
  [TileType.Jpeg]: 'JPEG tiles',
  [TileType.Webp]: 'WebP tiles',
  [TileType.Avif]: 'AVIF tiles',
  [TileType.Mlt]: 'vector tiles of the format MLT',
};

const metadata = z.object({
  attribution: z.string().optional(),
  vector_layers: z.array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()) })).optional(),
});
type Metadata = z.infer<typeof metadata>;

/**
 * Checks that a local file can be installed, and describes it. Reads little of it: it can have several gigabytes.
 * @throws {MapFileError} with the reason and what to do
 */
export async function checkMapFile(file: string, kind: MapFileKind): Promise<MapFileDetails> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new MapFileError(describeFileFailure(file, 'read', error));
  });
  try {
    const { size } = await handle.stat();
    const header = await readHeader(handle, file);
    checkSize(header, size, file);
    const format = checkFormat(header, kind, file);
    checkBounds(header, file);
    const meta = await readMetadata(handle, header, file);
    if (kind === 'streets') checkLayers(meta, file);
    return {
      format,
      isGzip: header.tileCompression === Compression.Gzip,
      ...(kind === 'relief' && { tileSize: await checkElevations(createRangeReader(handle), header, file) }),
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
      bytes: size,
      attribution: meta.attribution?.trim() || null,
    };
  } finally {
    await handle.close();
  }
}

function createRangeReader(handle: FileHandle): (offset: number, length: number) => Promise<Uint8Array> {
  return async (offset, length) => {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
}

async function readHeader(handle: FileHandle, file: string): Promise<Header> {
  const bytes = await createRangeReader(handle)(0, HEADER_BYTES);
  if (Buffer.from(bytes).toString('latin1', 0, MAGIC.length) !== MAGIC || bytes.length < HEADER_BYTES)
    throw new MapFileError(`${file} is not a PMTiles file.`);
  const version = bytes[MAGIC.length];
  if (version !== VERSION)
    throw new MapFileError(`${file} has version ${version} of the format PMTiles; version ${VERSION} is needed.`);
  return bytesToHeader(bytes.buffer as ArrayBuffer);
}

/** An interrupted download has a valid header, but fewer bytes than it says. */
function checkSize({ tileDataOffset, tileDataLength = 0 }: Header, size: number, file: string): void {
  const expected = tileDataOffset + tileDataLength;
  if (size < expected)
    throw new MapFileError(`${file} is incomplete: it has ${size} of ${expected} bytes. Download it again.`);
}

function checkFormat({ tileType, tileCompression }: Header, kind: MapFileKind, file: string): MapFileDetails['format'] {
  const format = FORMATS.get(tileType);
  const found = FORMAT_NAMES[tileType] ?? FORMAT_NAMES[TileType.Unknown];
  if (kind === 'streets' && format !== 'mvt') {
    const hint = format ? ' For elevations, use basemap install --relief.' : '';
    throw new MapFileError(`${file} has ${found}; streets need ${FORMAT_NAMES[TileType.Mvt]}.${hint}`);
  }
  if (kind === 'relief' && format !== 'png' && format !== 'webp')
    throw new MapFileError(`${file} has ${found}; relief needs PNG or WebP tiles with elevations.`);
  if (tileCompression !== Compression.Gzip && tileCompression !== Compression.None)
    throw new MapFileError(`${file} has tiles with an unsupported compression; gzip or none is needed.`);
  return format!;
}

function checkBounds({ minLon, minLat, maxLon, maxLat }: Header, file: string): void {
  const box = `${minLon},${minLat},${maxLon},${maxLat}`;
  if (!(minLon < maxLon && minLat < maxLat)) throw new MapFileError(`${file} has invalid bounds: ${box}.`);
  const isCovered = getGroundLayers().land.lines.some((line) =>
    line.some(([x, y]) => x >= minLon && x <= maxLon && y >= minLat && y <= maxLat),
  );
  // A small file may have no coast, but then its centre tells.
  const centre = { longitude: (minLon + maxLon) / 2, latitude: (minLat + maxLat) / 2 };
  if (!isCovered && !isOnLand(centre))
    throw new MapFileError(`${file} covers ${box} (west, south, east, north), where the base map has no land.`);
}

async function readMetadata(handle: FileHandle, header: Header, file: string): Promise<Metadata> {
  const { jsonMetadataOffset, jsonMetadataLength, internalCompression } = header;
  try {
    if (jsonMetadataLength > MAX_METADATA_BYTES) throw new Error('too long');
    const bytes = await createRangeReader(handle)(jsonMetadataOffset, jsonMetadataLength);
    const options = { maxOutputLength: MAX_METADATA_BYTES };
    const text = internalCompression === Compression.Gzip ? gunzipSync(bytes, options) : Buffer.from(bytes);
    return metadata.parse(JSON.parse(text.toString('utf8')));
  } catch (error) {
    throw new MapFileError(`${file} has metadata that cannot be read (${(error as Error).message}).`);
  }
}

function checkLayers({ vector_layers: layers = [] }: Metadata, file: string): void {
  const missing = LAYERS.filter((name) => !layers.some(({ id }) => id === name));
  if (missing.length > 0)
    throw new MapFileError(`${file} lacks the layers ${missing.join(', ')}: it must have the schema of Protomaps.`);
  const { fields } = layers.find(({ id }) => id === 'roads')!;
  if (ROAD_FIELDS.some((name) => !Object.hasOwn(fields, name)))
    throw new MapFileError(`${file} has an old version of the Protomaps schema; version 4 is needed.`);
}
