import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { JobSender } from '../../platform/jobs/job-queue.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type ImageAnalysis, analyseImage, encodeLogo } from './image-processing/decoder-client.server.ts';
import { DecoderEndedError } from './image-processing/decoder-process.server.ts';
import { getThumbnailKey, getOriginalKey } from './storage-keys.server.ts';
import { listUnusedPictures } from './queries.server.ts';
import { type RenditionJob, enqueueRenditions } from './renditions-queue.server.ts';
import { type LogoDetails, MAX_PICTURE_BYTES } from './schema.ts';
import { pictureTooLarge } from './messages.ts';

/** A picture whose original is stored, identified by its content. */
export interface Original extends Omit<ImageAnalysis, 'thumbnail' | 'cameraPosition' | 'texts'> {
  readonly sha256: string;
  readonly bytes: number;
}

/** A picture that has passed validation, not stored yet. */
export interface ValidatedPicture extends Original, ImageAnalysis {
  readonly content: Uint8Array;
}

/** A picture whose original is stored, with what its file says about it. */
export interface ImportedOriginal extends Original, Pick<ImageAnalysis, 'cameraPosition' | 'texts'> {}

/** Minutes within which an imported original becomes a picture: far longer than the import of a demo takes. */
const IMPORT_TIMEOUT_MINUTES = 60;

/**
 * Validates a picture and stores its original.
 * @throws {ApiError} TOO_LARGE, UNSUPPORTED_MEDIA or INVALID, with a message for the user
 */
export async function importOriginal(db: Db, storage: Storage, content: Uint8Array): Promise<ImportedOriginal> {
  return storeOriginal(db, storage, await validateImported(content));
}

/**
 * Stores the original of a picture that is imported; idempotent. Nothing refers to it until {@link addPicture}. It is recorded as an orphan
 * before it is stored, so that the worker deletes it if no picture is added within an hour, and not before.
 */
export async function storeOriginal(db: Db, storage: Storage, validated: ValidatedPicture): Promise<ImportedOriginal> {
  // Waits while the files of the same picture are being deleted.
  await sql`
    insert into orphaned_pictures (id, delete_after)
    values (${validated.sha256}, now() + make_interval(mins => ${IMPORT_TIMEOUT_MINUTES}))
    on conflict (id) do update set delete_after = excluded.delete_after`.execute(db);
  await saveOriginal(storage, validated);
  const { sha256, contentType, bytes, width, height, placeholder, perceptualHash, cameraPosition, texts } = validated;
  return { sha256, contentType, bytes, width, height, placeholder, perceptualHash, cameraPosition, texts };
}

/** A decoder that has crashed twice on a picture rejects it the third time. */
const MAX_VALIDATIONS = 3;

/**
 * Validates a picture that is imported, again if the decoder ends meanwhile: it may have been killed from outside.
 * @throws {ApiError} TOO_LARGE, UNSUPPORTED_MEDIA or INVALID, with a message for the user
 */
export async function validateImported(content: Uint8Array): Promise<ValidatedPicture> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await validatePicture(content);
    } catch (error) {
      if (!(error instanceof DecoderEndedError) || attempt === MAX_VALIDATIONS) throw error;
    }
  }
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
 * Validates a logo and encodes it as PNG, without storing it.
 * @throws {ApiError} UNSUPPORTED_MEDIA or INVALID, with a message for the user
 */
export async function toLogo(content: Uint8Array): Promise<LogoDetails & { readonly png: Uint8Array }> {
  return encodeLogo(content, createHash('sha256').update(content).digest('hex'));
}

/**
 * Stores the original and the thumbnail of an added picture, in the transaction of {@link addPicture}: it holds the lock of the row, so
 * that the files are not deleted meanwhile. Enqueues the renditions again of a picture whose files were lost.
 */
export async function saveAddedOriginal(
  trx: Trx,
  { storage, jobs }: { readonly storage: Storage; readonly jobs: JobSender },
  picture: ValidatedPicture,
): Promise<void> {
  const { wasMissing } = await saveOriginal(storage, picture);
  if (!wasMissing) return;
  const { sha256 } = picture;
  const { numUpdatedRows } = await trx
    .updateTable('pictures')
    .set({ state: 'PROCESSING' })
    .where('sha256', '=', sha256)
    .where('state', '=', 'READY')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await enqueueRenditions(trx, jobs, { sha256, format: 'webp', primary: true });
}

/** Stores a validated original, unless it exists, and its thumbnail. */
async function saveOriginal(
  storage: Storage,
  { sha256, content, thumbnail }: ValidatedPicture,
): Promise<{ wasMissing: boolean }> {
  const key = getOriginalKey(sha256);
  const wasMissing = !(await storage.exists(key));
  if (wasMissing) await storage.put(key, content);
  await storage.put(getThumbnailKey(sha256), thumbnail);
  return { wasMissing };
}

/**
 * Adds a picture unless it exists, locks its row until the transaction ends, and enqueues the renditions of a new or failed one.
 * @param use.primary whether it is the first picture of a location: its renditions get a higher priority
 * @param use.background whether it is one of many that nobody waits for: its renditions get a lower priority than all others
 * @returns false for a picture that existed: call {@link updateCrops} for it when its focal point is another one
 */
export async function addPicture(
  trx: Trx,
  jobs: JobSender,
  original: Original,
  use: Pick<RenditionJob, 'primary' | 'background'>,
): Promise<boolean> {
  const { sha256, contentType, bytes, width, height, placeholder, perceptualHash } = original;
  const added = await trx
    .insertInto('pictures')
    .values({
      sha256,
      content_type: contentType,
      bytes,
      width,
      height,
      placeholder,
      perceptual_hash: perceptualHash,
    })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({ state: 'PROCESSING' }).where('pictures.state', '=', 'FAILED'),
    )
    .returning('sha256')
    .executeTakeFirst();
  if (added) await enqueueRenditions(trx, jobs, { sha256, format: 'webp', ...use });
  return added !== undefined;
}

/** Enqueues the Open Graph images of a picture that is used with another focal point. */
export async function updateCrops(
  trx: Trx,
  jobs: JobSender,
  picture: Pick<RenditionJob, 'sha256' | 'primary' | 'background'>,
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
 * Deletes those of the candidates that are unused. A trigger records their files as orphans, which are deleted after the commit. Skips
 * pictures that are being added or rendered. Returns the number of deleted pictures.
 */
export async function deletePicturesIfUnused(trx: Trx, candidates: readonly string[]): Promise<number> {
  const { rows: locked } = await sql<{ sha256: string }>`
    select sha256 from pictures where sha256 = any(${candidates}) order by sha256 for update skip locked`.execute(trx);
  // Repeated under the lock: sees images that were added before it, and none can be added after it.
  const unused = await listUnusedPictures(
    trx,
    locked.map(({ sha256 }) => sha256),
    candidates.length,
  );
  await sql`delete from pictures where sha256 = any(${unused})`.execute(trx);
  return unused.length;
}
