import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Db } from '../../platform/db/transaction.ts';
import type { Person, PersonalDataSection, PersonalFile } from '../../platform/feature/personal-data-section.ts';
import type { Storage } from '../../platform/storage/storage.ts';

interface Parts {
  readonly db: Db;
  readonly storage: Pick<Storage, 'open'>;
  readonly sections: readonly PersonalDataSection[];
  readonly siteName: string;
  readonly at: Date;
  readonly signal: AbortSignal;
}

/**
 * Writes a ZIP with a JSON file for each section, the files that belong to them and a list of contents. Rows and files are streamed: the
 * memory does not grow with the archive. Each is opened when the one before it is written.
 */
export async function writeArchive(path: string, person: Person, parts: Parts): Promise<void> {
  const { db, storage, sections, signal } = parts;
  const zip = new ZipFile();
  // Otherwise an error of a file in the ZIP would leave its output open for ever.
  zip.on('error', (error: Error) => (zip.outputStream as Readable).destroy(error));
  const added = new Set<string>();
  const missing: string[] = [];
  zip.addBuffer(Buffer.from(listContents(person, parts)), 'README.txt');
  for (const section of sections) {
    zip.addReadStream(Readable.from(toJson(section.read(db, person))), `${section.name}.json`);
    for (const file of (await section.listFiles?.(db, person)) ?? []) {
      if (added.has(file.name)) continue;
      added.add(file.name);
      // Pictures and documents are compressed already.
      zip.addReadStream(Readable.from(readStored(storage, file, missing)), file.name, { compress: false });
    }
  }
  zip.addReadStream(Readable.from(listMissing(missing)), 'missing-files.json');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path), { signal });
}

/** Yields the content of a stored file; nothing if it was deleted since it was listed. */
async function* readStored(
  storage: Pick<Storage, 'open'>,
  { name, key }: PersonalFile,
  missing: string[],
): AsyncGenerator<Uint8Array> {
  const stored = await storage.open(key);
  if (stored) yield* stored.stream;
  else missing.push(name);
}

/** Yields when it is read, as the last file. */
async function* listMissing(missing: readonly string[]): AsyncGenerator<string> {
  yield JSON.stringify(missing);
}

/** Yields a JSON array, one row a line. */
async function* toJson(batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function listContents({ email }: Person, { sections, siteName, at }: Parts): string {
  const lines = sections.map(({ name, description }) => `${name}.json: ${description}`);
  return [
    `What ${siteName} has stored about ${email} on ${at.toISOString()}.`,
    'Each file is a list in JSON. Times are UTC. Files of pictures and documents are in folders of their own.',
    '',
    ...lines,
    'missing-files.json: Files that were deleted while this archive was made',
    '',
  ].join('\n');
}
