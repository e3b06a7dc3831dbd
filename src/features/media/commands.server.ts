import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { mayDeleteFiles } from '../../platform/db/locks.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { JobSender } from '../../platform/jobs.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type ImageAnalysis, analyseImage } from './image-processing.server.ts';
import { getThumbnailKey, getOriginalKey, getRenditionsKey } from './storage-keys.server.ts';
import { listUnusedPictures } from './queries.server.ts';
import { enqueueRenditions } from './renditions-queue.server.ts';
import { MAX_PICTURE_BYTES } from './schema.ts';
import { pictureTooLarge } from './messages.ts';

/** A picture whose original is stored, identified by its content. */
export interface Original extends Omit<ImageAnalysis, 'thumbnail' | 'cameraPosition'> {
  readonly sha256: string;
  readonly bytes: number;
}

/** A picture that has passed validation, not stored yet. */
export interface ValidatedPicture extends Original, ImageAnalysis {
  readonly content: Uint8Array;
}

/**
 * Validates a picture and stores its original; idempotent. Nothing refers to it until {@link addPicture}.
 * @throws {ApiError} TOO_LARGE, UNSUPPORTED_MEDIA or INVALID, with a message for the user
 */
export async function importOriginal(storage: Storage, content: Uint8Array): Promise<Original> {
  const validated = await validatePicture(content);
  await saveOriginal(storage, validated);
  const { sha256, contentType, bytes, width, height, placeholder, perceptualHash } = validated;
  return { sha256, contentType, bytes, width, height, placeholder, perceptualHash };
}

/**
 * Validates a picture without storing it.
 * @throws {ApiError} TOO_LARGE, UNSUPPORTED_MEDIA or INVALID, with a message for the user
 */
export async function validatePicture(content: Uint8Array): Promise<ValidatedPicture> {
  if (content.length > MAX_PICTURE_BYTES) {
    throw new ApiError('TOO_LARGE', pictureTooLarge(MAX_PICTURE_BYTES / 1024 ** 2));
  }
  const sha256 = createHash('sha256').update(content).digest('hex');
  const analysis = await analyseImage(content, sha256);
  return { ...analysis, sha256, bytes: content.length, content };
}

/**
 * Stores a validated original and its thumbnail. Where a picture of the same content may be deleted at the same time, call it in the
 * transaction of {@link addPicture}, which holds the lock of the row.
 */
export async function saveOriginal(storage: Storage, { sha256, content, thumbnail }: ValidatedPicture): Promise<void> {
  if (!(await storage.exists(getOriginalKey(sha256)))) await storage.put(getOriginalKey(sha256), content);
  await storage.put(getThumbnailKey(sha256), thumbnail);
}

/**
 * Adds a picture unless it exists, locks its row until the transaction ends, and enqueues the renditions of a new or failed one.
 * @param primary whether it is the first picture of a location: its renditions get a higher priority
 * @returns false for a picture that existed: call {@link updateCrops} for it when its focal point is another one
 */
export async function addPicture(trx: Trx, jobs: JobSender, original: Original, primary: boolean): Promise<boolean> {
  const { sha256, contentType, bytes, width, height, placeholder, perceptualHash } = original;
  const added = await trx
    .insertInto('pictures')
    .values({
      ...{ sha256, content_type: contentType, bytes, width, height, placeholder },
      perceptual_hash: perceptualHash,
    })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({ state: 'PROCESSING' }).where('pictures.state', '=', 'FAILED'),
    )
    .returning('sha256')
    .executeTakeFirst();
  if (added) await enqueueRenditions(trx, jobs, { sha256, format: 'webp', primary });
  return added !== undefined;
}

/** Enqueues the Open Graph images of a picture that is used with another focal point. */
export async function updateCrops(
  trx: Trx,
  jobs: JobSender,
  picture: { readonly sha256: string; readonly primary: boolean },
): Promise<void> {
  await enqueueRenditions(trx, jobs, { ...picture, format: 'webp' });
}

/** Locks a picture against deletion until the transaction ends; false when it does not exist. */
export async function lockPicture(trx: Trx, sha256: string): Promise<boolean> {
  const picture = await trx
    .selectFrom('pictures')
    .select('sha256')
    .where('sha256', '=', sha256)
    .forKeyShare()
    .executeTakeFirst();
  return picture !== undefined;
}

/**
 * Deletes those of the candidates that are unused, with their files. Adding the same content again waits for the lock of the row.
 * Skips pictures that are being added or rendered, and all during a backup. Returns the number of deleted pictures.
 */
export async function deletePicturesIfUnused(
  trx: Trx,
  storage: Storage,
  candidates: readonly string[],
): Promise<number> {
  if (!(await mayDeleteFiles(trx))) return 0;
  const { rows: locked } = await sql<{ sha256: string }>`
    select sha256 from pictures where sha256 = any(${candidates}) order by sha256 for update skip locked`.execute(trx);
  // Repeated under the lock: sees images that were added before it, and none can be added after it.
  const unused = await listUnusedPictures(
    trx,
    locked.map(({ sha256 }) => sha256),
    candidates.length,
  );
  await sql`delete from pictures where sha256 = any(${unused})`.execute(trx);
  for (const sha256 of unused) {
    await storage.deleteFolder(getRenditionsKey(sha256));
    await storage.delete(getOriginalKey(sha256));
  }
  return unused.length;
}
