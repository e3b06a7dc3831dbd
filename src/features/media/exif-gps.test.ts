import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { gradient } from '../../../tests/support/photograph.ts';
import { parseExifGps } from './exif-gps.server.ts';

const NORTH = { GPSLatitudeRef: 'N', GPSLatitude: '57/1 16/1 2784/100' };
const WEST = { GPSLongitudeRef: 'W', GPSLongitude: '5/1 30/1 4680/100' };

async function exifOf(IFD3: Record<string, string>, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  const { exif } = await sharp(await gradient(80, 60).withExif({ IFD3 }).toFormat(format).toBuffer()).metadata();
  return exif!;
}

test.each(['jpeg', 'png', 'webp'] as const)('parses position and direction of a %s', async (format) => {
  const position = parseExifGps(await exifOf({ ...NORTH, ...WEST, GPSImgDirection: '4525/100' }, format));
  expect(position).toMatchObject({ latitude: expect.closeTo(57.2744, 6), longitude: expect.closeTo(-5.513, 6) });
  expect(position?.direction).toBe(45.25);
});

test.each([
  ['3599999999/10000000', 0],
  ['360/1', 0],
  ['361/1', null],
  ['1/0', null],
])('parses the direction %s as %s', async (GPSImgDirection, direction) => {
  expect(parseExifGps(await exifOf({ ...NORTH, ...WEST, GPSImgDirection }))?.direction).toBe(direction);
});

test.each([
  ['letters in lower case', { ...NORTH, ...WEST, GPSLatitudeRef: 'n', GPSLongitudeRef: 'w' }, 57.2744, -5.513],
  ['a measurement with a fix', { ...NORTH, ...WEST, GPSStatus: 'A' }, 57.2744, -5.513],
  ['seconds of 0/0', { ...NORTH, ...WEST, GPSLatitude: '57/1 9/1 0/0', GPSLongitude: '5/1 12/1 0/0' }, 57.15, -5.2],
  ['the south and east', { ...NORTH, ...WEST, GPSLatitudeRef: 'S', GPSLongitudeRef: 'E' }, -57.2744, 5.513],
])('accepts %s', async (_, position, latitude, longitude) => {
  expect(parseExifGps(await exifOf(position))).toMatchObject({
    latitude: expect.closeTo(latitude, 4),
    longitude: expect.closeTo(longitude, 4),
  });
});

test.each([
  ['no longitude', NORTH],
  ['no hemisphere', { GPSLatitude: NORTH.GPSLatitude, GPSLongitude: WEST.GPSLongitude }],
  ['no hemisphere of the longitude', { ...NORTH, GPSLongitude: WEST.GPSLongitude }],
  ['another letter for the hemisphere', { ...NORTH, ...WEST, GPSLongitudeRef: 'N' }],
  ['a latitude past the pole', { ...NORTH, ...WEST, GPSLatitude: '91/1 0/1 0/1' }],
  ['a camera without a fix', { ...NORTH, ...WEST, GPSStatus: 'V' }],
  ['90 minutes', { ...NORTH, ...WEST, GPSLatitude: '57/1 90/1 0/1' }],
  ['60 seconds', { ...NORTH, ...WEST, GPSLongitude: '5/1 12/1 60/1' }],
  ['zero denominators', { ...NORTH, ...WEST, GPSLatitude: '57/0 0/0 0/0' }],
  ['0, 0', { ...NORTH, ...WEST, GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' }],
])('returns null for %s', async (_, position) => {
  expect(parseExifGps(await exifOf(position))).toBeNull();
});

/** A block whose directory is full of entries, each declaring most of the block as its values. */
function overfull(bytes: number): Buffer {
  const block = Buffer.alloc(bytes);
  block.write('II*\0', 'latin1');
  block.writeUInt32LE(8, 4);
  block.writeUInt16LE(0xffff, 8);
  for (let n = 0; n < 0xffff; n++) {
    block.writeUInt16LE(0x9c9b, 10 + n * 12);
    block.writeUInt16LE(3, 12 + n * 12);
    block.writeUInt32LE(bytes / 2, 14 + n * 12);
  }
  return block;
}

describe('a malicious block', () => {
  test('with an excessive number of values is parsed quickly', () => {
    const started = performance.now();
    expect(parseExifGps(overfull(4_000_000))).toBeNull();
    // Reading them all takes minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('of random bytes does not throw', async () => {
    const whole = await exifOf({ ...NORTH, ...WEST });
    const change = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), fc.nat(whole.length), (changes, length) => {
        const block = Buffer.from(whole);
        for (const [at, byte] of changes) block[at] = byte;
        const { latitude, longitude, direction } = parseExifGps(block.subarray(0, length)) ?? {
          latitude: 0,
          longitude: 0,
          direction: null,
        };
        expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
        expect(direction ?? 0).toBeGreaterThanOrEqual(0);
        expect(direction ?? 0).toBeLessThan(360);
      }),
    );
  });
});
