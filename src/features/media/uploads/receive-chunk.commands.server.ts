import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, QueryContext } from '../../../platform/http/handlers.ts';
import { putOrReject } from '../../../platform/http/put-or-reject.ts';
import { can } from '../../accounts/permissions.ts';
import * as messages from '../messages.ts';
import { CHUNK_BYTES, type Upload } from '../schema.ts';
import { getChunkKey } from './chunk-keys.server.ts';
import { ingestion } from './ingestion-queue.server.ts';
import { type UploadId, lockUpload } from './queries.server.ts';

/** Seconds after which a chunk that could not be stored may be sent again. */
const STORAGE_RETRY_SECONDS = 5;

/**
 * Stores the bytes of an upload from `offset` on, and enqueues its ingestion with the last chunk. A chunk is in the storage before
 * it counts; the upload is locked, so that no other chunk replaces an acknowledged one. The caller has checked the access
 * to the location.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN for everybody but who began the upload, on whose behalf it becomes an image; CONFLICT when
 * `offset` is not the number of bytes received; INVALID; UNAVAILABLE when the storage fails
 */
export async function receiveChunk(
  { trx, actor, at, storage, jobs, log }: CommandContext & Pick<QueryContext, 'storage' | 'jobs' | 'log'>,
  { id, locationId, offset }: UploadId & { readonly offset: number },
  chunk: Uint8Array,
): Promise<Upload> {
  const { user_id, ...upload } = await lockUpload(trx, { id, locationId });
  if (user_id !== actor.id && !can(actor, 'upload.send', 'any')) {
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
  // Pictures of pages are sent in one request, which cannot be resumed.
  const message = locationId === null ? messages.UPLOAD_NOT_SAVED : messages.CHUNK_NOT_SAVED;
  await putOrReject({ storage, log }, key, chunk, { message, retryAfter: STORAGE_RETRY_SECONDS });
  const state = received === upload.bytes ? 'CHECKING' : 'RECEIVING';
  await trx.updateTable('uploads').set({ received, state, updated_at: at }).where('id', '=', id).execute();
  if (state === 'CHECKING') await jobs.enqueue(trx, ingestion, { id });
  return { ...upload, received, state };
}
