import { createHash } from 'node:crypto';
import { type Transaction, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { JobSender } from '../../platform/jobs.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type Inspected, inspect } from './darkroom.server.ts';
import { miniatureKey, originalKey, renditionsKey } from './files.server.ts';
import { unusedPictures } from './queries.server.ts';
import { askForRenditions } from './queue.server.ts';
import { MAX_PICTURE_BYTES } from './schema.ts';
import { pictureTooLarge } from './messages.ts';

/** A picture whose original is kept, known by its content. */
export interface Original extends Omit<Inspected, 'miniature' | 'taken'> {
  readonly sha256: string;
  readonly bytes: number;
}

/** A picture that may be kept. */
export interface Examined extends Original, Inspected {
  readonly content: Uint8Array;
}

/**
 * Checks a picture and keeps it untouched. It belongs to nothing until {@link addPicture}; keeping it twice is keeping it once.
 * @throws {ApiError} TOO_LARGE, UNSUPPORTED_MEDIA or INVALID, with a message for the person who sent it
 */
export async function storeOriginal(
  storage: Storage,
  source: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<Original> {
  const examined = await examine(source instanceof Uint8Array ? source : await collect(source));
  await keepOriginal(storage, examined);
  const { sha256, contentType, bytes, width, height, placeholder } = examined;
  return { sha256, contentType, bytes, width, height, placeholder };
}

/**
 * Checks a picture without keeping it.
 * @throws {ApiError} TOO_LARGE, UNSUPPORTED_MEDIA or INVALID, with a message for the person who sent it
 */
export async function examine(content: Uint8Array): Promise<Examined> {
  const sha256 = createHash('sha256').update(allowed(content)).digest('hex');
  const inspected = await inspect(content, sha256);
  return { ...inspected, sha256, bytes: content.length, content };
}

/**
 * Keeps what was examined. Where a picture of the same content may be removed at the same time, keep it in the transaction that has
 * added it with {@link addPicture}: that holds its lock.
 */
export async function keepOriginal(storage: Storage, { sha256, content, miniature }: Examined): Promise<void> {
  if (!(await storage.exists(originalKey(sha256)))) await storage.put(originalKey(sha256), content);
  await storage.put(miniatureKey(sha256), miniature);
}

/** Stops reading as soon as there is too much. */
async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > MAX_PICTURE_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function allowed(content: Uint8Array): Uint8Array {
  if (content.length > MAX_PICTURE_BYTES) throw tooLarge();
  return content;
}

function tooLarge(): ApiError {
  return new ApiError('TOO_LARGE', pictureTooLarge(MAX_PICTURE_BYTES / 1024 ** 2));
}

/**
 * Adds the picture, if it is new, and asks for its renditions; one that had failed is tried again. Its lock is held until the
 * transaction ends.
 * @param primary whether a location leads with it: its renditions are made before those of others
 * @returns whether it is new, or as good as: of another one, the part that is shown may have to be asked for
 */
export async function addPicture(
  trx: Transaction<Database>,
  jobs: JobSender,
  original: Original,
  primary: boolean,
): Promise<boolean> {
  const { sha256, contentType, bytes, width, height, placeholder } = original;
  const added = await trx
    .insertInto('pictures')
    .values({ sha256, content_type: contentType, bytes, width, height, placeholder })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({ state: 'PROCESSING' }).where('pictures.state', '=', 'FAILED'),
    )
    .returning('sha256')
    .executeTakeFirst();
  if (added) await askForRenditions(trx, jobs, { sha256, format: 'webp', primary });
  return added !== undefined;
}

/** Asks for what is missing of a picture once it is shown with another focal point. */
export async function changeShownPart(
  trx: Transaction<Database>,
  jobs: JobSender,
  picture: { readonly sha256: string; readonly primary: boolean },
): Promise<void> {
  await askForRenditions(trx, jobs, { ...picture, format: 'webp' });
}

/** Keeps a picture from being removed until the transaction ends; false when it is gone. */
export async function holdPicture(trx: Transaction<Database>, sha256: string): Promise<boolean> {
  const picture = await trx
    .selectFrom('pictures')
    .select('sha256')
    .where('sha256', '=', sha256)
    .forKeyShare()
    .executeTakeFirst();
  return picture !== undefined;
}

/**
 * Removes those of these pictures that nothing shows, and their files before anybody can add the same content again: that waits for
 * the lock of the row. Gives how many there were; one that is being added or rendered right now is left for the next time.
 */
export async function removePictures(
  trx: Transaction<Database>,
  storage: Storage,
  candidates: readonly string[],
): Promise<number> {
  const { rows: locked } = await sql<{ sha256: string }>`
    select sha256 from pictures where sha256 = any(${candidates}) order by sha256 for update skip locked`.execute(trx);
  // Asked again under the lock: an image that was added before it is seen now, and none can be added after it.
  const unused = await unusedPictures(
    trx,
    locked.map(({ sha256 }) => sha256),
    candidates.length,
  );
  await sql`delete from pictures where sha256 = any(${unused})`.execute(trx);
  for (const sha256 of unused) {
    await storage.deleteFolder(renditionsKey(sha256));
    await storage.delete(originalKey(sha256));
  }
  return unused.length;
}
