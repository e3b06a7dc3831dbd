import { toCsv } from '../../platform/text/csv.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { type RouteHandler, FileResponse, createHandler } from '../../platform/http/route-handlers.ts';
import { toggleRead } from './commands.server.ts';
import * as routes from './contract.ts';
import {
  EXPORT_HEADINGS,
  countNotifications,
  exportRows,
  getNotification,
  listNotifications,
} from './queries.server.ts';

export function notificationHandlers(db: Db): RouteHandler[] {
  return [
    createHandler(routes.notifications, (params) => listNotifications(db, params)),
    createHandler(
      routes.exportNotifications,
      (params) => new FileResponse('notifications.csv', toCsv(EXPORT_HEADINGS, exportRows(db, params))),
    ),
    createHandler(routes.unreadNotifications, async ({ type }) => ({
      total: await countNotifications(db, { type, status: 'unread' }),
    })),
    createHandler(routes.toggleNotification, ({ id, read }) =>
      db.transaction().execute(async (trx) => {
        await toggleRead(trx, { id, read }, new Date());
        return getNotification(trx, id);
      }),
    ),
  ];
}
