import type { Position } from '../geography/schema.ts';

export interface CameraPosition extends Position {
  /** Degrees clockwise from north. */
  readonly direction: number | null;
}

/**
 * Parses the GPS position of an EXIF block; null without a plausible one. Reads only the values that it needs: a malicious block can
 * declare billions of others.
 */
export function parseExifGps(exif: Buffer): CameraPosition | null {
  try {
    return readGps(exif);
  } catch (error) {
    // Damaged blocks with offsets outside of them are common, and no reason to reject a picture.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** EXIF tags: of the GPS directory, and of its entries. */
const TAGS = {
  directory: 0x8825,
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  status: 9,
  direction: 17,
};
const RATIONAL = 5;

function readGps(exif: Buffer): CameraPosition | null {
  const block = openTiffBlock(exif);
  const pointer = block && findEntry(block, block.uint32(4), TAGS.directory);
  if (!pointer) return null;
  const entry = (tag: number) => findEntry(block, block.uint32(pointer + 8), tag);
  // V: measured before, without a fix now.
  if (readLetter(block, entry(TAGS.status)) === 'V') return null;
  const latitude = readDegrees(block, entry(TAGS.latitude), entry(TAGS.latitudeRef), 'NS');
  const longitude = readDegrees(block, entry(TAGS.longitude), entry(TAGS.longitudeRef), 'EW');
  // Cameras without a GPS fix write 0, 0.
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) || (latitude === 0 && longitude === 0)) return null;
  return { latitude, longitude, direction: readDirection(block, entry(TAGS.direction)) };
}

/** A TIFF structure: directories of entries of 12 bytes, each with a tag, a type, a count, and the offset of its values. */
interface TiffBlock {
  readonly bytes: Buffer;
  readonly uint16: (at: number) => number;
  readonly uint32: (at: number) => number;
}

function openTiffBlock(exif: Buffer): TiffBlock | null {
  const bytes = exif.subarray(exif.toString('latin1', 0, 5) === 'Exif\0' ? 6 : 0);
  const order = bytes.toString('latin1', 0, 4);
  if (order === 'II*\0')
    return { bytes, uint16: (at) => bytes.readUInt16LE(at), uint32: (at) => bytes.readUInt32LE(at) };
  if (order === 'MM\0*')
    return { bytes, uint16: (at) => bytes.readUInt16BE(at), uint32: (at) => bytes.readUInt32BE(at) };
  return null;
}

/** Returns the offset of the entry with this tag in the directory at `directory`. */
function findEntry({ uint16 }: TiffBlock, directory: number, tag: number): number | undefined {
  const count = uint16(directory);
  for (let n = 0; n < count; n++) {
    const at = directory + 2 + n * 12;
    if (uint16(at) === tag) return at;
  }
  return undefined;
}

/** Reads an entry of exactly `count` rationals; NaN for each when it is another one. */
function readRationals({ uint16, uint32 }: TiffBlock, entry: number | undefined, count: number): number[] {
  const numbers = Array.from({ length: count }, () => Number.NaN);
  if (entry === undefined || uint16(entry + 2) !== RATIONAL || uint32(entry + 4) !== count) return numbers;
  const first = uint32(entry + 8);
  return numbers.map((_, n) => uint32(first + n * 8) / uint32(first + n * 8 + 4));
}

/** Reads the first letter of a text that is within its entry, in upper case; empty when it is missing. */
function readLetter({ bytes }: TiffBlock, entry: number | undefined): string {
  return entry === undefined ? '' : String.fromCharCode(bytes[entry + 8]!).toUpperCase();
}

/**
 * Reads degrees, minutes and seconds as one number; NaN when they are missing, or the hemisphere is: its two letters are given, the second
 * of which is negative.
 */
function readDegrees(
  block: TiffBlock,
  entry: number | undefined,
  reference: number | undefined,
  hemispheres: 'NS' | 'EW',
): number {
  const [whole, minutes, seconds] = readRationals(block, entry, 3);
  // Some cameras write 0/0 for minutes or seconds that they do not use.
  if (minutes! >= 60 || seconds! >= 60) return Number.NaN;
  const size = whole! + (minutes || 0) / 60 + (seconds || 0) / 3600;
  const letter = readLetter(block, reference);
  if (letter === '' || !hemispheres.includes(letter)) return Number.NaN;
  return letter === hemispheres[1] ? -size : size;
}

/** Rounds to a hundredth, so that a direction just below 360 becomes 0, as the column requires. */
function readDirection(block: TiffBlock, entry: number | undefined): number | null {
  const [direction] = readRationals(block, entry, 1);
  return direction! >= 0 && direction! <= 360 ? (Math.round(direction! * 100) / 100) % 360 : null;
}
