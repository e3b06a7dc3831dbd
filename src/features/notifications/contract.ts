import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { CSV } from '../../platform/http/csv-download.ts';
import { pageSchema, tableParams } from '../../platform/http/paging.ts';
import { chooseOneOf } from '../../platform/text/common-messages.ts';
import { NOTIFICATION_TYPE_NAMES } from './notification-types.ts';
import {
  NOTIFICATION_COLUMNS,
  NOTIFICATION_SUBJECTS,
  READ_STATES,
  notification,
  notificationSubject,
} from './schema.ts';

const notificationParams = tableParams(NOTIFICATION_COLUMNS).extend({
  /** Only notifications of this type, or about this kind of subject. */
  type: z
    .union(
      [z.enum(NOTIFICATION_TYPE_NAMES), notificationSubject],
      chooseOneOf([...NOTIFICATION_SUBJECTS, ...NOTIFICATION_TYPE_NAMES]),
    )
    .optional(),
  status: z.enum(READ_STATES).optional(),
});

export const notifications = route('GET', '/notifications', {
  summary: 'Lists the notifications of the Locations Team, latest first by default',
  access: 'notification.view',
  input: notificationParams,
  output: pageSchema(notification),
});

export const exportNotifications = route('GET', '/notifications/export', {
  summary: 'Exports the matching notifications in the same order as CSV',
  access: 'notification.view',
  input: notificationParams.omit({ page: true }),
  ...CSV,
});

export const unreadNotifications = route('GET', '/notifications/unread', {
  summary: 'Returns the number of unread notifications',
  access: 'notification.view',
  input: notificationParams.pick({ type: true }),
  output: z.object({ total: z.number() }),
});

/** Maps an invalid id to 0, which no notification has. */
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).catch(0);

export const toggleNotification = route('POST', '/notifications/{id}/toggle-read', {
  summary: 'Marks a notification as read or unread; without `read`, toggles it',
  access: 'notification.view',
  input: z.object({ id, read: z.boolean().optional() }),
  output: notification,
});
