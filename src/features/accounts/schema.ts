import { z } from 'zod';
import type { Grants } from '../../platform/http/contract.ts';
import { telephone } from '../geography/region-rules.ts';
import {
  PASSWORD_LENGTH,
  email,
  firstName,
  lastName,
  newPassword,
  optional,
  singleLine,
  website,
} from '../../platform/http/field-schemas.ts';
import { REGISTERING_ROLES, ROLES, ROLE_NAMES, type Role, SCOPES } from './permissions.ts';
import { ENTER_JOB_TITLE, ENTER_PASSWORD, ENTER_PASSWORD_AGAIN, PASSWORDS_DIFFER, CHOOSE_ROLE } from './messages.ts';

/** Days after which an account with an unverified email address is deleted. The privacy texts say so. */
export const UNVERIFIED_DAYS = 30;
/** Time to live of an emailed link, from when its email is sent. */
export const LINK_MINUTES = 15;

const JOB_TITLE_LENGTH = 120;

export const jobTitleSchema = (missing: string) => singleLine.min(1, missing).max(JOB_TITLE_LENGTH);

const jobTitle = jobTitleSchema(ENTER_JOB_TITLE);

/** A password to be checked; it may be one from before the rules for new passwords. */
export const currentPassword = z.string().min(1, ENTER_PASSWORD).max(PASSWORD_LENGTH.max);

export const logInForm = z.object({ email, password: currentPassword });

/** Registration; members of the Locations Team are invited instead. */
export const registerForm = z
  .object({
    role: z.enum(REGISTERING_ROLES, CHOOSE_ROLE),
    first_name: firstName,
    last_name: lastName,
    email,
    telephone1: telephone,
    password: newPassword,
    jobtitle: optional(jobTitle),
    websiteurl: optional(website),
  })
  .refine((form) => !ROLES[form.role]?.requiresJobTitle || Boolean(form.jobtitle), {
    path: ['jobtitle'],
    message: ENTER_JOB_TITLE,
    // Report it together with other errors.
    when: () => true,
  });

export const forgotPasswordForm = z.object({ email });

/** The second password is not sent to the API. */
export const resetPasswordForm = z
  .object({ password: newPassword, confirmPassword: z.string().min(1, ENTER_PASSWORD_AGAIN) })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
    when: () => true,
  });

/** Schemas of a person's fields, which differ only in their error messages. */
interface PersonFields {
  readonly firstName: typeof firstName;
  readonly lastName: typeof lastName;
  readonly email: typeof email;
  readonly jobTitle: typeof jobTitle;
}

/** Returns the schema if required, otherwise one that accepts an empty value too. */
function requiredIf<Schema extends Parameters<typeof optional>[0]>(required: boolean, schema: Schema) {
  return (required ? schema : optional(schema)) as ReturnType<typeof optional<Schema>>;
}

/** Returns the schema of profile changes for each role. */
export function profileForms(fields: PersonFields) {
  const names = { firstName: fields.firstName, lastName: fields.lastName, email: fields.email };
  const createForm = (role: Role) =>
    z.object({
      ...names,
      telephone1: requiredIf(ROLES[role].requiresTelephone, telephone),
      title: requiredIf(ROLES[role].requiresJobTitle, fields.jobTitle),
      website: optional(website),
    });
  return Object.fromEntries(ROLE_NAMES.map((role) => [role, createForm(role)])) as Record<
    Role,
    ReturnType<typeof createForm>
  >;
}

/** Changes that users can make to their profile, by role. */
export const PROFILE_FORMS = profileForms({ firstName, lastName, email, jobTitle });

export const role = z.enum(ROLE_NAMES);

/** The session of the signed-in user, with the token of its API calls. */
export const session = z.object({
  id: z.uuid(),
  token: z.string(),
  user: z.object({
    id: z.uuid(),
    role,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    /** Whether the email address is verified. */
    verified: z.boolean(),
    /** Whether the role requires a second factor that is not set up yet: until then the user has no permissions. */
    needsSecondFactor: z.boolean(),
    /** The name of the film office whose area the account is limited to. */
    office: z.string().nullable(),
    /** The permissions of the role. They apply only if the email address is verified. */
    permissions: z.record(z.string(), z.enum(SCOPES)) as z.ZodType<Grants>,
  }),
});
export type Session = z.output<typeof session>;

export const moment = z.string().describe('A date and time, such as 2026-11-12T09:30:00.000Z');

export const profile = z.object({
  id: z.uuid(),
  role,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  created_at: moment,
  email_verified_at: moment.nullable(),
  enabled_at: moment,
  /** Only if expanded. */
  contact: z
    .object({ telephone1: z.string().nullable(), jobtitle: z.string().nullable(), websiteurl: z.string().nullable() })
    .optional(),
});
export type Profile = z.output<typeof profile>;
