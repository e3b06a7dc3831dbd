import { z } from 'zod';
import { EMAIL_LENGTH, otherFirstName, otherLastName, emailSchema } from '../../../platform/http/field-schemas.ts';
import { INVITED_ROLES, ROLES, ROLE_NAMES, type Role } from '../permissions.ts';
import { jobTitleSchema, moment, profile, profileForms, role } from '../schema.ts';
import { CHOOSE_OFFICE, ENTER_EMAIL_OF_USER, ENTER_JOB_TITLE_OF_USER } from '../messages.ts';

/** The sortable columns of the list of users. */
export const USER_COLUMNS = ['id', 'first_name', 'last_name', 'email', 'role'] as const;

const requiredEmail = emailSchema(EMAIL_LENGTH, ENTER_EMAIL_OF_USER);

/** The id of a film office; '' or undefined for none. */
const officeId = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number(CHOOSE_OFFICE).int(CHOOSE_OFFICE).min(1, CHOOSE_OFFICE).max(2_147_483_647, CHOOSE_OFFICE).optional(),
);

const forms = profileForms({
  firstName: otherFirstName,
  lastName: otherLastName,
  email: requiredEmail,
  jobTitle: jobTitleSchema(ENTER_JOB_TITLE_OF_USER),
});
type UserForm = (typeof forms)[Role];
const withOffice = (form: UserForm) => form.extend({ officeId });

/** The fields of a user that the Locations Team may change, by role: those of PROFILE_FORMS, and the film office of roles that have one. */
export const USER_FORMS = Object.fromEntries(ROLE_NAMES.map((role) => [role, withOffice(forms[role])])) as Readonly<
  Record<Role, ReturnType<typeof withOffice>>
>;

export const invitationForm = z
  .object({
    firstName: otherFirstName,
    lastName: otherLastName,
    email: requiredEmail,
    role: z.enum(INVITED_ROLES).default(INVITED_ROLES[0]),
    officeId,
  })
  .refine((form) => !ROLES[form.role]?.hasOffice || form.officeId !== undefined, {
    path: ['officeId'],
    message: CHOOSE_OFFICE,
    // Report it together with other errors.
    when: () => true,
  });

export const filmOffice = z.object({ id: z.number(), name: z.string() });
export type FilmOffice = z.output<typeof filmOffice>;

export const userRow = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role,
  /** The name of the film office that the account belongs to. */
  office: z.string().nullable(),
  /** Null until the email address is verified. */
  email_verified_at: z.string().nullable(),
});
export type UserRow = z.output<typeof userRow>;

/** A user with everything that the Locations Team can see. */
export const userDetails = profile.required({ contact: true }).extend({
  /** Sent back as the expected version with a change. */
  version: z.number(),
  /** A new email address that is not verified yet. */
  new_email: z.string().nullable(),
  /** The film office that the account belongs to. */
  office: filmOffice.nullable(),
  has_second_factor: z.boolean(),
  /** When the account was linked with single sign-on, and when that was last used; null if it is not linked. */
  single_sign_on: z.object({ linked_at: moment, last_used_at: moment }).nullable(),
});
export type UserDetails = z.output<typeof userDetails>;

/** Counts of the data that is deleted with an account. */
export const accountData = z.object({
  /** Their boards including archived ones, and how many of these are archived. */
  boards: z.number(),
  archived_boards: z.number(),
  /** Email addresses that these boards are shared with, and boards with a public link. */
  shares: z.number(),
  public_links: z.number(),
  /** Private boards, which are transferred to the admin who deletes the account, or to another one. */
  private_boards: z.number(),
  /** Boards of other users that are shared with their email address. */
  shared_boards: z.number(),
  /** Locations that they own, and how many of these are published. */
  locations: z.number(),
  published_locations: z.number(),
});
export type AccountData = z.output<typeof accountData>;

/** A deleted account whose data is still being deleted. */
export const accountDeletion = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  /** ISO 8601. */
  started_at: z.string(),
  /** Rows: locations, and locations of boards. */
  total: z.number(),
  deleted: z.number(),
});
export type AccountDeletion = z.output<typeof accountDeletion>;
