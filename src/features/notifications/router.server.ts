import type { Kysely } from 'kysely';
import { toCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/tables.ts';
import { type Binding, FileAnswer, bind } from '../../platform/http/server.ts';
import { toggleRead } from './commands.server.ts';
import * as calls from './contract.ts';
import {
  NOTIFICATION_HEADINGS,
  notificationById,
  notificationsForExport,
  notificationsPage,
  unreadTotal,
} from './queries.server.ts';

/** Answers the Locations Team about its notifications. */
export function notificationBindings(db: Kysely<Database>): Binding[] {
  return [
    bind(calls.notifications, (asked) => notificationsPage(db, asked)),
    bind(
      calls.exportNotifications,
      (asked) => new FileAnswer('notifications.csv', toCsv(NOTIFICATION_HEADINGS, notificationsForExport(db, asked))),
    ),
    bind(calls.unreadNotifications, async ({ type }) => ({ total: await unreadTotal(db, type) })),
    bind(calls.toggleNotification, ({ id, read }) =>
      db.transaction().execute(async (trx) => {
        await toggleRead(trx, { id, read }, new Date());
        return notificationById(trx, id);
      }),
    ),
  ];
}
