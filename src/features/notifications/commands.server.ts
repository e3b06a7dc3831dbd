import { sql } from 'kysely';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import type { NotificationType } from './notification-types.ts';
import { NO_SUCH_NOTIFICATION } from './messages.ts';

/** Notifies the Locations Team, in the transaction of what the notification reports. */
export async function notify(
  trx: Trx,
  notification: { type: NotificationType; userId?: string; boardId?: string; locationId?: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('notifications')
    .values({
      type: notification.type,
      user_id: notification.userId ?? null,
      board_id: notification.boardId ?? null,
      location_id: notification.locationId ?? null,
      created_at: notification.at,
    })
    .execute();
}

/**
 * Marks a notification as read or unread; without `read`, toggles it.
 * @throws {ApiError} NOT_FOUND
 */
export async function toggleRead(
  { trx, at }: CommandContext,
  { id, read }: { readonly id: number; readonly read?: boolean | undefined },
): Promise<void> {
  const becomesRead = read === undefined ? sql`read_at is null` : sql`${read}::boolean`;
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ read_at: sql`case when ${becomesRead} then coalesce(read_at, ${at}::timestamptz) end` })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError('NOT_FOUND', NO_SUCH_NOTIFICATION);
}
