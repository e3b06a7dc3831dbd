import { sql } from 'kysely';
import type { Trx } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { NotificationType } from './schema.ts';

/** Tells the Locations Team of an act, in the transaction of the act itself. */
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
 * Marks what has been read as unread, and what has not as read.
 * @throws {ApiError} NOT_FOUND
 */
export async function toggleRead(trx: Trx, id: number, at: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ read_at: sql`case when read_at is null then ${at}::timestamptz end` })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError('NOT_FOUND', 'There is no such notification.');
}
