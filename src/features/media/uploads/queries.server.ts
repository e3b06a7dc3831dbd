import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Upload } from '../../locations/images/schema.ts';

const COLUMNS = ['id', 'name', 'bytes', 'received', 'state', 'problem'] as const;

/** What is on its way to a location, in the order in which it was begun. */
export function listUploads(db: Kysely<Database>, locationId: string): Promise<Upload[]> {
  return db
    .selectFrom('uploads')
    .select(COLUMNS)
    .where('location_id', '=', locationId)
    .$narrowType<Pick<Upload, 'state'>>()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @throws {ApiError} NOT_FOUND, also for one that has become an image */
export async function getUpload(db: Kysely<Database>, locationId: string, id: string): Promise<Upload> {
  return (await selectUpload(db, locationId, id).executeTakeFirst()) ?? throwNoUpload();
}

/** The same, with who has begun it, and nobody else changes it until the transaction ends. */
export async function lockUpload(trx: Trx, locationId: string, id: string): Promise<Upload & { user_id: string }> {
  return (await selectUpload(trx, locationId, id).select('user_id').forUpdate().executeTakeFirst()) ?? throwNoUpload();
}

function selectUpload(db: Kysely<Database>, locationId: string, id: string) {
  return db
    .selectFrom('uploads')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('location_id', '=', locationId)
    .$narrowType<Pick<Upload, 'state'>>();
}

function throwNoUpload(): never {
  throw new ApiError('NOT_FOUND', 'This picture is not on its way any more.');
}
