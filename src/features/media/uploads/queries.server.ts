import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Upload } from '../schema.ts';
import { UPLOAD_NOT_FOUND } from '../messages.ts';

/** An upload of a location, or of a content page, which has no location. */
export interface UploadId {
  readonly id: string;
  readonly locationId: string | null;
}

const COLUMNS = ['id', 'name', 'bytes', 'received', 'state', 'rejection_reason'] as const;

/** Lists the uploads of a location, oldest first. */
export function listUploads(db: Db, locationId: string): Promise<Upload[]> {
  return db
    .selectFrom('uploads')
    .select(COLUMNS)
    .where('location_id', '=', locationId)
    .$narrowType<Pick<Upload, 'state'>>()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @throws {ApiError} NOT_FOUND, also for an upload that has become an image */
export async function getUpload(db: Db, upload: UploadId): Promise<Upload> {
  return (await selectUpload(db, upload).executeTakeFirst()) ?? throwNoUpload();
}

/** Locks an upload until the transaction ends. @throws {ApiError} NOT_FOUND */
export async function lockUpload(trx: Trx, upload: UploadId): Promise<Upload & { user_id: string }> {
  return (await selectUpload(trx, upload).select('user_id').forUpdate().executeTakeFirst()) ?? throwNoUpload();
}

/** Locks those of some uploads that still wait for ingestion, and returns their ids. */
export async function lockUploadsAwaitingIngestion(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('uploads')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('state', '=', 'CHECKING')
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function selectUpload(db: Db, { id, locationId }: UploadId) {
  return db
    .selectFrom('uploads')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('location_id', 'is not distinct from', locationId)
    .$narrowType<Pick<Upload, 'state'>>();
}

function throwNoUpload(): never {
  throw new ApiError('NOT_FOUND', UPLOAD_NOT_FOUND);
}
