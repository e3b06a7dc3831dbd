import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { newPassword } from '../../platform/field-schemas.ts';
import { solution } from '../verification/contract.ts';
import { PROFILE_FORMS, forgotPasswordForm, logInForm, profile, registerForm, session } from './schema.ts';

const messageOutput = z.object({ message: z.string() });
const sessionOutput = z.object({ session: session.nullable() });
/** As it stands in the link of a mail. */
const linkToken = z.string().max(100);

export const currentSession = route({
  method: 'GET',
  path: '/session',
  summary: 'Who is signed in, with the token that their calls carry; null when nobody is',
  access: 'public',
  input: z.object({}),
  output: sessionOutput,
});

export const logIn = route({
  method: 'POST',
  path: '/login',
  summary: 'Begin a session',
  access: 'public',
  input: logInForm,
  output: sessionOutput,
});

export const logOut = route({
  method: 'POST',
  path: '/logout',
  summary: 'End the session of this call',
  access: 'unverified',
  input: z.object({}),
  output: messageOutput,
});

export const register = route({
  method: 'POST',
  path: '/register',
  summary: 'Open an account; the answer is the same when the address has one, which a mail then says',
  access: 'public',
  input: registerForm.safeExtend({ verification: solution }),
  output: messageOutput,
  limit: { calls: 20, seconds: 600 },
});

export const forgotPassword = route({
  method: 'POST',
  path: '/forgot-password',
  summary: 'Ask for a link to choose a new password; the answer is the same when there is no such account',
  access: 'public',
  input: forgotPasswordForm.extend({ verification: solution }),
  output: messageOutput,
  limit: { calls: 20, seconds: 600 },
});

export const validatePasswordReset = route({
  method: 'POST',
  path: '/reset-password/validate',
  summary: 'Whether the link of a mail can still be used to choose a new password',
  access: 'public',
  input: z.object({ token: linkToken }),
  output: z.object({ valid: z.boolean() }),
  limit: { calls: 60, seconds: 600 },
});

export const resetPassword = route({
  method: 'POST',
  path: '/reset-password',
  summary: 'Choose a new password by the link of a mail, once; ends all sessions',
  access: 'public',
  input: z.object({ token: linkToken, password: newPassword }),
  output: messageOutput,
  limit: { calls: 60, seconds: 600 },
});

export const verifyEmail = route({
  method: 'POST',
  path: '/verify-email',
  summary: 'Show by the link of a mail, once, that an address is theirs',
  access: 'public',
  input: z.object({ token: linkToken }),
  output: messageOutput,
  limit: { calls: 60, seconds: 600 },
});

export const resendVerification = route({
  method: 'POST',
  path: '/resend-verification',
  summary: 'Send the link that verifies the address again',
  access: 'unverified',
  input: z.object({}),
  output: messageOutput,
  limit: { calls: 20, seconds: 600 },
});

export const ownProfile = route({
  method: 'GET',
  path: '/profile',
  summary: 'The profile of whoever calls, with their contact details when expanded',
  access: 'unverified',
  input: z.object({ expand: z.enum(['true', 'false']).default('false') }),
  output: profile,
});

export const changeProfile = route({
  method: 'PUT',
  path: '/profile',
  summary: 'Change the profile of whoever calls; another e-mail address counts once its link was followed',
  access: 'unverified',
  // The role of whoever calls may ask for more.
  input: PROFILE_FORMS.ADMIN,
  output: messageOutput,
  limit: { calls: 60, seconds: 600 },
});

export const deleteUser = route({
  method: 'DELETE',
  path: '/users/{id}',
  summary: 'Delete an account and everything of it; the id and the names stay for the audit trail',
  access: 'user.delete',
  input: z.object({ id: z.uuid() }),
  output: messageOutput,
});
