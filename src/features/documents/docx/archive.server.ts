import { crc32 } from 'node:zlib';
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import { DAMAGED, PROTECTED, SYMBOLIC_LINK, UNFOLDS } from './refusals.ts';

/** Parts of a document, at most; a report with a photograph on every page has some hundreds. */
const MAX_PARTS = 2_000;
/** All of it unfolded: text shrinks to a tenth, photographs not at all. */
const MAX_UNFOLDED_BYTES = 100 * 1024 ** 2;

/** Where the kind of a file stands among the attributes that Unix keeps of it. */
const MODE_SHIFT = 16;
const MODE_KIND = 0o170000;
const PLAIN_KINDS = new Set([0, 0o100000, 0o040000]);

/** What a document and the workbooks within it take together. */
export interface Taken {
  parts: number;
  bytes: number;
}

/** The parts of a document by their names in small letters, none of them read yet. */
export interface Package {
  readonly archive: ZipFile;
  readonly parts: ReadonlyMap<string, Entry>;
}

/**
 * Opens an archive of which every reader sees the same parts: names that one reader takes for one part and another reader for another,
 * and entries that are no plain files, are refused.
 */
export async function openPackage(content: Buffer, taken: Taken): Promise<Package> {
  const archive = await fromBufferPromise(content, { lazyEntries: true, autoClose: false, strictFileNames: true });
  // In front of a comment, readers disagree about where the list of parts ends.
  if (archive.comment) throw DAMAGED;
  const parts = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) {
    taken.parts += 1;
    taken.bytes += entry.uncompressedSize;
    if (taken.parts > MAX_PARTS || taken.bytes > MAX_UNFOLDED_BYTES) throw UNFOLDS;
    if (entry.isEncrypted()) throw PROTECTED;
    if (!PLAIN_KINDS.has((entry.externalFileAttributes >>> MODE_SHIFT) & MODE_KIND)) throw SYMBOLIC_LINK;
    const name = partName(entry);
    const { fileName } = await archive.readLocalFileHeaderPromise(entry, {});
    if (!fileName.equals(entry.fileNameRaw) || parts.has(name)) throw DAMAGED;
    parts.set(name, entry);
  }
  return { archive, parts };
}

/** Parts are known by their names whatever their case, as Word does. */
function partName({ fileName, fileNameRaw }: Entry): string {
  // Some readers know of other ways to write a name than these bytes.
  if (!fileNameRaw.equals(Buffer.from(fileName))) throw DAMAGED;
  const name = decodeURIComponent(fileName).toLowerCase();
  if (/[\p{C}\\:]|\/\/|\.(\/|$)/u.test(name)) throw DAMAGED;
  return name;
}

/** Takes what a part holds, as it is read. */
export interface PartReader {
  write(piece: Buffer): void;
  /** @throws {ApiError} when the part is not what it should be */
  end(): void;
}

/** Reads a part to its end, piece by piece, and makes sure that it is what was packed. */
export async function readPart({ archive, parts }: Package, name: string, reader: PartReader): Promise<void> {
  const entry = parts.get(name);
  if (!entry) throw DAMAGED;
  let sum = 0;
  // The archive's reader makes sure that there is as much of it as it says.
  for await (const piece of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    sum = crc32(piece, sum);
    reader.write(piece);
  }
  if (sum !== entry.crc32) throw DAMAGED;
  reader.end();
}
