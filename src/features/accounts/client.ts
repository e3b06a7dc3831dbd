import type { Api } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import { currentSession, ownProfile, validatePasswordReset } from './contract.ts';

/** The session of the signed-in user. It comes with the page, and changes only by logging in or out in any tab. */
export const sessionQuery = (api: Api) => ({
  ...routeQuery(api, ['session'], currentSession, {}),
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The profile of the signed-in user, with contact details. */
export const profileQuery = (api: Api) => routeQuery(api, ['profile'], ownProfile, { expand: 'true' });

/** Whether a password-reset link is still valid. Fetched only in the browser, because the page may be cached. */
export const resetLinkQuery = (api: Api, token: string) => ({
  ...routeQuery(api, ['reset-link', token], validatePasswordReset, { token }),
  staleTime: Infinity,
});
