import { z } from 'zod';
import { moment } from '../schema.ts';

/** The answer of the provider: the query of the URL that it redirected the browser to. */
export const providerResponse = z.string().max(8_000);

/** A path of this site; anything else, and a long one, is replaced by the user's own page. */
export const returnPath = z.string().max(20_000).optional();
export const MAX_RETURN_PATH = 2_000;

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
