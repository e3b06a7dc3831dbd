import type { Feature } from '../../platform/feature/feature.ts';
import { NOTIFICATION_DATA } from './personal-data.queries.server.ts';
import { notification } from './schema.ts';

export const notificationFeature: Feature = {
  personalData: [NOTIFICATION_DATA],
  schemas: {
    Notification: notification,
  },
  examples: {
    'GET /notifications': { input: { type: 'location', status: 'unread', page: 1 } },
  },
};
