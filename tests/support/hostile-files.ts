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

/** Returns a PNG file with this size in its header and these bytes as compressed pixels. */
function createPng({ width, height }: { width: number; height: number }, pixels: Uint8Array): Buffer {
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
  /** The error message. */
  readonly message: string;
}

const DAMAGED = 'This picture is damaged. Please export it again.';
const NO_PICTURE = 'Please choose a JPEG, PNG or WebP picture.';
const MORE = 'This file contains more than a picture. Please export the picture again, without anything else.';
const cut = (content: Buffer) => content.subarray(0, Math.floor(content.length * 0.6));

/** Files that must be rejected as pictures. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  { what: 'one zero byte', content: async () => new Uint8Array(1), message: NO_PICTURE },
  { what: 'text', content: async () => text('a photograph of a mill'), message: NO_PICTURE },
  { what: 'a program', content: async () => text('\x7fELF\x02\x01\x01' + '\0'.repeat(5000)), message: NO_PICTURE },
  { what: 'an archive', content: async () => text('PK\x03\x04' + '\0'.repeat(5000)), message: NO_PICTURE },
  {
    what: 'an SVG that reads a file',
    content: async () => text('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    message: NO_PICTURE,
  },
  { what: 'a GIF', content: () => gradient(900, 600).gif().toBuffer(), message: NO_PICTURE },
  { what: 'a TIFF', content: () => gradient(900, 600).tiff().toBuffer(), message: NO_PICTURE },
  { what: 'a truncated JPEG', content: async () => cut(await photograph(1600, 1200)), message: DAMAGED },
  {
    what: 'a truncated PNG',
    content: async () => cut(await gradient(1600, 1200).png().toBuffer()),
    message: DAMAGED,
  },
  {
    what: 'a PNG with some bytes changed',
    content: async () => {
      const content = await gradient(900, 600).png().toBuffer();
      return content.fill(0x55, 20_000, 20_400);
    },
    message: DAMAGED,
  },
  {
    what: 'a decompression bomb of 3,600 megapixels',
    content: async () => createPng({ width: 60_000, height: 60_000 }, deflateSync(Buffer.alloc(1_000_000))),
    message: 'This picture is too large: use at most 64 megapixels.',
  },
  {
    what: 'a picture one pixel high',
    content: () => gradient(1_000_000, 1).png().toBuffer(),
    message: 'This picture is too flat: it may be at most 20 times as wide as tall.',
  },
  {
    what: 'a picture that is too small',
    content: () => photograph(799, 600),
    message: 'This picture has 799 pixels on its longer side. Upload one of at least 800.',
  },
  {
    what: 'a polyglot of JPEG and ZIP',
    content: async () =>
      Buffer.concat([
        await photograph(900, 600),
        text('PK\x03\x04'),
        Buffer.alloc(40),
        text('PK\x05\x06'),
        Buffer.alloc(18),
      ]),
    message: MORE,
  },
  {
    what: 'a polyglot of JPEG and HTML',
    content: async () => Buffer.concat([await photograph(900, 600), text('<html><script>alert(1)</script>')]),
    message: MORE,
  },
  {
    what: 'a polyglot of PNG and PHP',
    content: async () => Buffer.concat([await gradient(900, 600).png().toBuffer(), text("<?php system($_GET['c']);")]),
    message: MORE,
  },
  {
    what: 'a polyglot of WebP and PDF',
    content: async () => Buffer.concat([await gradient(900, 600).webp().toBuffer(), text('%PDF-1.7\n%%EOF')]),
    message: MORE,
  },
];
