import { z } from 'zod';
import {
  EMAIL_LENGTH,
  contactFirstName,
  contactLastName,
  emailSchema,
  jobTitleSchema,
} from '../../../platform/field-schemas.ts';
import { profile, profileForms, role } from '../schema.ts';
import { ENTER_EMAIL_OF_USER, ENTER_JOB_TITLE_OF_USER } from '../messages.ts';

/** The columns of the list of users, by which it can be sorted. */
export const USER_COLUMNS = ['id', 'first_name', 'last_name', 'email', 'role'] as const;

const someonesEmail = emailSchema(EMAIL_LENGTH, ENTER_EMAIL_OF_USER);

/** What the Locations Team may change of somebody: what people may change of themselves. */
export const USER_FORMS = profileForms({
  firstName: contactFirstName,
  lastName: contactLastName,
  email: someonesEmail,
  jobTitle: jobTitleSchema(ENTER_JOB_TITLE_OF_USER),
});

/** A colleague who is to be one of the Locations Team. */
export const invitationForm = z.object({
  firstName: contactFirstName,
  lastName: contactLastName,
  email: someonesEmail,
});

/** A user in a list. */
export const userRow = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role,
  /** Null while nobody has shown that the address is theirs. */
  email_verified_at: z.string().nullable(),
});
export type UserRow = z.output<typeof userRow>;

/** A user as the Locations Team sees them. */
export const userDetails = profile.required({ contact: true }).extend({
  /** Of what was read; a change is refused when there is another one. */
  version: z.number(),
  /** The address that they will have once the link in a mail to it is followed. */
  new_email: z.string().nullable(),
});
export type UserDetails = z.output<typeof userDetails>;

/** What goes with an account that is deleted. */
export const belongings = z.object({
  /** Boards that they keep, archived ones as well, and how many of these are archived. */
  boards: z.number(),
  archived_boards: z.number(),
  /** Addresses that these are shared with, and how many of them have a public link. */
  shares: z.number(),
  public_links: z.number(),
  /** Private boards, which go over to whoever deletes the account. */
  private_boards: z.number(),
  /** Boards of others that are shared with their address. */
  shared_boards: z.number(),
  /** Locations that they hold, and how many of these are published. */
  locations: z.number(),
  published_locations: z.number(),
});
export type Belongings = z.output<typeof belongings>;
