import { z } from 'zod';

/** What entries know of people: their names, and whether they still have an account. */
export const person = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  /** Null once the account is deleted. */
  enabled_at: z.string().nullable(),
});
export type Person = z.output<typeof person>;

/** Somebody's name, as the trail has it. */
export function nameOf({ first_name, last_name, enabled_at }: Person): string {
  return `${first_name} ${last_name}${enabled_at === null ? ' (Deleted user)' : ''}`;
}

/** A board that still exists. */
const boardSubject = z.object({ id: z.uuid(), title: z.string(), user_id: z.uuid(), private: z.boolean() });

/** A location that still exists. */
const locationSubject = z.object({ id: z.uuid(), title: z.string() });

/** What an entry is about, as far as it still exists. */
export const subjects = z.object({
  board_id: z.uuid().nullable(),
  location_id: z.uuid().nullable(),
  board: boardSubject.nullable(),
  location: locationSubject.nullable(),
});
export type Subjects = z.output<typeof subjects>;

/** One of several things in a query, which callers name or number. */
export function byNameOrNumber<Name extends string>(
  things: readonly { readonly name: Name; readonly number: number }[],
) {
  const names = new Map<string, Name>(
    things.flatMap(({ name, number }) => [
      [name, name],
      [String(number), name],
    ]),
  );
  return z.enum([...names.keys()] as (Name | `${number}`)[]).transform((given) => names.get(given)!);
}
