import type { Header, PMTiles } from 'pmtiles';
import { type ReadRange, openArchive } from './archive.server.ts';
import { MapFileError } from './map-file-error.ts';

/** Elevations on land and sea floor in metres that a correct decoder finds; other encodings result in others. */
const ELEVATIONS = { min: -11_000, max: 9_000 };
/** Share of the pixels of a tile with such an elevation. */
const MIN_PLAUSIBLE = 0.99;

/**
 * Checks one tile: it must be square and have the Terrarium encoding, whose elevation is red * 256 + green + blue / 256 - 32768.
 * @returns the width of the tiles in pixels
 */
export async function checkElevations(read: ReadRange, header: Header, file: string): Promise<number> {
  const tile = await findTile(openArchive(read), header);
  if (!tile) throw new MapFileError(`${file} has no tile at its centre.`);
  const { data, info } = await decode(tile).catch((error: Error) => {
    throw new MapFileError(`${file} has a tile that cannot be decoded (${error.message}).`);
  });
  if (info.width !== info.height) throw new MapFileError(`${file} has tiles that are not square.`);
  let plausible = 0;
  for (let i = 0; i < data.length; i += 3) {
    const elevation = data[i]! * 256 + data[i + 1]! + data[i + 2]! / 256 - 32_768;
    if (elevation > ELEVATIONS.min && elevation < ELEVATIONS.max) plausible += 1;
  }
  if (plausible < (data.length / 3) * MIN_PLAUSIBLE)
    throw new MapFileError(`${file} has no elevations with the Terrarium encoding.`);
  return info.width;
}

/** Returns the tile at the centre of the bounds with the lowest zoom. */
async function findTile(archive: PMTiles, header: Header): Promise<Uint8Array | undefined> {
  const longitude = (header.minLon + header.maxLon) / 2;
  const latitude = (((header.minLat + header.maxLat) / 2) * Math.PI) / 180;
  const scale = 2 ** header.minZoom;
  const x = Math.floor(((longitude + 180) / 360) * scale);
  const y = Math.floor(((1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2) * scale);
  const tile = await archive.getZxy(header.minZoom, x, y);
  return tile && new Uint8Array(tile.data);
}

/** The decoder is loaded only here, so that other commands and the nodes do without it. */
async function decode(tile: Uint8Array) {
  const { default: sharp } = await import('sharp');
  return sharp(tile).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}
