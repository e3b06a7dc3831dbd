import type { Client } from 'pg';
import type { Key, Storage } from '../../platform/storage/storage.ts';
import { type BlobWriter } from './blobs.ts';
import type { BackedUpFile } from './manifest.ts';
import { forEachInParallel } from './parallel.ts';

const MAX_PARALLEL_FILES = 8;
const THUMBNAIL = 'thumbnail.webp';

/** The files that the rows of a snapshot refer to: the ids in their keys, by folder of the storage. */
interface ReferencedFiles {
  /** Size in bytes by SHA-256. */
  readonly originals: ReadonlyMap<string, number>;
  readonly documents: ReadonlyMap<string, number>;
  /** Files of enquiries. */
  readonly enquiries: ReadonlyMap<string, number>;
  readonly boardFiles: ReadonlyMap<string, number>;
  /** Look-books that were sent: guests cannot make them again. */
  readonly lookBooks: ReadonlyMap<string, number>;
  readonly uploads: ReadonlyMap<string, number>;
}

/** Whether a file can be several times as large as an original. Files are read as a whole: of these, one at a time. */
export const isLarge = (key: string): boolean => key.startsWith('look-books/');

export async function readReferencedFiles(client: Client): Promise<ReferencedFiles> {
  const read = async (query: string) => {
    const { rows } = await client.query<{ id: string; bytes: number }>(query);
    return new Map(rows.map(({ id, bytes }) => [id, bytes]));
  };
  return {
    originals: await read('select sha256 as id, bytes from pictures'),
    documents: await read('select id, bytes from documents'),
    enquiries: await read('select id, bytes from enquiry_files'),
    boardFiles: (await hasTable(client, 'board_files'))
      ? await read('select distinct content_id as id, bytes from board_files')
      : new Map(),
    lookBooks: (await hasTable(client, 'sent_look_books'))
      ? await read('select distinct look_book_id as id, bytes from sent_look_books')
      : new Map(),
    uploads: await read(`select id, bytes from uploads where state in ('RECEIVING', 'CHECKING')`),
  };
}

/** A database of an older version, which is backed up before it is migrated, may lack a table. */
async function hasTable(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table]);
  return rows[0]!.exists;
}

/**
 * Whether a backup has a file. It leaves out files that no row refers to, and those that the site creates again: renditions, except
 * the thumbnail that is shown until then, and static maps. Installed maps are several gigabytes that the
 * operator can install again. Archives of personal data and look-books that were not sent expire, and people can request them again. Folders that are not listed here are backed up completely.
 */
function isBackedUp(
  key: Key,
  { originals, documents, enquiries, boardFiles, lookBooks, uploads }: ReferencedFiles,
): boolean {
  const [folder, id = '', file] = key.split('/');
  if (folder === 'maps' || folder === 'map-files' || folder === 'personal-data') return false;
  if (folder === 'renditions') return file === THUMBNAIL && originals.has(id);
  if (folder === 'originals') return originals.has(id);
  if (folder === 'documents') return documents.has(id);
  if (folder === 'enquiries') return enquiries.has(id);
  if (folder === 'board-files') return boardFiles.has(id);
  if (folder === 'look-books') return lookBooks.has(id);
  return folder === 'uploads' ? uploads.has(id) : true;
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
  const unseen = new Set([...referenced.originals.keys()].map((id) => `originals/${id}`));
  for (const id of referenced.documents.keys()) unseen.add(`documents/${id}`);
  for (const id of referenced.enquiries.keys()) unseen.add(`enquiries/${id}`);
  for (const id of referenced.boardFiles.keys()) unseen.add(`board-files/${id}`);
  for (const id of referenced.lookBooks.keys()) unseen.add(`look-books/${id}`);
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
function reuseOriginal(key: Key, writer: BlobWriter, { originals }: ReferencedFiles): BackedUpFile | null {
  const [folder, sha256 = ''] = key.split('/');
  const bytes = folder === 'originals' ? originals.get(sha256) : undefined;
  return bytes !== undefined && writer.reuse('files', sha256) ? { key, bytes, sha256 } : null;
}

async function backUpFile(key: Key, storage: Storage, writer: BlobWriter): Promise<BackedUpFile | null> {
  const content = await storage.read(key);
  return content && { key, bytes: content.length, sha256: await writer.write('files', content) };
}
