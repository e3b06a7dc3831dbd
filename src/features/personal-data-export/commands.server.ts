import { sql } from 'kysely';
import { isWithinLimit } from '../../platform/feature/row-limits.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../platform/http/handlers.ts';
import { lockCaller } from '../accounts/commands.server.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { exportQueue } from './export-queue.server.ts';
import { EXPORT_WAITING, exportLimit } from './messages.ts';
import { MAX_DAILY_EXPORTS } from './schema.ts';

const DAY_SECONDS = 86_400;

/**
 * Requests an archive of the data of the caller.
 * @throws {ApiError} CONFLICT while another one is being made; TOO_MANY_REQUESTS
 */
export async function requestExport({ trx, actor, at, jobs }: CommandContext & Pick<Services, 'jobs'>): Promise<void> {
  await lockCaller(trx, actor);
  const since = new Date(at.getTime() - DAY_SECONDS * 1000);
  const allowed = await isWithinLimit(trx, {
    lock: `personal data of ${actor.id}`,
    count: sql`select count(*) from personal_data_exports where user_id = ${actor.id} and requested_at > ${since}`,
    max: MAX_DAILY_EXPORTS,
    adding: 1,
  });
  if (!allowed) throw new ApiError('TOO_MANY_REQUESTS', exportLimit(MAX_DAILY_EXPORTS), undefined, DAY_SECONDS);
  const added = await trx
    .insertInto('personal_data_exports')
    .values({ user_id: actor.id, requested_at: at })
    .onConflict((conflict) => conflict.column('user_id').where('state', '=', 'WAITING').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new ApiError('CONFLICT', EXPORT_WAITING);
  await jobs.enqueue(trx, exportQueue, { id: added.id });
  await recordAudit(trx, { type: 'PERSONAL_DATA_REQUESTED', actorId: actor.id, details: { userId: actor.id }, at });
}

/** Records that an archive is downloaded. */
export function recordDownload(trx: Trx, userId: string, at: Date): Promise<void> {
  return recordAudit(trx, { type: 'PERSONAL_DATA_DOWNLOADED', actorId: userId, details: { userId }, at });
}

/** Deletes the archives of an account that is being deleted. A trigger records their files, which the worker deletes. */
export async function deleteExportsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('personal_data_exports').where('user_id', '=', userId).execute();
}
