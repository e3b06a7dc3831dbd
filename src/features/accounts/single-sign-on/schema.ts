import { z } from 'zod';
import { moment } from '../schema.ts';

/** The answer of the provider: the query of the address to which it has sent the browser. */
export const providerResponse = z.string().max(8_000);

/** A path of this site; anything else is replaced by the user's own page. */
export const returnPath = z.string().max(2_000).optional();

/** How the caller logs in. */
export const ownSingleSignOn = z.object({
  /** The name of the provider; null without single sign-on, or if the role cannot use it. */
  provider: z.string().nullable(),
  /** Null if the account is not linked. */
  linked_at: moment.nullable(),
  /** Whether the account has a password that can be used. */
  has_password: z.boolean(),
});
export type OwnSingleSignOn = z.output<typeof ownSingleSignOn>;
