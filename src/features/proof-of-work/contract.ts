import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { MAX_SOLUTION_LENGTH, VERIFICATION_ACTIONS } from './schema.ts';
import { VERIFICATION_FAILED } from './messages.ts';

/** The solved challenge in the input of a route. */
export const solution = z.string(VERIFICATION_FAILED).max(MAX_SOLUTION_LENGTH, VERIFICATION_FAILED);

export const verificationChallenge = route('GET', '/verification/challenge', {
  summary: 'Returns a proof-of-work challenge for an action. Its solution is accepted once',
  access: 'public',
  input: z.object({ action: z.enum(VERIFICATION_ACTIONS) }),
  output: z.record(z.string(), z.unknown()),
  limit: { calls: 60, seconds: 60 },
});
