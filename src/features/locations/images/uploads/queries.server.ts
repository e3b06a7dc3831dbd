import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/tables.ts';
import type { Trx } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import type { Upload } from '../schema.ts';
import { UPLOAD_NOT_FOUND } from '../../../media/messages.ts';

const COLUMNS = ['id', 'name', 'bytes', 'received', 'state', 'problem'] as const;

/** What is on its way to a location, in the order in which it was begun. */
export function uploadsOf(db: Kysely<Database>, locationId: string): Promise<Upload[]> {
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
export async function uploadOf(db: Kysely<Database>, locationId: string, id: string): Promise<Upload> {
  return (await oneUpload(db, locationId, id).executeTakeFirst()) ?? uploadGone();
}

/** The same, with who has begun it, and nobody else changes it until the transaction ends. */
export async function lockUpload(trx: Trx, locationId: string, id: string): Promise<Upload & { user_id: string }> {
  return (await oneUpload(trx, locationId, id).select('user_id').forUpdate().executeTakeFirst()) ?? uploadGone();
}

function oneUpload(db: Kysely<Database>, locationId: string, id: string) {
  return db
    .selectFrom('uploads')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('location_id', '=', locationId)
    .$narrowType<Pick<Upload, 'state'>>();
}

function uploadGone(): never {
  throw new ApiError('NOT_FOUND', UPLOAD_NOT_FOUND);
}
