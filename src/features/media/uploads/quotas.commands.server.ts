import { toDay } from '../../../platform/text/days.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import * as messages from '../messages.ts';

/** Per account, cancelled and rejected uploads included: more than two thousand photographs of a telephone. */
export const DAILY_QUOTA_BYTES = 10 * 1024 ** 3;
/** Uploads of one account in progress: the worker validates one file after the other, and other accounts wait too. */
export const MAX_ACTIVE_UPLOADS = 240;
/** Seconds after which there may be room for another. */
const ACTIVE_LIMIT_RETRY_SECONDS = 30;

/**
 * Counts a new upload of an account. Locks the account's row of the day, so that concurrent uploads are counted one after the other.
 * @throws {ApiError} CONFLICT when the quota of the day is used up; TOO_MANY_REQUESTS with too many uploads in progress
 */
export async function assertQuota(
  trx: Trx,
  { userId, bytes, at }: { userId: string; bytes: number; at: Date },
): Promise<void> {
  const day = toDay(at);
  const sent = await trx
    .insertInto('upload_quotas')
    .values({ user_id: userId, day, bytes })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'day']).doUpdateSet(({ eb }) => ({ bytes: eb('upload_quotas.bytes', '+', bytes) })),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow();
  if (sent.bytes > DAILY_QUOTA_BYTES) {
    throw new ApiError('CONFLICT', messages.dailyQuotaMessage(DAILY_QUOTA_BYTES / 1024 ** 3));
  }
  const { active } = await trx
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('user_id', '=', userId)
    .where('state', 'in', ['RECEIVING', 'CHECKING'])
    .executeTakeFirstOrThrow();
  if (active >= MAX_ACTIVE_UPLOADS) {
    throw new ApiError('TOO_MANY_REQUESTS', messages.TOO_MANY_PENDING_UPLOADS, undefined, ACTIVE_LIMIT_RETRY_SECONDS);
  }
}
