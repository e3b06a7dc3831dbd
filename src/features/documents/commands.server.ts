import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/route-handlers.ts';
import { lockCaller } from '../accounts/commands.server.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { lockForChange, updateTimestamp } from '../locations/working-copy/commands.server.ts';
import { type DocumentId, noDocument } from './queries.server.ts';
import { DOCUMENTS } from './schema.ts';
import { documentLimit, TOOK_TOO_LONG } from './messages.ts';

/** For a file to become a document, once it is noted (milliseconds): far more than anybody waits. */
const BECOMES_MS = 3_600_000;

/**
 * Notes a file before it is written to the storage, in a transaction of its own: should it never become a document, the worker
 * removes it.
 */
export async function noteFile(trx: Trx, { id, at }: { id: string; at: Date }): Promise<void> {
  const delete_after = new Date(at.getTime() + BECOMES_MS);
  await trx.insertInto('orphaned_documents').values({ id, delete_after }).execute();
}

/**
 * Adds a document whose file is in the storage and was noted by {@link noteFile}.
 * @throws {ApiError} NOT_FOUND; CONFLICT when the location has as many as it may have; UNAVAILABLE when it took so long that the
 * file was removed
 */
export async function addDocument(
  trx: Trx,
  { actor, at }: CommandContext,
  { id, locationId, name, bytes }: DocumentId & { name: string; bytes: number },
): Promise<void> {
  await lockCaller(trx, actor);
  await lockForChange(trx, actor, locationId);
  const { count } = await trx
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('location_id', '=', locationId)
    .executeTakeFirstOrThrow();
  if (count >= DOCUMENTS) {
    throw new ApiError('CONFLICT', documentLimit(DOCUMENTS));
  }
  const noted = await trx.deleteFrom('orphaned_documents').where('id', '=', id).executeTakeFirst();
  if (noted.numDeletedRows === 0n) throw new ApiError('UNAVAILABLE', TOOK_TOO_LONG);
  await trx
    .insertInto('documents')
    .values({ id, location_id: locationId, name, bytes, uploaded_by: actor.id, created_at: at })
    .execute();
  await updateTimestamp(trx, locationId, at);
  const details = { document: id };
  await recordAudit(trx, { type: 'DOCUMENT_ADDED', actorId: actor.id, locationId, details, at });
}

/**
 * Deletes a document; its file follows.
 * @throws {ApiError} NOT_FOUND
 */
export async function deleteDocument(
  trx: Trx,
  { actor, at }: CommandContext,
  { id, locationId }: DocumentId,
): Promise<void> {
  await lockForChange(trx, actor, locationId);
  const deleted = await trx
    .deleteFrom('documents')
    .where('id', '=', id)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) noDocument();
  await updateTimestamp(trx, locationId, at);
  const details = { document: id };
  await recordAudit(trx, { type: 'DOCUMENT_DELETED', actorId: actor.id, locationId, details, at });
}
