import { crc32 } from 'node:zlib';
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import { DAMAGED, HAS_SYMBOLIC_LINK, PASSWORD_PROTECTED, TOO_LARGE_UNPACKED } from './messages.ts';
import { reject } from './reject.ts';

/** A report with a photograph on every page has some hundreds. */
const MAX_PARTS = 2_000;
/** Text shrinks to a tenth in an archive, photographs not at all. */
const MAX_UNPACKED_BYTES = 100 * 1024 ** 2;

/** The Unix file mode in the external attributes of an entry, and the file types that are allowed: unset, file, folder. */
const MODE_SHIFT = 16;
const FILE_TYPE_MASK = 0o170000;
const PLAIN_FILE_TYPES = new Set([0, 0o100000, 0o040000]);

const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1');
const END_BYTES = 22;

/** Unpacked size of a document with the workbooks in it. */
export interface UnpackedSize {
  parts: number;
  bytes: number;
}

/** The parts of a document by their lower-case names, not read yet. */
export interface Package {
  readonly archive: ZipFile;
  readonly parts: ReadonlyMap<string, Entry>;
}

/**
 * Opens an archive in which every program sees the same parts. Rejects entries that are not plain files, and names that programs
 * resolve differently. Adds the size of the parts to `size`.
 * @param options `allowBackslashes` takes them for slashes, as some programs on Windows write them and Excel reads them
 */
export async function openPackage(
  content: Buffer,
  size: UnpackedSize,
  { allowBackslashes = false } = {},
): Promise<Package> {
  const archive = await fromBufferPromise(withoutBytesAfterEnd(content), {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: !allowBackslashes,
  });
  // With a comment, programs disagree about where the central directory ends.
  if (archive.comment) reject(DAMAGED);
  const parts = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) {
    size.parts += 1;
    size.bytes += entry.uncompressedSize;
    if (size.parts > MAX_PARTS || size.bytes > MAX_UNPACKED_BYTES) reject(TOO_LARGE_UNPACKED);
    if (entry.isEncrypted()) reject(PASSWORD_PROTECTED);
    if (!PLAIN_FILE_TYPES.has((entry.externalFileAttributes >>> MODE_SHIFT) & FILE_TYPE_MASK))
      reject(HAS_SYMBOLIC_LINK);
    const name = parsePartName(entry, allowBackslashes);
    const { fileName } = await archive.readLocalFileHeaderPromise(entry, {});
    if (!fileName.equals(entry.fileNameRaw) || parts.has(name)) reject(DAMAGED);
    parts.set(name, entry);
  }
  return { archive, parts };
}

/**
 * Mail gateways and downloads add bytes after the end of an archive, which programs ignore: every one looks for the last end record. One that
 * declares a comment stays as it is.
 */
function withoutBytesAfterEnd(content: Buffer): Buffer {
  const end = content.lastIndexOf(END_SIGNATURE);
  const hasComment = end < 0 || content.length < end + END_BYTES || content.readUInt16LE(end + END_BYTES - 2) > 0;
  return hasComment ? content : content.subarray(0, end + END_BYTES);
}

/** Word ignores the case of part names. */
function parsePartName({ fileName, fileNameRaw }: Entry, allowBackslashes: boolean): string {
  const written = fileNameRaw.toString();
  // Some programs support other encodings of the name. yauzl replaces backslashes where they are allowed.
  const expected = allowBackslashes ? written.replaceAll('\\', '/') : written;
  if (fileName !== expected || !fileNameRaw.equals(Buffer.from(written))) reject(DAMAGED);
  const name = decodeURIComponent(fileName).toLowerCase();
  return /[\p{C}\\:]|\/\/|\.(\/|$)/u.test(name) ? reject(DAMAGED) : name;
}

/** Gets the content of a part in chunks. */
export interface PartReader {
  write(chunk: Buffer): void;
  /** @throws {ApiError} when the part is rejected */
  end(): void;
}

/** Reads a part to its end and verifies its checksum. */
export async function readPart({ archive, parts }: Package, name: string, reader: PartReader): Promise<void> {
  const entry = parts.get(name) ?? reject(DAMAGED);
  let checksum = 0;
  // yauzl verifies the length.
  for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    checksum = crc32(chunk, checksum);
    reader.write(chunk);
  }
  if (checksum !== entry.crc32) reject(DAMAGED);
  reader.end();
}
