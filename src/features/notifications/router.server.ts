import { toCsv } from '../../platform/csv.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { type RouteHandler, FileResponse, createHandler } from '../../platform/http/route-handlers.ts';
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
export function notificationHandlers(db: Db): RouteHandler[] {
  return [
    createHandler(contract.notifications, (params) => listNotifications(db, params)),
    createHandler(
      contract.exportNotifications,
      (params) => new FileResponse('notifications.csv', toCsv(EXPORT_HEADINGS, exportRows(db, params))),
    ),
    createHandler(contract.unreadNotifications, async ({ type }) => ({
      total: await countNotifications(db, { type, status: 'unread' }),
    })),
    createHandler(contract.toggleNotification, ({ id, read }) =>
      db.transaction().execute(async (trx) => {
        await toggleRead(trx, { id, read }, new Date());
        return getNotification(trx, id);
      }),
    ),
  ];
}
