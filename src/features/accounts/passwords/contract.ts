import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { changePasswordInput } from './schema.ts';

export const changePassword = route('PUT', '/user/password', {
  summary:
    'Changes the password of the caller, who sends the current one too. Ends all other sessions, and service tokens on demand',
  access: 'unverified',
  input: changePasswordInput,
  output: z.object({ message: z.string() }),
  limit: { calls: 60, seconds: 600 },
});
