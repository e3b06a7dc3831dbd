import type { Trx } from '../../platform/events.ts';
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
