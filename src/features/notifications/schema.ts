import { z } from 'zod';
import { nameOrNumber } from '../../platform/http/field-schemas.ts';
import { type SubjectKind, person, subjects } from '../entry-subjects/schema.ts';
import { NOTIFICATION_TYPE_NAMES } from './notification-types.ts';

/** The columns that the list can be sorted by. */
export const NOTIFICATION_COLUMNS = ['id', 'type', 'created_at'] as const;
export const NOTIFICATION_SUBJECTS = ['location', 'user', 'board'] as const satisfies readonly SubjectKind[];
/** A kind of subject, by its name or its number: 1 for locations, 2 for users, 3 for boards. */
export const notificationSubject = nameOrNumber(
  NOTIFICATION_SUBJECTS.map((name, index) => ({ name, number: index + 1 })),
);
/** The kind of subject that the list shows at first, and that the number in the navigation bar counts. */
export const INITIAL_SUBJECT = 'location';
export const READ_STATES = ['read', 'unread'] as const;

export const notification = subjects.extend({
  id: z.number(),
  type: z.enum(NOTIFICATION_TYPE_NAMES),
  /** Null while it is unread. */
  read_at: z.string().nullable(),
  created_at: z.string(),
  user_id: z.uuid().nullable(),
  /** The user whose action caused the notification. */
  user: person.nullable(),
});
export type Notification = z.output<typeof notification>;
