import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { apiToken, tokenForm } from './schema.ts';

const ACCESS = 'api-token.manage';

export const apiTokens = route('GET', '/api-tokens', {
  summary: 'Lists the service tokens, the latest first. Tokens are deleted 90 days after they have expired',
  access: ACCESS,
  output: z.array(apiToken),
  isForPeople: true,
});

export const createApiToken = route('POST', '/api-tokens', {
  summary:
    'Creates a service token with some of the permissions of the caller, by default only to read. The token is returned once',
  access: ACCESS,
  confirmIdentity: 'always',
  input: tokenForm,
  output: z.object({
    message: z.string(),
    secret: z.string().describe('The token, to be stored now'),
    token: apiToken,
  }),
  isForPeople: true,
  limit: { calls: 20, seconds: 600 },
});

export const revokeApiToken = route('DELETE', '/api-tokens/{id}', {
  summary: 'Revokes a service token at once, for ever',
  access: ACCESS,
  input: z.object({ id: z.uuid() }),
  output: z.object({ message: z.string() }),
  isForPeople: true,
});
