import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { FILE_EXPIRED, FILE_NOT_SAVED, TOO_MANY_UPLOADS } from './messages.ts';
import type { FileType } from './schema.ts';

/** Age at which a recorded file that was never stored counts as orphaned: far longer than a request takes. */
const UPLOAD_TIMEOUT_MS = 3_600_000;
/** All files that wait for their message, so that senders without an account cannot fill the storage. */
const MAX_UNSENT_FILES = 200;

/** Records a file in a transaction of its own before it is stored, so that the worker deletes it if it is never added. */
export async function recordFile(trx: Trx, id: string, at: Date): Promise<void> {
  const unsent = await trx
    .selectFrom('enquiry_files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('message_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (unsent.count >= MAX_UNSENT_FILES) throw new ApiError('UNAVAILABLE', TOO_MANY_UPLOADS, undefined, 600);
  const delete_after = new Date(at.getTime() + UPLOAD_TIMEOUT_MS);
  await trx.insertInto('orphaned_enquiry_files').values({ id, delete_after }).execute();
}

/** Adds a stored file, which then waits for its message. @throws {ApiError} UNAVAILABLE when it is already deleted */
export async function addFile(
  trx: Trx,
  file: { readonly id: string; readonly name: string; readonly content_type: FileType; readonly bytes: number },
  at: Date,
): Promise<void> {
  const recorded = await trx.deleteFrom('orphaned_enquiry_files').where('id', '=', file.id).executeTakeFirst();
  if (recorded.numDeletedRows === 0n) throw new ApiError('UNAVAILABLE', FILE_NOT_SAVED);
  await trx
    .insertInto('enquiry_files')
    .values({ ...file, created_at: at })
    .execute();
}

/** Attaches uploaded files to a message, in this order. @throws {ApiError} INVALID if one is attached already, or deleted */
export async function attachFiles(trx: Trx, messageId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const unique = [...new Set(ids)];
  const { numUpdatedRows } = await trx
    .updateTable('enquiry_files')
    .set({ message_id: messageId, position: sql`array_position(${unique}::uuid[], id)` })
    .where('id', 'in', unique)
    .where('message_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== BigInt(unique.length)) throw new ApiError('INVALID', FILE_EXPIRED, { files: FILE_EXPIRED });
}
