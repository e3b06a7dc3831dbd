import { crc32, deflateSync } from 'node:zlib';
import { gradient, photograph } from './photograph.ts';

const text = (words: string) => Buffer.from(words, 'latin1');

/** A chunk of a PNG file. */
function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([text(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG that says that it is of this size, with these bytes for compressed pixels. */
function pngOf({ width, height }: { width: number; height: number }, pixels: Uint8Array): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [pngChunk('IHDR', head), pngChunk('IDAT', pixels), pngChunk('IEND', new Uint8Array())];
  return Buffer.concat([signature, ...chunks]);
}

interface HostileFile {
  readonly what: string;
  readonly content: () => Promise<Uint8Array>;
  /** What its sender is told. */
  readonly told: string;
}

const DAMAGED = 'This picture is damaged. Please export it again.';
const NO_PICTURE = 'Please choose a JPEG, PNG or WebP picture.';
const MORE = 'This file has more in it than a picture. Please export the picture again, by itself.';
const cut = (content: Buffer) => content.subarray(0, Math.floor(content.length * 0.6));

/** Files that nobody should be able to do harm with. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  { what: 'an empty picture of one byte', content: async () => new Uint8Array(1), told: NO_PICTURE },
  { what: 'text', content: async () => text('a photograph of a mill'), told: NO_PICTURE },
  { what: 'a program', content: async () => text('\x7fELF\x02\x01\x01' + '\0'.repeat(5000)), told: NO_PICTURE },
  { what: 'an archive', content: async () => text('PK\x03\x04' + '\0'.repeat(5000)), told: NO_PICTURE },
  {
    what: 'a drawing that reads a file',
    content: async () => text('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    told: NO_PICTURE,
  },
  { what: 'a GIF', content: () => gradient(900, 600).gif().toBuffer(), told: NO_PICTURE },
  { what: 'a TIFF', content: () => gradient(900, 600).tiff().toBuffer(), told: NO_PICTURE },
  { what: 'a JPEG that breaks off', content: async () => cut(await photograph(1600, 1200)), told: DAMAGED },
  {
    what: 'a PNG that breaks off',
    content: async () => cut(await gradient(1600, 1200).png().toBuffer()),
    told: DAMAGED,
  },
  {
    what: 'a PNG with some bytes changed',
    content: async () => {
      const content = await gradient(900, 600).png().toBuffer();
      return content.fill(0x55, 20_000, 20_400);
    },
    told: DAMAGED,
  },
  {
    what: 'a small file that would unfold into 3,600 megapixels',
    content: async () => pngOf({ width: 60_000, height: 60_000 }, deflateSync(Buffer.alloc(1_000_000))),
    told: 'This picture is too large: use at most 64 megapixels.',
  },
  {
    what: 'a row of a million pixels',
    content: () => gradient(1_000_000, 1).png().toBuffer(),
    told: 'This picture is too flat: it may be at most 20 times as wide as tall.',
  },
  {
    what: 'a picture too small to show',
    content: () => photograph(799, 600),
    told: 'This picture has 799 pixels on its longer side. Send one of at least 800.',
  },
  {
    what: 'a picture that is an archive too',
    content: async () =>
      Buffer.concat([
        await photograph(900, 600),
        text('PK\x03\x04'),
        Buffer.alloc(40),
        text('PK\x05\x06'),
        Buffer.alloc(18),
      ]),
    told: MORE,
  },
  {
    what: 'a picture that is a page too',
    content: async () => Buffer.concat([await photograph(900, 600), text('<html><script>alert(1)</script>')]),
    told: MORE,
  },
  {
    what: 'a picture that is a program of a server too',
    content: async () => Buffer.concat([await gradient(900, 600).png().toBuffer(), text("<?php system($_GET['c']);")]),
    told: MORE,
  },
  {
    what: 'a picture that is a document too',
    content: async () => Buffer.concat([await gradient(900, 600).webp().toBuffer(), text('%PDF-1.7\n%%EOF')]),
    told: MORE,
  },
];
