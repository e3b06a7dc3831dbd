import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/route-handlers.ts';
import type { JobSender } from '../../../platform/jobs.ts';
import type { Log } from '../../../platform/log.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { can } from '../../accounts/permissions.ts';
import type { ValidatedPicture } from '../commands.server.ts';
import { CHUNK_BYTES, type Upload } from '../schema.ts';
import { type UploadId, getUpload, lockUpload } from './queries.server.ts';
import { ingestion } from './queue.server.ts';
import { getChunkKey } from './storage-keys.server.ts';
import * as messages from '../messages.ts';

/** Per account, cancelled and rejected uploads included: more than two thousand photographs of a telephone. */
export const DAILY_QUOTA_BYTES = 10 * 1024 ** 3;
/** Uploads of one account in progress: the worker examines one file after the other, and other accounts wait too. */
export const MAX_ACTIVE_UPLOADS = 240;
/** Seconds after which there may be room for another. */
const ACTIVE_LIMIT_RETRY_SECONDS = 30;
/** Seconds after which a chunk that could not be stored may be sent again. */
const STORAGE_RETRY_SECONDS = 5;

/**
 * Begins an upload within the quota of its account. The caller has locked the account, and checked what the location allows.
 * @throws {ApiError} CONFLICT when the quota of the day is used up; TOO_MANY_REQUESTS while the account has too many uploads in progress
 */
export async function createUpload(
  trx: Trx,
  { actor, at }: CommandContext,
  { locationId, name, bytes }: Pick<UploadId, 'locationId'> & Pick<Upload, 'name' | 'bytes'>,
): Promise<Upload> {
  await assertQuota(trx, { userId: actor.id, bytes, at });
  const { id } = await trx
    .insertInto('uploads')
    .values({ location_id: locationId, user_id: actor.id, name, bytes, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return getUpload(trx, { id, locationId });
}

/** Locks the account's row of the day: uploads that begin at the same time are counted one after the other. */
async function assertQuota(
  trx: Trx,
  { userId, bytes, at }: { userId: string; bytes: number; at: Date },
): Promise<void> {
  const day = at.toISOString().slice(0, 10);
  const sent = await trx
    .insertInto('upload_quotas')
    .values({ user_id: userId, day, bytes })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'day']).doUpdateSet(({ eb }) => ({ bytes: eb('upload_quotas.bytes', '+', bytes) })),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow();
  if (sent.bytes > DAILY_QUOTA_BYTES) {
    throw new ApiError('CONFLICT', messages.dailyQuotaMessage(DAILY_QUOTA_BYTES / 1024 ** 3));
  }
  const { active } = await trx
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('user_id', '=', userId)
    .where('state', 'in', ['RECEIVING', 'CHECKING'])
    .executeTakeFirstOrThrow();
  if (active >= MAX_ACTIVE_UPLOADS) {
    throw new ApiError('TOO_MANY_REQUESTS', messages.TOO_MANY_PENDING_UPLOADS, undefined, ACTIVE_LIMIT_RETRY_SECONDS);
  }
}

export interface ChunkTools {
  readonly storage: Pick<Storage, 'put'>;
  readonly jobs: JobSender;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Stores the bytes of an upload from `offset` on, and enqueues its ingestion with the last chunk. A chunk is in the storage before
 * it counts; the upload is locked meanwhile, so that no other chunk replaces an acknowledged one. The caller has checked the access
 * to the location.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN for everybody but who began the upload, on whose behalf it becomes an image; CONFLICT when
 * `offset` is not the number of bytes received; INVALID; UNAVAILABLE when the storage fails
 */
export async function receiveChunk(
  trx: Trx,
  { storage, jobs, log }: ChunkTools,
  { actor, at }: CommandContext,
  { id, locationId, offset }: UploadId & { readonly offset: number },
  chunk: Uint8Array,
): Promise<Upload> {
  const { user_id, ...upload } = await lockUpload(trx, { id, locationId });
  if (!can(actor, 'upload.send', user_id === actor.id ? 'own' : 'any')) {
    throw new ApiError('FORBIDDEN', messages.UPLOAD_OF_ANOTHER);
  }
  if (upload.state !== 'RECEIVING' || upload.received !== offset) {
    throw new ApiError('CONFLICT', messages.wrongOffset(upload.received));
  }
  const received = offset + chunk.length;
  if (chunk.length === 0 || received > upload.bytes) {
    throw new ApiError('INVALID', messages.chunkRequired(CHUNK_BYTES));
  }
  const key = getChunkKey(id, offset);
  await storage.put(key, chunk).catch((error: unknown) => {
    log.error({ err: error, key }, 'a chunk could not be stored');
    // Pictures of pages are sent in one request, which cannot be resumed.
    const message = locationId === null ? messages.UPLOAD_NOT_SAVED : messages.CHUNK_NOT_SAVED;
    throw new ApiError('UNAVAILABLE', message, undefined, STORAGE_RETRY_SECONDS);
  });
  const state = received === upload.bytes ? 'CHECKING' : 'RECEIVING';
  await trx.updateTable('uploads').set({ received, state, updated_at: at }).where('id', '=', id).execute();
  if (state === 'CHECKING') await jobs.enqueue(trx, ingestion, { id });
  return { ...upload, received, state };
}

/** Deletes an upload; a trigger records its chunks as orphans. @throws {ApiError} NOT_FOUND */
export async function deleteUpload(trx: Trx, upload: UploadId): Promise<void> {
  await lockUpload(trx, upload);
  await trx.deleteFrom('uploads').where('id', '=', upload.id).execute();
}

/** Deletes all uploads of an account to a location. */
export async function deleteUploadsOfUser(
  trx: Trx,
  { locationId, userId }: { locationId: string; userId: string },
): Promise<void> {
  await trx.deleteFrom('uploads').where('location_id', '=', locationId).where('user_id', '=', userId).execute();
}

/** A complete file, with what its validation found. */
export interface ReceivedPicture {
  readonly uploadId: string;
  readonly name: string;
  readonly picture: ValidatedPicture;
}

/**
 * Adds pictures to a location on behalf of the account that sent them; the uploads stay.
 * @returns ids of the uploads that were added; not of those that were cancelled, or whose picture the location has already
 * @throws {ApiError} with the reason why the location cannot have any of them
 */
export type AddToLocation = (
  trx: Trx,
  jobs: JobSender,
  sender: { readonly userId: string; readonly at: Date },
  locationId: string,
  received: readonly ReceivedPicture[],
) => Promise<ReadonlySet<string>>;

/** The picture that an upload of a page has become, or why a file was rejected. */
type Outcome =
  | { readonly state: 'TAKEN'; readonly sha256: string }
  | { readonly state: 'REFUSED'; readonly problem: string };

/** Records the result of an ingestion, unless the upload was cancelled meanwhile; a trigger records its chunks as orphans. */
export async function recordOutcome(trx: Trx, id: string, outcome: Outcome): Promise<void> {
  await trx
    .updateTable('uploads')
    .set({ ...outcome, updated_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'CHECKING')
    .execute();
}
