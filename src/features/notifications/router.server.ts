import type { Kysely } from 'kysely';
import { toCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/tables.ts';
import { type Binding, FileAnswer, bind } from '../../platform/http/server.ts';
import { toggleRead } from './commands.server.ts';
import * as contract from './contract.ts';
import {
  EXPORT_HEADINGS,
  countNotifications,
  exportRows,
  getNotification,
  listNotifications,
} from './queries.server.ts';

/** The API routes of notifications. */
export function notificationBindings(db: Kysely<Database>): Binding[] {
  return [
    bind(contract.notifications, (params) => listNotifications(db, params)),
    bind(
      contract.exportNotifications,
      (params) => new FileAnswer('notifications.csv', toCsv(EXPORT_HEADINGS, exportRows(db, params))),
    ),
    bind(contract.unreadNotifications, async ({ type }) => ({
      total: await countNotifications(db, { type, status: 'unread' }),
    })),
    bind(contract.toggleNotification, ({ id, read }) =>
      db.transaction().execute(async (trx) => {
        await toggleRead(trx, { id, read }, new Date());
        return getNotification(trx, id);
      }),
    ),
  ];
}
