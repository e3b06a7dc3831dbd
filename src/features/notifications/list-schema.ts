import { z } from 'zod';
import { NOTIFICATION_TYPE_NAMES } from './schema.ts';
import { byNameOrNumber, person, subjects } from '../subjects/schema.ts';

/** The columns that the list can be sorted by. */
export const NOTIFICATION_COLUMNS = ['id', 'type', 'created_at'] as const;
export const NOTIFICATION_SUBJECTS = ['location', 'user', 'board'] as const;
/** What notifications are about, by its name or by its number: 1 for locations, 2 for users, 3 for boards. */
export const notificationSubject = byNameOrNumber(
  NOTIFICATION_SUBJECTS.map((name, index) => ({ name, number: index + 1 })),
);
/** What the list is about unless asked otherwise; the number in the bar counts the same. */
export const INITIAL_SUBJECT = 'location';
export const READ_STATES = ['read', 'unread'] as const;

export const notification = subjects.extend({
  id: z.number(),
  type: z.enum(NOTIFICATION_TYPE_NAMES),
  /** Null while nobody has read it. */
  read_at: z.string().nullable(),
  created_at: z.string(),
  user_id: z.uuid().nullable(),
  /** Whoever's act it was. */
  user: person.nullable(),
});
export type Notification = z.output<typeof notification>;
