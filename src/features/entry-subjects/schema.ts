import { z } from 'zod';

/** A user as entries show one: the name, and whether the account still exists. */
export const person = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  /** Null once the account is deleted. */
  enabled_at: z.string().nullable(),
});
export type Person = z.output<typeof person>;

/** The name of a user, with a note where the account is deleted. */
export function formatPerson({ first_name, last_name, enabled_at }: Person): string {
  return `${first_name} ${last_name}${enabled_at === null ? ' (Deleted user)' : ''}`;
}

/** The board and the location that an entry is about; null where it is about none, or where that is deleted. */
export const subjects = z.object({
  board_id: z.uuid().nullable(),
  location_id: z.uuid().nullable(),
  board: z.object({ id: z.uuid(), title: z.string(), user_id: z.uuid(), private: z.boolean() }).nullable(),
  location: z.object({ id: z.uuid(), title: z.string() }).nullable(),
});

/** Everything that an entry can be about. */
export type Subjects = z.output<typeof subjects> & { readonly user: Person | null };
export type SubjectKind = 'location' | 'user' | 'board';
