import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { JobSender } from '../../platform/jobs.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type Inspected, inspect } from './darkroom.server.ts';
import { miniatureKey, originalKey } from './files.server.ts';
import { askForRenditions } from './queue.server.ts';
import { MAX_PICTURE_BYTES } from './schema.ts';

/** A picture whose original is kept, known by its content. */
export interface Original extends Omit<Inspected, 'miniature'> {
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Checks a picture and keeps it untouched. It belongs to nothing until {@link addPicture}; keeping it twice is keeping it once.
 * @throws {ApiError} TOO_LARGE, UNSUPPORTED_MEDIA or INVALID, with a message for the person who sent it
 */
export async function storeOriginal(
  storage: Storage,
  source: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<Original> {
  const content = source instanceof Uint8Array ? allowed(source) : await collect(source);
  const { miniature, ...inspected } = await inspect(content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (!(await storage.exists(originalKey(sha256)))) await storage.put(originalKey(sha256), content);
  await storage.put(miniatureKey(sha256), miniature);
  return { ...inspected, sha256, bytes: content.length };
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
  return new ApiError('TOO_LARGE', `This picture is too large: use at most ${MAX_PICTURE_BYTES / 1024 ** 2} MB.`);
}

/**
 * Adds the picture, if it is new, and asks for its renditions; one that had failed is tried again.
 * @param primary whether a location leads with it: its renditions are made before those of others
 */
export async function addPicture(
  trx: Transaction<Database>,
  jobs: JobSender,
  original: Original,
  primary: boolean,
): Promise<void> {
  const { sha256, contentType, bytes, width, height, placeholder } = original;
  const added = await trx
    .insertInto('pictures')
    .values({ sha256, content_type: contentType, bytes, width, height, placeholder })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({ state: 'PROCESSING' }).where('pictures.state', '=', 'FAILED'),
    )
    .returning('sha256')
    .executeTakeFirst();
  if (!added) return;
  await askForRenditions(trx, jobs, { sha256, format: 'webp', primary });
}
