import { z } from 'zod';
import type { Grants } from '../../platform/http/contract.ts';
import {
  PASSWORD_LENGTH,
  email,
  firstName,
  jobTitle,
  lastName,
  newPassword,
  optional,
  telephone,
  website,
} from '../../platform/field-schemas.ts';
import { REGISTERING_ROLES, ROLES, ROLE_NAMES, type Role, SCOPES } from './permissions.ts';
import { ENTER_JOB_TITLE } from '../../platform/messages.ts';
import { ENTER_PASSWORD, ENTER_PASSWORD_AGAIN, PASSWORDS_DIFFER, CHOOSE_ROLE } from './messages.ts';

export const logInForm = z.object({
  email,
  password: z.string().min(1, ENTER_PASSWORD).max(PASSWORD_LENGTH.max),
});

/** Whoever works for the agency is registered by the agency. */
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
  .refine((form) => !ROLES[form.role]?.job || Boolean(form.jobtitle), {
    path: ['jobtitle'],
    message: ENTER_JOB_TITLE,
    // Together with what else is wrong, not after it.
    when: () => true,
  });

export const forgotPasswordForm = z.object({ email });

/** The second password is for the form alone. */
export const resetPasswordForm = z
  .object({ password: newPassword, confirmPassword: z.string().min(1, ENTER_PASSWORD_AGAIN) })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
    when: () => true,
  });

/** The same fields, with words of their own for what is missing. */
interface PersonFields {
  readonly firstName: typeof firstName;
  readonly lastName: typeof lastName;
  readonly email: typeof email;
  readonly jobTitle: typeof jobTitle;
}

/** A field that must be filled in under a condition, and may stay empty otherwise. */
function requiredIf<Schema extends Parameters<typeof optional>[0]>(required: boolean, schema: Schema) {
  return (required ? schema : optional(schema)) as ReturnType<typeof optional<Schema>>;
}

/** What may be changed of a person, by their role. */
export function profileForms(fields: PersonFields) {
  const names = { firstName: fields.firstName, lastName: fields.lastName, email: fields.email };
  const formOf = (role: Role) =>
    z.object({
      ...names,
      telephone1: requiredIf(ROLES[role].telephone, telephone),
      title: requiredIf(ROLES[role].job, fields.jobTitle),
      website: optional(website),
    });
  return Object.fromEntries(ROLE_NAMES.map((role) => [role, formOf(role)])) as Record<Role, ReturnType<typeof formOf>>;
}

/** What people may change of themselves. */
export const PROFILE_FORMS = profileForms({ firstName, lastName, email, jobTitle });

export const role = z.enum(ROLE_NAMES);

/** Who is signed in, and the secret that their calls carry. */
export const session = z.object({
  id: z.uuid(),
  token: z.string(),
  user: z.object({
    id: z.uuid(),
    role,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    /** Whether the address is known to be theirs. */
    verified: z.boolean(),
    /** What their role may do, once the address is verified. */
    permissions: z.record(z.string(), z.enum(SCOPES)) as z.ZodType<Grants>,
  }),
});
export type Session = z.output<typeof session>;

const moment = z.string().describe('A moment, as 2026-11-12T09:30:00.000Z');

export const profile = z.object({
  id: z.uuid(),
  role,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  created_at: moment,
  email_verified_at: moment.nullable(),
  enabled_at: moment,
  /** Only when it was asked for. */
  contact: z
    .object({ telephone1: z.string().nullable(), jobtitle: z.string().nullable(), websiteurl: z.string().nullable() })
    .optional(),
});
export type Profile = z.output<typeof profile>;
