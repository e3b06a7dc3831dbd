import { stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Entry, type ZipFile, openPromise } from 'yauzl';
import { ApiError } from '../../../platform/http/contract.ts';
import { UnusableFileError } from '../unusable-file-error.ts';
import {
  ARCHIVE_ENTRY_DAMAGED,
  ARCHIVE_HAS_NAME_TWICE,
  ARCHIVE_TOO_LARGE_UNPACKED,
  NOT_A_FOLDER_OR_ARCHIVE,
  tooManyFiles,
} from './messages.ts';
import type { PhotographSource, SourceEntry } from './schema.ts';
import { MAX_ENTRIES, assertPhotographSize, isSystemName } from './source-rules.ts';

/** Photographs hardly shrink. Entries that share their bytes, as in archives made to fill disks, add up to far more. */
const MAX_UNPACKED_RATIO = 20;

/** The Unix file mode in the external attributes of an entry, and the type of a link in it. */
const MODE_SHIFT = 16;
const FILE_TYPE_MASK = 0o170000;
const LINK = 0o120000;

/**
 * Lists the files of a ZIP archive. Nothing is unpacked but one photograph at a time, into memory.
 * @param root a path without links
 * @throws {UnusableFileError}
 */
export async function openArchive(root: string): Promise<PhotographSource> {
  const archive = await openPromise(root, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw new UnusableFileError(`${root}: ${NOT_A_FOLDER_OR_ARCHIVE} (${error.message})`);
  });
  try {
    const files = await listFiles(archive, (await stat(root)).size);
    const entries = [...files].map(([path, entry]): SourceEntry => ({ path, kind: isLink(entry) ? 'link' : 'file' }));
    return {
      root,
      entries,
      read: (path) => readEntry(archive, files.get(path)),
      close: async () => archive.close(),
    };
  } catch (error) {
    archive.close();
    if (error instanceof UnusableFileError) throw error;
    throw new UnusableFileError(`${root}: ${NOT_A_FOLDER_OR_ARCHIVE} (${(error as Error).message})`);
  }
}

async function listFiles(archive: ZipFile, bytes: number): Promise<ReadonlyMap<string, Entry>> {
  const files = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    const name = readName(entry);
    unpacked += entry.uncompressedSize;
    if (unpacked > bytes * MAX_UNPACKED_RATIO) throw new UnusableFileError(ARCHIVE_TOO_LARGE_UNPACKED);
    if (name.endsWith('/') || name.split('/').some(isSystemName)) continue;
    if (files.has(name)) throw new UnusableFileError(`${ARCHIVE_HAS_NAME_TWICE}: ${name}`);
    files.set(name, entry);
    if (files.size > MAX_ENTRIES) throw new UnusableFileError(tooManyFiles(MAX_ENTRIES));
  }
  return files;
}

/** Many programs write UTF-8 without saying so, where the format has code page 437. */
function readName({ fileName, fileNameRaw }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw).replaceAll('\\', '/');
  } catch {
    return fileName;
  }
}

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> MODE_SHIFT) & FILE_TYPE_MASK) === LINK;
}

/** Verifies length and checksum. */
async function readEntry(archive: ZipFile, entry: Entry | undefined): Promise<Buffer> {
  if (!entry) throw new ApiError('INVALID', ARCHIVE_ENTRY_DAMAGED);
  assertPhotographSize(entry.uncompressedSize);
  try {
    const chunks: Buffer[] = [];
    // The stream fails if it is longer or shorter than the entry says.
    for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    if (crc32(content) === entry.crc32) return content;
  } catch {
    // Also for encryption and methods of compression that are not supported.
  }
  throw new ApiError('INVALID', ARCHIVE_ENTRY_DAMAGED);
}
