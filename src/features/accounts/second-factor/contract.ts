import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { session } from '../schema.ts';
import {
  addedFactor,
  factorCode,
  newPasskey,
  passkeyName,
  passkeyOptions,
  passkeyProof,
  secondFactors,
  stepToken,
} from './schema.ts';

const messageOutput = z.object({ message: z.string() });
const sessionOutput = z.object({ session: session.nullable() });
const begunPasskey = z.object({ token: z.string(), passkey_options: passkeyOptions });
const limit = { calls: 60, seconds: 600 };

export const completeLogInWithCode = route('POST', '/login/code', {
  summary: 'Completes a log-in with a code of an authenticator app, or a recovery code',
  access: 'public',
  isForPeople: true,
  input: z.object({ token: stepToken, code: factorCode }),
  output: sessionOutput,
  limit,
});

export const beginPasskeyLogIn = route('POST', '/login/passkey/begin', {
  summary: 'Begins a log-in with a passkey instead of email address and password: returns the options for the browser',
  access: 'public',
  isForPeople: true,
  output: begunPasskey,
  limit,
});

export const logInWithPasskey = route('POST', '/login/passkey', {
  summary: 'Completes a log-in with a passkey: one begun with email address and password, or without',
  access: 'public',
  isForPeople: true,
  input: z.object({ token: stepToken, passkey: passkeyProof }),
  output: sessionOutput,
  limit,
});

export const confirmWithCode = route('POST', '/session/confirm/code', {
  summary: 'Confirms the identity of the caller, as by their password, by a code of their authenticator app',
  access: 'unverified',
  input: z.object({ code: factorCode }),
  output: messageOutput,
  limit,
});

export const beginConfirmWithPasskey = route('POST', '/session/confirm/passkey/begin', {
  summary: 'Begins to confirm the identity of the caller by a passkey: returns the options for the browser',
  access: 'unverified',
  output: begunPasskey,
  limit,
});

export const confirmWithPasskey = route('POST', '/session/confirm/passkey', {
  summary: 'Confirms the identity of the caller, as by their password, by one of their passkeys',
  access: 'unverified',
  input: z.object({ token: stepToken, passkey: passkeyProof }),
  output: messageOutput,
  limit,
});

export const ownSecondFactors = route('GET', '/second-factors', {
  summary: 'Returns the second factors of the caller',
  access: 'unverified',
  output: secondFactors,
});

export const beginAuthenticator = route('POST', '/second-factors/authenticator', {
  summary: 'Begins to set up an authenticator app: returns the key for it, also as a QR code',
  access: 'unverified',
  confirmIdentity: 'always',
  output: z.object({
    key: z.string().describe('In Base32, for typing'),
    qr_code: z.object({
      size: z.number().describe('Modules of each side'),
      path: z.string().describe('An SVG path; one module is 1 × 1'),
    }),
  }),
  limit,
});

export const confirmAuthenticator = route('POST', '/second-factors/authenticator/confirm', {
  summary: 'Sets up the authenticator app, with a first code of it',
  access: 'unverified',
  confirmIdentity: 'always',
  input: z.object({ code: factorCode }),
  output: addedFactor,
  limit,
});

export const removeAuthenticator = route('DELETE', '/second-factors/authenticator', {
  summary: 'Removes the authenticator app',
  access: 'unverified',
  confirmIdentity: 'always',
  output: messageOutput,
  errors: ['NOT_FOUND'],
});

export const beginPasskey = route('POST', '/second-factors/passkeys/begin', {
  summary: 'Begins to add a passkey: returns the options for the browser',
  access: 'unverified',
  confirmIdentity: 'always',
  output: begunPasskey,
  limit,
});

export const addPasskey = route('POST', '/second-factors/passkeys', {
  summary: 'Adds a passkey that the browser has created',
  access: 'unverified',
  confirmIdentity: 'always',
  input: z.object({ token: stepToken, name: passkeyName, passkey: newPasskey }),
  output: addedFactor,
  limit,
});

export const removePasskey = route('DELETE', '/second-factors/passkeys/{id}', {
  summary: 'Removes a passkey',
  access: 'unverified',
  confirmIdentity: 'always',
  input: z.object({ id: z.uuid() }),
  output: messageOutput,
});

export const replaceRecoveryCodes = route('POST', '/second-factors/recovery-codes', {
  summary: 'Replaces all recovery codes by new ones',
  access: 'unverified',
  confirmIdentity: 'always',
  output: z.object({ recovery_codes: z.array(z.string()) }),
  limit,
});

export const resetSecondFactors = route('DELETE', '/users/{id}/second-factors', {
  summary: 'Removes all second factors of a user who has lost them, and ends their sessions',
  access: 'user.edit',
  confirmIdentity: 'always',
  isForPeople: true,
  input: z.object({ id: z.uuid() }),
  output: messageOutput,
});
