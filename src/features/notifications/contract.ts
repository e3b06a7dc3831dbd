import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { CSV } from '../../platform/http/csv-download.ts';
import { pageSchema, tableParams } from '../../platform/http/paging.ts';
import { NOTIFICATION_COLUMNS, READ_STATES, notification, notificationSubject } from './schema.ts';

const notificationParams = tableParams(NOTIFICATION_COLUMNS).extend({
  /** Only notifications about this kind of subject. */
  type: notificationSubject.optional(),
  status: z.enum(READ_STATES).optional(),
});

export const notifications = route({
  method: 'GET',
  path: '/notifications',
  summary: 'The notifications of the Locations Team, the latest first by default',
  access: 'notification.view',
  input: notificationParams,
  output: pageSchema(notification),
});

export const exportNotifications = route({
  method: 'GET',
  path: '/notifications/export',
  summary: 'All notifications that match, in the same order as the list, as CSV',
  access: 'notification.view',
  input: notificationParams.omit({ page: true }),
  ...CSV,
});

export const unreadNotifications = route({
  method: 'GET',
  path: '/notifications/unread',
  summary: 'The number of unread notifications',
  access: 'notification.view',
  input: notificationParams.pick({ type: true }),
  output: z.object({ total: z.number() }),
});

/** An id that is not a number belongs to no notification: the answer is NOT_FOUND, as for an unknown number. */
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).catch(0);

export const toggleNotification = route({
  method: 'POST',
  path: '/notifications/{id}/toggle-read',
  summary: 'Mark a notification as read or unread: as `read` says, without it as the opposite of what it is',
  access: 'notification.view',
  input: z.object({ id, read: z.boolean().optional() }),
  output: notification,
});
