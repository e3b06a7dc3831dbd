import { z } from 'zod';
import { person, subjects } from '../entry-subjects/schema.ts';

/** The columns that the list can be sorted by. */
export const AUDIT_LOG_COLUMNS = ['id', 'user', 'type', 'created_at'] as const;

export const auditLogEntry = subjects.extend({
  id: z.number(),
  type: z.number(),
  created_at: z.string(),
  /** The user who made the change; null for the command line and scheduled work. */
  user_id: z.uuid().nullable(),
  user: person.nullable(),
  /** The name of the service token, if a program made the change on behalf of the user; null for people. */
  service_token: z.string().nullable(),
  /** The user whose account was changed, or the new owner of the location. */
  concerned: person.nullable(),
  /** The version of the location or of the page that the change made; null where it made none. */
  revision: z.number().nullable(),
  /** The name of the page, the menu or the footer that was changed. */
  content: z.string().nullable(),
  /** Further details for people, such as the fields that were changed; empty where there are none. */
  note: z.string(),
});
export type AuditLogEntry = z.output<typeof auditLogEntry>;
