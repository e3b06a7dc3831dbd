import { sql } from 'kysely';
import type { Trx } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import type { CommandContext } from '../../../../platform/http/route-handlers.ts';
import type { JobSender } from '../../../../platform/jobs.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Key, Storage } from '../../../../platform/storage/storage.ts';
import { lockCaller } from '../../../accounts/commands.server.ts';
import { can } from '../../../accounts/permissions.ts';
import { lockForChange } from '../../access/commands.server.ts';
import { getAccessibleLocation } from '../../access/queries.server.ts';
import { IMAGES, CHUNK_BYTES, type Upload } from '../schema.ts';
import { pieceKey } from './files.server.ts';
import { lockUpload, uploadOf } from './queries.server.ts';
import { intake } from './queue.server.ts';
import { imageLimit } from '../../messages.ts';
import {
  chunkRequired,
  wrongOffset,
  UPLOAD_NOT_SAVED,
  CHUNK_NOT_SAVED,
  dailyQuotaMessage,
  TOO_MANY_PENDING_UPLOADS,
  UPLOAD_OF_ANOTHER,
} from '../../../media/messages.ts';

/** Of one account, whatever becomes of them: more than two thousand photographs of a telephone. */
export const BYTES_A_DAY = 10 * 1024 ** 3;
/** Files of one account that are on their way at the same time: the worker looks at one after the other, and others wait too. */
export const UNDERWAY = 4 * IMAGES;
/** Seconds after which there may be room for another. */
const ROOM_AFTER = 30;
/** Seconds after which it makes sense to send a piece again that could not be kept. */
const KEEP_AGAIN_AFTER = 5;
/**
 * Begins to take a file in. The location is locked, so that uploads begun at once cannot exceed what it holds together.
 * @throws {ApiError} NOT_FOUND; CONFLICT, also when the location has as many images as it may have, those on their way counted, or the
 * caller has sent as much as fits into a day; TOO_MANY_REQUESTS while many of the caller's are on their way
 */
export async function beginUpload(
  trx: Trx,
  { actor, at }: CommandContext,
  locationId: string,
  { name, bytes }: Pick<Upload, 'name' | 'bytes'>,
): Promise<Upload> {
  await lockCaller(trx, actor);
  await lockForChange(trx, actor, locationId);
  if ((await imagesAndUploads(trx, locationId)) >= IMAGES) {
    throw new ApiError('CONFLICT', imageLimit(IMAGES));
  }
  await countAgainstAllowance(trx, { userId: actor.id, bytes, at });
  const { id } = await trx
    .insertInto('uploads')
    .values({ location_id: locationId, user_id: actor.id, name, bytes, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return uploadOf(trx, locationId, id);
}

async function imagesAndUploads(trx: Trx, locationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from images where location_id = ${locationId})
      + (select count(*) from uploads where location_id = ${locationId} and state <> 'REFUSED') as count`.execute(trx);
  return Number(rows[0]?.count);
}

/** The row of the day is locked from here on, so that uploads begun at once count together, to whatever locations they go. */
async function countAgainstAllowance(
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
  if (sent.bytes > BYTES_A_DAY) {
    throw new ApiError('CONFLICT', dailyQuotaMessage(BYTES_A_DAY / 1024 ** 3));
  }
  const { underway } = await trx
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('underway'))
    .where('user_id', '=', userId)
    .where('state', 'in', ['RECEIVING', 'CHECKING'])
    .executeTakeFirstOrThrow();
  if (underway >= UNDERWAY) {
    throw new ApiError('TOO_MANY_REQUESTS', TOO_MANY_PENDING_UPLOADS, undefined, ROOM_AFTER);
  }
}

export interface PieceTools {
  readonly storage: Pick<Storage, 'put'>;
  readonly jobs: JobSender;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Keeps the bytes of a file from `offset` on. They are on the disk before they count, and the upload is locked meanwhile, so that
 * no other piece can take the place of one that was acknowledged. With the last one the file is whole and waits to be looked at.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN for anybody but who has begun it, since it becomes an image as their act; CONFLICT when
 * `offset` is not how far it had come; INVALID; UNAVAILABLE when the storage fails
 */
export async function keepPiece(
  trx: Trx,
  tools: PieceTools,
  { actor, at }: CommandContext,
  { locationId, id, offset }: { locationId: string; id: string; offset: number },
  piece: Uint8Array,
): Promise<Upload> {
  await getAccessibleLocation(trx, actor, locationId);
  const { user_id, ...upload } = await lockUpload(trx, locationId, id);
  if (!can(actor, 'upload.send', user_id === actor.id ? 'own' : 'any')) {
    throw new ApiError('FORBIDDEN', UPLOAD_OF_ANOTHER);
  }
  if (upload.state !== 'RECEIVING' || upload.received !== offset) {
    throw new ApiError('CONFLICT', wrongOffset(upload.received));
  }
  const received = offset + piece.length;
  if (piece.length === 0 || piece.length > CHUNK_BYTES || received > upload.bytes) {
    throw new ApiError('INVALID', chunkRequired(CHUNK_BYTES));
  }
  await keep(tools, pieceKey(id, offset), piece, CHUNK_NOT_SAVED);
  const state = received === upload.bytes ? 'CHECKING' : 'RECEIVING';
  await trx.updateTable('uploads').set({ received, state, updated_at: at }).where('id', '=', id).execute();
  if (state === 'CHECKING') await tools.jobs.enqueue(trx, intake, { id });
  return { ...upload, received, state };
}

async function keep(
  { storage, log }: Omit<PieceTools, 'jobs'>,
  key: Key,
  bytes: Uint8Array,
  told: string,
): Promise<void> {
  await storage.put(key, bytes).catch((error: unknown) => {
    log.error({ err: error, key }, 'bytes of a picture could not be kept');
    throw new ApiError('UNAVAILABLE', told, undefined, KEEP_AGAIN_AFTER);
  });
}

/**
 * Begins to take in a picture that is for pages rather than for a location. Its row is there before its bytes are, so that nothing
 * stays of one that is not kept. @returns its id
 * @throws {ApiError} CONFLICT; TOO_MANY_REQUESTS; as for those of locations
 */
export async function beginForPages(trx: Trx, { actor, at }: CommandContext, bytes: number): Promise<string> {
  await lockCaller(trx, actor);
  await countAgainstAllowance(trx, { userId: actor.id, bytes, at });
  const { id } = await trx
    .insertInto('uploads')
    .values({ user_id: actor.id, name: 'picture', bytes, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Keeps all of a picture for pages, which then waits to be looked at. @throws {ApiError} UNAVAILABLE when the storage fails */
export async function keepForPages(trx: Trx, tools: PieceTools, id: string, content: Uint8Array): Promise<void> {
  await keep(tools, pieceKey(id, 0), content, UPLOAD_NOT_SAVED);
  await trx
    .updateTable('uploads')
    .set({ received: content.length, state: 'CHECKING' })
    .where('id', '=', id)
    .where('state', '=', 'RECEIVING')
    .executeTakeFirstOrThrow();
  await tools.jobs.enqueue(trx, intake, { id });
}

/**
 * Gives up a file on its way, or forgets one that was refused.
 * @throws {ApiError} NOT_FOUND, also when it has become an image; CONFLICT for the owner of a location that awaits approval
 */
export async function cancelUpload(
  trx: Trx,
  { actor }: CommandContext,
  { locationId, id }: { locationId: string; id: string },
): Promise<void> {
  await lockForChange(trx, actor, locationId);
  await lockUpload(trx, locationId, id);
  await endUpload(trx, id);
}

/** Removes an upload; its pieces follow. */
export async function endUpload(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('uploads').where('id', '=', id).execute();
}

/** Which picture one for pages has become, or why a file was not taken in. */
type Outcome =
  | { readonly state: 'TAKEN'; readonly sha256: string }
  | { readonly state: 'REFUSED'; readonly problem: string };

/** Notes what has become of a file; its pieces are removed. Does nothing when it was given up meanwhile. */
export async function noteOutcome(trx: Trx, id: string, outcome: Outcome): Promise<void> {
  await trx
    .updateTable('uploads')
    .set({ ...outcome, updated_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'CHECKING')
    .execute();
}
