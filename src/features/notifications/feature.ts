import type { Feature } from '../../platform/feature/feature.ts';
import { command, csvExport, query } from '../../platform/http/handlers.ts';
import { toggleRead } from './commands.server.ts';
import { NOTIFICATION_DATA } from './personal-data.queries.server.ts';
import {
  EXPORT_HEADINGS,
  countNotifications,
  exportRows,
  getNotification,
  listNotifications,
} from './queries.server.ts';
import { notification } from './schema.ts';
import * as routes from './contract.ts';

/** Notifications of the Locations Team. */
export const notificationFeature: Feature = {
  tag: 'operation',
  handlers: [
    query(routes.notifications, (db, _caller, params) => listNotifications(db, params)),
    csvExport(routes.exportNotifications, 'notifications.csv', EXPORT_HEADINGS, (db, _caller, params) =>
      exportRows(db, params),
    ),
    query(routes.unreadNotifications, async (db, _caller, { type }) => ({
      total: await countNotifications(db, { type, status: 'unread' }),
    })),
    command(routes.toggleNotification, async (context, notification) => {
      await toggleRead(context, notification);
      return getNotification(context.trx, notification.id);
    }),
  ],
  personalData: [NOTIFICATION_DATA],
  schemas: {
    Notification: notification,
  },
  examples: {
    'GET /notifications': { input: { type: 'location', status: 'unread', page: 1 } },
  },
};
