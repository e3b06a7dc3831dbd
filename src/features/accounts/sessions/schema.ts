import { z } from 'zod';
import { currentPassword, moment } from '../schema.ts';

/** A session as listed for its user. */
export const ownSession = z.object({
  id: z.uuid(),
  /** Browser and system in words; null if unknown. */
  device: z.string().nullable(),
  /** The network that the user logged in from, a shortened IP address; null for sessions of an earlier version. */
  network: z.string().nullable(),
  created_at: moment,
  last_used_at: moment,
  /** Whether it is the session of the call. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

/** The methods that confirm the identity of the user. */
export const passwordConfirmation = z.object({ password: currentPassword });
