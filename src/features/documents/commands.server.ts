import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { lockCaller } from '../accounts/commands.server.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { lockForChange, updateTimestamp } from '../locations/working-copy/commands.server.ts';
import { type DocumentId, throwNoDocument } from './queries.server.ts';
import { MAX_DOCUMENTS } from './schema.ts';
import { documentLimit, TOOK_TOO_LONG } from './messages.ts';

/** Age at which a recorded file without a document counts as orphaned: far longer than a request takes. */
const UPLOAD_TIMEOUT_MS = 3_600_000;

/** Records a file in a separate transaction before it is stored, so that the worker deletes it if it never becomes a document. */
export async function recordFile(trx: Trx, { id, at }: { id: string; at: Date }): Promise<void> {
  const delete_after = new Date(at.getTime() + UPLOAD_TIMEOUT_MS);
  await trx.insertInto('orphaned_documents').values({ id, delete_after }).execute();
}

/**
 * Adds a document whose file is stored and recorded by {@link recordFile}.
 * @throws {ApiError} NOT_FOUND; CONFLICT when the location has the maximum number; UNAVAILABLE when the file is already deleted
 */
export async function addDocument(
  { trx, actor, at }: CommandContext,
  { id, locationId, name, bytes }: DocumentId & { name: string; bytes: number },
): Promise<void> {
  await lockCaller(trx, actor);
  await lockForChange(trx, actor, locationId);
  const { count } = await trx
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('location_id', '=', locationId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_DOCUMENTS) throw new ApiError('CONFLICT', documentLimit(MAX_DOCUMENTS));
  const recorded = await trx.deleteFrom('orphaned_documents').where('id', '=', id).executeTakeFirst();
  if (recorded.numDeletedRows === 0n) throw new ApiError('UNAVAILABLE', TOOK_TOO_LONG);
  await trx
    .insertInto('documents')
    .values({ id, location_id: locationId, name, bytes, uploaded_by: actor.id, created_at: at })
    .execute();
  await updateTimestamp(trx, locationId, at);
  await recordAudit(trx, { type: 'DOCUMENT_ADDED', actorId: actor.id, locationId, details: { document: id }, at });
}

/** Deletes a document; the worker deletes its file later. @throws {ApiError} NOT_FOUND */
export async function deleteDocument(
  { trx, actor, at }: CommandContext,
  { id, locationId }: DocumentId,
): Promise<void> {
  await lockForChange(trx, actor, locationId);
  const deleted = await trx
    .deleteFrom('documents')
    .where('id', '=', id)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throwNoDocument();
  await updateTimestamp(trx, locationId, at);
  await recordAudit(trx, { type: 'DOCUMENT_DELETED', actorId: actor.id, locationId, details: { document: id }, at });
}
