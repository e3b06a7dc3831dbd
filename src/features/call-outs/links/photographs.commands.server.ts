import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { createUpload } from '../../media/uploads/commands.server.ts';
import type { beginPhotograph, deletePhotograph } from '../contract.ts';
import * as messages from '../messages.ts';
import { MAX_PHOTOGRAPHS } from '../schema.ts';
import { type LinkContext, getAnswer, lockLink } from './commands.server.ts';

/** The account that a link was sent to, in whose quota its uploads are. The link gives none of its permissions. */
export const toSender = (userId: string): Actor => ({ id: userId, permissions: {}, verified: true });

/**
 * Begins to send a photograph of a place. Its id is the secret of the call that sends the bytes.
 * @throws {ApiError} NOT_FOUND; CONFLICT at the limit, for a full quota, and for a suggested place that is a location now; TOO_MANY_REQUESTS
 */
export async function startPhotograph(
  { trx, at }: LinkContext,
  { token, answerId, name, bytes }: z.output<typeof beginPhotograph.input>,
): Promise<{ id: string }> {
  const link = await lockLink({ trx, at }, token);
  const { location_id, is_suggested } = await getAnswer(trx, link, answerId);
  if (is_suggested && location_id !== null) throw new ApiError('CONFLICT', messages.ADD_TO_DRAFT);
  await deleteUnsent(trx, answerId);
  await assertWithinLimit(trx, {
    lock: `photographs of answer ${answerId}`,
    count: sql`select count(*) from call_out_photographs where answer_id = ${answerId}`,
    adding: 1,
    max: MAX_PHOTOGRAPHS,
    message: messages.photographLimit,
  });
  const upload = { trx, actor: toSender(link.user_id), at };
  const { id: upload_id } = await createUpload(upload, { locationId: null, name, bytes });
  return trx
    .insertInto('call_out_photographs')
    .values({ answer_id: answerId, upload_id, name, bytes, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Deletes photographs that were begun but not sent, as after a lost connection, so that they take no place. */
async function deleteUnsent(trx: LinkContext['trx'], answerId: string): Promise<void> {
  await sql`
    delete from call_out_photographs f using uploads u
    where f.answer_id = ${answerId} and u.id = f.upload_id and u.state = 'RECEIVING'`.execute(trx);
}

/** Finds the upload of a photograph that was begun, and the account of its link. @throws {ApiError} NOT_FOUND */
export async function getUnsent(db: Db, photographId: string): Promise<{ uploadId: string; userId: string }> {
  const { rows } = await sql<{ uploadId: string; userId: string }>`
    select u.id as "uploadId", u.user_id as "userId" from call_out_photographs f join uploads u on u.id = f.upload_id
    where f.id = ${photographId} and u.state = 'RECEIVING'`.execute(db);
  if (!rows[0]) throw new ApiError('NOT_FOUND', messages.NO_SUCH_PHOTOGRAPH);
  return rows[0];
}

/** Deletes a photograph of one of the recipient's places; the worker deletes what nothing refers to. @throws {ApiError} NOT_FOUND */
export async function removePhotograph(
  { trx, at }: LinkContext,
  { token, photographId }: z.output<typeof deletePhotograph.input>,
): Promise<void> {
  const { recipient_id } = await lockLink({ trx, at }, token);
  const { numAffectedRows } = await sql`
    delete from call_out_photographs f using call_out_answers a
    where f.id = ${photographId} and a.id = f.answer_id and a.recipient_id = ${recipient_id}`.execute(trx);
  if (!numAffectedRows) throw new ApiError('NOT_FOUND', messages.NO_SUCH_PHOTOGRAPH);
}
