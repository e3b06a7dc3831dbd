import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { newPassword } from '../../platform/http/field-schemas.ts';
import { solution } from '../proof-of-work/contract.ts';
import { pendingLogIn } from './second-factor/schema.ts';
import { PROFILE_FORMS, forgotPasswordForm, logInForm, profile, registerForm, session } from './schema.ts';

const messageOutput = z.object({ message: z.string() });
const sessionOutput = z.object({ session: session.nullable() });
/** The token in the link of an email. */
const linkToken = z.string().max(100);

export const currentSession = route('GET', '/session', {
  summary: 'Returns the session of the caller with its token, or null',
  access: 'public',
  output: sessionOutput,
});

export const logIn = route('POST', '/login', {
  summary: 'Logs in: creates a session, or begins a log-in that a second factor completes',
  access: 'public',
  input: logInForm,
  output: sessionOutput.extend({
    /** If the account has a second factor: the session is then null. */
    second_factor: pendingLogIn.optional(),
  }),
  isForPeople: true,
  limit: { calls: 120, seconds: 600 },
});

export const logOut = route('POST', '/logout', {
  summary: 'Logs out: ends the session of the caller',
  access: 'unverified',
  output: messageOutput,
  isForPeople: true,
});

export const register = route('POST', '/register', {
  summary: 'Creates an account. The response is the same if the email address already has one; then the email says so',
  access: 'public',
  input: registerForm.safeExtend({ verification: solution }),
  output: messageOutput,
  limit: { calls: 20, seconds: 600 },
  isForPeople: true,
  errors: ['VERIFICATION_FAILED'],
});

export const forgotPassword = route('POST', '/forgot-password', {
  summary: 'Emails a link to choose a new password. The response is the same if the account does not exist',
  access: 'public',
  input: forgotPasswordForm.extend({ verification: solution }),
  output: messageOutput,
  limit: { calls: 20, seconds: 600 },
  isForPeople: true,
  errors: ['VERIFICATION_FAILED'],
});

export const validatePasswordReset = route('POST', '/reset-password/validate', {
  summary: 'Returns whether a password-reset token is still valid',
  access: 'public',
  input: z.object({ token: linkToken }),
  output: z.object({ valid: z.boolean() }),
  limit: { calls: 60, seconds: 600 },
  isForPeople: true,
});

export const resetPassword = route('POST', '/reset-password', {
  summary: 'Sets a new password with a password-reset token, which works once. Ends all sessions',
  access: 'public',
  input: z.object({ token: linkToken, password: newPassword }),
  output: messageOutput,
  limit: { calls: 60, seconds: 600 },
  isForPeople: true,
});

export const verifyEmail = route('POST', '/verify-email', {
  summary: 'Verifies an email address with a token, which works once',
  access: 'public',
  input: z.object({ token: linkToken }),
  output: messageOutput,
  limit: { calls: 60, seconds: 600 },
  isForPeople: true,
});

export const resendVerification = route('POST', '/resend-verification', {
  summary: 'Emails the verification link again',
  access: 'unverified',
  output: messageOutput,
  limit: { calls: 20, seconds: 600 },
  isForPeople: true,
});

export const ownProfile = route('GET', '/profile', {
  summary: 'Returns the profile of the caller, with contact details if expanded',
  access: 'unverified',
  input: z.object({ expand: z.enum(['true', 'false']).default('false') }),
  output: profile,
});

export const changeProfile = route('PUT', '/profile', {
  summary: 'Updates the profile of the caller. A new email address takes effect when it is verified',
  access: 'unverified',
  // For a new email address.
  confirmIdentity: 'if-sensitive',
  // More fields are required depending on the caller's role.
  input: PROFILE_FORMS.ADMIN,
  output: messageOutput,
  limit: { calls: 60, seconds: 600 },
  isForPeople: true,
});
