import { z } from 'zod';
import { person } from '../../entry-subjects/schema.ts';

/** Entries of a page of a timeline. */
export const TIMELINE_PAGE_SIZE = 50;

/** What an entry of a timeline is about. The last three come from its enquiries. */
const ENTRY_KINDS = [
  'NOTE',
  'CREATED',
  'CHANGED',
  'ENQUIRY',
  'ENQUIRY_REMOVED',
  'LOCATION',
  'CONTACTS',
  'BOARD',
  'BOARD_REMOVED',
  'SENT',
  'MESSAGE_IN',
  'MESSAGE_OUT',
  'ENQUIRY_NOTE',
] as const;

export const timelineEntry = z.object({
  id: z.uuid(),
  kind: z.enum(ENTRY_KINDS),
  /** The user who did it; null for others, and after the account is deleted. */
  author: person.nullable(),
  /** The name of who wrote a message to the team. */
  sender: z.string().nullable(),
  /** The note or message, the reference of an enquiry, the title of a location or board, or what was sent. */
  text: z.string().nullable(),
  /** The enquiry of a message. */
  enquiry: z.object({ id: z.uuid(), reference: z.string(), name: z.string() }).nullable(),
  /** The changed fields with their values before and after, as people read them. */
  changes: z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** Whether the values before can be restored. Changes made by older versions of Recce have them only as text. */
  can_restore: z.boolean(),
  /** Whether the change has restored earlier values. */
  is_restoration: z.boolean(),
  created_at: z.string(),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/** A text as it is stored: with the ids of people in it, so that no name stays here when somebody is deleted from the directory. */
export type EntryText = string | null | readonly (string | { readonly person: string })[];
export interface StoredChange {
  readonly label: string;
  readonly before: EntryText;
  readonly after: EntryText;
}
