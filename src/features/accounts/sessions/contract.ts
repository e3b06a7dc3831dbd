import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { ownSession, passwordConfirmation } from './schema.ts';

const messageOutput = z.object({ message: z.string() });

export const confirmWithPassword = route('POST', '/session/confirm', {
  summary:
    'Confirms the identity of the caller by their password, for the calls of the next ten minutes that require it',
  access: 'unverified',
  input: passwordConfirmation,
  output: messageOutput,
  limit: { calls: 60, seconds: 600 },
});

export const ownSessions = route('GET', '/user/sessions', {
  summary: 'Lists the sessions of the caller, the one of the call first',
  access: 'unverified',
  output: z.array(ownSession),
});

export const endOwnSession = route('DELETE', '/user/sessions/{id}', {
  summary: 'Ends another session of the caller. Returns 409 for the one of the call, which ends by logging out',
  access: 'unverified',
  confirmIdentity: 'always',
  input: z.object({ id: z.uuid() }),
  output: messageOutput,
});

export const endOtherSessions = route('DELETE', '/user/sessions', {
  summary: 'Ends all sessions of the caller except the one of the call',
  access: 'unverified',
  confirmIdentity: 'always',
  output: messageOutput,
});
