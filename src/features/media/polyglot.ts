/** Formats whose end of image can be found. */
export type PictureFormat = 'jpeg' | 'png' | 'webp';

/**
 * Whether a valid picture is a polyglot: also an archive, a document, or something that a browser or server would run. Data that cameras
 * append is allowed: further views, gain maps, the video of a motion photo, maker notes.
 */
export function isPolyglot(content: Buffer, format: PictureFormat): boolean {
  return (
    MARKUP.test(content.toString('latin1')) ||
    isZipArchive(content) ||
    ARCHIVE_SIGNATURES.some((sign) => content.includes(sign)) ||
    startsAsOtherFormat(content.subarray(findImageEnd(content, format)))
  );
}

/** Signatures long enough not to occur in compressed pixels by chance, at any offset. */
const MARKUP = /<(?:script|html|iframe)[\s>]|<!doctype\s|<\?php\s|<\?=\s*\$_|__HALT_COMPILER\(|%PDF-\d\.\d/i;
const ARCHIVE_SIGNATURES = ['Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'].map((sign) => Buffer.from(sign, 'latin1'));

/** A ZIP archive is read from its end: a record of 22 bytes and a comment, which has the offset of the central directory. */
const ZIP_END_RECORD = { signature: Buffer.from('PK\x05\x06'), bytes: 22, maxCommentBytes: 0xffff };
const ZIP_ENTRY_SIGNATURE = Buffer.from('PK\x01\x02');

function isZipArchive(content: Buffer): boolean {
  const from = Math.max(0, content.length - ZIP_END_RECORD.bytes - ZIP_END_RECORD.maxCommentBytes);
  for (
    let at = from;
    (at = content.indexOf(ZIP_END_RECORD.signature, at)) >= 0 && at + ZIP_END_RECORD.bytes <= content.length;
    at++
  ) {
    const directory = at - content.readUInt32LE(at + 12);
    if (directory === at || content.subarray(Math.max(0, directory), directory + 4).equals(ZIP_ENTRY_SIGNATURE))
      return true;
  }
  return false;
}

/** First bytes of programs, archives and other image formats. */
const OTHER_SIGNATURES = [
  '\x7fELF',
  'MZ',
  '#!',
  '\x1f\x8b\x08',
  'BZh',
  'PK\x03\x04',
  'GIF8',
  '{\\rtf',
  '<svg',
  '<?xml',
];

function startsAsOtherFormat(trailer: Buffer): boolean {
  const text = trailer
    .subarray(0, 1024)
    .toString('latin1')
    .replace(/^[\0\s\xff]+/, '');
  return OTHER_SIGNATURES.some((beginning) => text.startsWith(beginning));
}

/** Returns the offset after the image, which is the end of the file at the latest. */
function findImageEnd(content: Buffer, format: PictureFormat): number {
  if (format === 'jpeg') return findJpegEnd(content);
  if (format === 'png') return findPngEnd(content);
  return Math.min(content.length, content.readUInt32LE(4) + 8);
}

/** Segments have a length each; after a start of scan (DA), compressed pixels follow up to the next marker. */
function findJpegEnd(content: Buffer): number {
  for (let at = content.indexOf(0xff, 2); at >= 0 && at + 3 < content.length;) {
    const marker = content[at + 1]!;
    if (marker === 0xd9) return at + 2;
    const isStuffing = marker === 0 || marker === 0xff || marker === 1 || (marker >= 0xd0 && marker <= 0xd8);
    at = content.indexOf(0xff, isStuffing ? at + (marker === 0xff ? 1 : 2) : at + 2 + content.readUInt16BE(at + 2));
  }
  return content.length;
}

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** Returns a JPEG with an end marker, which is added if there is none; other content as it is. */
export function withJpegEnd(content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (!bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) return content;
  const end = findJpegEnd(bytes);
  const hasEnd = end < bytes.length || bytes.subarray(-JPEG_END.length).equals(JPEG_END);
  return hasEnd ? content : Buffer.concat([bytes, JPEG_END]);
}

function findPngEnd(content: Buffer): number {
  for (let at = 8; at + 12 <= content.length;) {
    const isLast = content.toString('latin1', at + 4, at + 8) === 'IEND';
    at += 12 + content.readUInt32BE(at);
    if (isLast) return at;
  }
  return content.length;
}
