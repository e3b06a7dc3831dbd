import type { Client } from 'pg';
import { hasTable } from '../../platform/db/has-table.ts';
import type { Key, Storage } from '../../platform/storage/storage.ts';
import { type BlobWriter } from './blobs.ts';
import type { BackedUpFile } from './manifest.ts';
import { forEachInParallel } from './parallel.ts';

const MAX_PARALLEL_FILES = 8;
const THUMBNAIL = 'thumbnail.webp';
/** The folder of chunks, of which any may not be there yet. */
const UPLOADS = 'uploads';

/**
 * The files that the rows of a snapshot refer to: for each folder of the storage their sizes in bytes, by the id in the key. That of an
 * original is its SHA-256.
 */
type ReferencedFiles = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Whether a file can be several times as large as an original. Files are read as a whole: of these, one at a time. */
export const isLarge = (key: string): boolean => key.startsWith('look-books/');

export async function readReferencedFiles(client: Client): Promise<ReferencedFiles> {
  const read = async (query: string) => {
    const { rows } = await client.query<{ id: string; bytes: number }>(query);
    return new Map(rows.map(({ id, bytes }) => [id, bytes]));
  };
  const readIfThere = async (table: string, query: string) =>
    (await hasTable(client, table)) ? read(query) : new Map<string, number>();
  return new Map([
    ['originals', await read('select sha256 as id, bytes from pictures')],
    ['documents', await read('select id, bytes from documents')],
    ['enquiries', await read('select id, bytes from enquiry_files')],
    // A database of an older version is backed up before it is migrated.
    ['board-files', await readIfThere('board_files', 'select distinct content_id as id, bytes from board_files')],
    // Only those that were sent: guests cannot make them again.
    [
      'look-books',
      await readIfThere('sent_look_books', 'select distinct look_book_id as id, bytes from sent_look_books'),
    ],
    [UPLOADS, await read(`select id, bytes from uploads where state in ('RECEIVING', 'CHECKING')`)],
  ]);
}

/**
 * Whether a backup has a file. It leaves out files that no row refers to, and those that the site creates again: renditions, except
 * the thumbnail that is shown until then, and static maps. Installed maps are several gigabytes that the operator can install again.
 * Archives of personal data and look-books that were not sent expire, and people can request them again. Folders that are not listed here
 * are backed up completely.
 */
function isBackedUp(key: Key, referenced: ReferencedFiles): boolean {
  const [folder = '', id = '', file] = key.split('/');
  if (folder === 'maps' || folder === 'map-files' || folder === 'personal-data') return false;
  if (folder === 'renditions') return file === THUMBNAIL && referenced.get('originals')?.has(id) === true;
  return referenced.get(folder)?.has(id) ?? true;
}

/**
 * Stores the files that the snapshot refers to. None of them may be deleted meanwhile.
 * @returns the files, and a line for each that is missing in the storage or damaged
 */
export async function backUpFiles(
  storage: Storage,
  writer: BlobWriter,
  referenced: ReferencedFiles,
): Promise<{ files: BackedUpFile[]; problems: string[] }> {
  const files: BackedUpFile[] = [];
  const problems: string[] = [];
  const unseen = new Set(
    [...referenced].flatMap(([folder, ids]) =>
      folder === UPLOADS ? [] : [...ids.keys()].map((id) => `${folder}/${id}`),
    ),
  );
  const large: Key[] = [];
  const add = async (key: Key) => {
    const file = reuseOriginal(key, writer, referenced) ?? (await backUpFile(key, storage, writer));
    // A chunk of an upload that was cancelled is not needed.
    if (!file) return;
    unseen.delete(key);
    files.push(file);
    if (key.startsWith('originals/') && key !== `originals/${file.sha256}`) problems.push(`${key} is damaged`);
  };
  await forEachInParallel(storage.list(), MAX_PARALLEL_FILES, async (key) => {
    if (!isBackedUp(key, referenced)) return;
    if (isLarge(key)) large.push(key);
    else await add(key);
  });
  await forEachInParallel(large, 1, add);
  files.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const key of unseen) problems.push(`${key} is missing`);
  return { files, problems: problems.toSorted() };
}

/** Originals are named by their content: one that the destination has need not be read again. */
function reuseOriginal(key: Key, writer: BlobWriter, referenced: ReferencedFiles): BackedUpFile | null {
  const [folder, sha256 = ''] = key.split('/');
  const bytes = folder === 'originals' ? referenced.get(folder)?.get(sha256) : undefined;
  return bytes !== undefined && writer.reuse('files', sha256) ? { key, bytes, sha256 } : null;
}

async function backUpFile(key: Key, storage: Storage, writer: BlobWriter): Promise<BackedUpFile | null> {
  const content = await storage.read(key);
  return content && { key, bytes: content.length, sha256: await writer.write('files', content) };
}
