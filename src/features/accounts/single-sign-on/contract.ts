import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { session } from '../schema.ts';
import { pendingLogIn } from '../second-factor/schema.ts';
import { ownSingleSignOn, providerResponse, returnPath } from './schema.ts';

const limit = { calls: 60, seconds: 600 };
/** The URL at the provider that the browser opens next. */
const begun = z.object({ url: z.string() });

export const beginSingleSignOn = route('POST', '/login/single-sign-on/begin', {
  summary: 'Begins a log-in by single sign-on: returns the URL at the provider that the browser opens',
  access: 'public',
  isForPeople: true,
  input: z.object({ return_to: returnPath }),
  output: begun,
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
  limit,
});

export const confirmWithSingleSignOn = route('POST', '/session/confirm/single-sign-on', {
  summary: 'Begins to confirm the identity of the caller, who has to log in at the provider again',
  access: 'unverified',
  input: z.object({ return_to: returnPath }),
  output: begun,
  errors: ['NOT_FOUND', 'UNAVAILABLE', 'CONFLICT'],
  limit,
});

export const completeSingleSignOn = route('POST', '/login/single-sign-on', {
  summary: 'Completes what began with single sign-on in this browser: creates a session, or confirms the identity',
  access: 'public',
  isForPeople: true,
  input: z.object({ response: providerResponse }),
  output: z.object({
    /** Null if the identity was confirmed, or a second factor is needed. */
    session: session.nullable(),
    second_factor: pendingLogIn.optional(),
    is_confirmed: z.boolean(),
    /** The path to open; null for the user's own page. */
    return_to: z.string().nullable(),
  }),
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
  limit,
});

export const ownSingleSignOnRoute = route('GET', '/single-sign-on', {
  summary: 'Returns how the caller logs in: by single sign-on, a password, or both',
  access: 'unverified',
  output: ownSingleSignOn,
});

export const unlinkUser = route('DELETE', '/users/{id}/single-sign-on', {
  summary: 'Unlinks a user from single sign-on, and ends their sessions',
  access: 'user.edit',
  confirmIdentity: 'always',
  isForPeople: true,
  input: z.object({ id: z.uuid() }),
  output: z.object({ message: z.string() }),
  errors: ['CONFLICT'],
});
