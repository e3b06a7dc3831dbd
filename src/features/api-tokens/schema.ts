import { z } from 'zod';
import { singleLine } from '../../platform/http/field-schemas.ts';
import { person } from '../entry-subjects/schema.ts';
import { CHOOSE_EXPIRY, CHOOSE_PERMISSION, ENTER_TOKEN_NAME } from './messages.ts';
import { TOKEN_PERMISSION_NAMES } from './token-permissions.ts';

export const tokenForm = z.object({
  name: singleLine.min(1, ENTER_TOKEN_NAME).max(80),
  permissions: z
    .array(z.enum(TOKEN_PERMISSION_NAMES))
    .min(1, CHOOSE_PERMISSION)
    .max(TOKEN_PERMISSION_NAMES.length)
    .transform((names) => [...new Set(names)]),
  /** Whether it can only be used for calls that read. */
  read_only: z.boolean().default(true),
  /** The last day on which it can be used, in UTC. */
  expires_on: z.iso.date(CHOOSE_EXPIRY),
});
export type TokenForm = z.output<typeof tokenForm>;

const TOKEN_STATES = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;

export const apiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The last four characters of the token. */
  ending: z.string(),
  /** The person in whose name the token calls. */
  user: person,
  permissions: z.array(z.string()),
  read_only: z.boolean(),
  state: z.enum(TOKEN_STATES),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type ApiToken = z.output<typeof apiToken>;
