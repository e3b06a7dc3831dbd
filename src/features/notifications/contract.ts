import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { CSV } from '../../platform/http/file.ts';
import { pageOf, tableAsked } from '../../platform/http/paging.ts';
import { NOTIFICATION_COLUMNS, READ_STATES, notification, notificationSubject } from './list-schema.ts';

const TEAM = ['ADMIN'] as const;

const notificationsAsked = tableAsked(NOTIFICATION_COLUMNS).extend({
  /** What they are about; all of them without it. */
  type: notificationSubject.optional(),
  status: z.enum(READ_STATES).optional(),
});

export const notifications = route({
  method: 'GET',
  path: '/notifications',
  summary: 'What the Locations Team was told of; the latest first unless asked otherwise',
  access: TEAM,
  input: notificationsAsked,
  output: pageOf(notification),
});

export const exportNotifications = route({
  method: 'GET',
  path: '/notifications/export',
  summary: 'All notifications that the same question finds, in the same order, as CSV',
  access: TEAM,
  input: notificationsAsked.omit({ page: true }),
  ...CSV,
});

export const unreadNotifications = route({
  method: 'GET',
  path: '/notifications/unread',
  summary: 'How many notifications nobody has read',
  access: TEAM,
  input: notificationsAsked.pick({ type: true }),
  output: z.object({ total: z.number() }),
});

/** What is no number is no notification either. */
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).catch(0);

export const toggleNotification = route({
  method: 'POST',
  path: '/notifications/{id}/toggle-read',
  summary: 'Mark a notification as read, or as unread if it was read; with `read` as what that says',
  access: TEAM,
  input: z.object({ id, read: z.boolean().optional() }),
  output: notification,
});
