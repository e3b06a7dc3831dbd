import { z } from 'zod';
import type { Role } from '../../platform/http/contract.ts';
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
} from '../../platform/limits.ts';

export const logInForm = z.object({
  email,
  password: z.string().min(1, 'Enter your password.').max(PASSWORD_LENGTH.most),
});

/** Whoever works for the agency is registered by the agency. */
export const registerForm = z
  .object({
    role: z.enum(['SCOUT', 'OWNER'], 'Choose how you will use the site.'),
    first_name: firstName,
    last_name: lastName,
    email,
    telephone1: telephone,
    password: newPassword,
    jobtitle: optional(jobTitle),
    websiteurl: optional(website),
  })
  .refine(({ role, jobtitle }) => role !== 'SCOUT' || Boolean(jobtitle), {
    path: ['jobtitle'],
    message: 'Enter your job title.',
    // Together with what else is wrong, not after it.
    when: () => true,
  });

export const forgotPasswordForm = z.object({ email });

/** The second password is for the form alone. */
export const resetPasswordForm = z
  .object({ password: newPassword, confirmPassword: z.string().min(1, 'Enter the password again.') })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: "The passwords don't match",
    when: () => true,
  });

/** The same fields, with words of their own for what is missing. */
interface PersonFields {
  readonly firstName: typeof firstName;
  readonly lastName: typeof lastName;
  readonly email: typeof email;
  readonly jobTitle: typeof jobTitle;
}

/** What may be changed of a person, by their role. */
export function profileForms(fields: PersonFields) {
  const names = { firstName: fields.firstName, lastName: fields.lastName, email: fields.email };
  const rest = { title: optional(fields.jobTitle), website: optional(website) };
  return {
    SCOUT: z.object({ ...names, telephone1: telephone, title: fields.jobTitle, website: rest.website }),
    OWNER: z.object({ ...names, telephone1: telephone, ...rest }),
    ADMIN: z.object({ ...names, telephone1: optional(telephone), ...rest }),
  } as const satisfies Record<Role, z.ZodObject>;
}

/** What people may change of themselves. */
export const PROFILE_FORMS = profileForms({ firstName, lastName, email, jobTitle });

export const role = z.enum(['SCOUT', 'OWNER', 'ADMIN']);

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
