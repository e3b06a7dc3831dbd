import type { QueryClient } from '@tanstack/react-query';
import { type Navigate, getKnownSession, leaveSession } from '../features/accounts/ui/session.ts';
import { confirmIdentity } from '../features/accounts/ui/confirm-identity.ts';
import { createHttpApi } from '../platform/http/api-client.ts';
import type { Api } from '../platform/http/contract.ts';

/**
 * Creates the HTTP API client of the signed-in user. An expired session is deleted. A user without a verified email address is sent to the page about
 * that; any other forbidden call leads to the home page.
 */
export function createApiClient(queryClient: QueryClient, go: Navigate): Api {
  const api: Api = createHttpApi({
    confirmIdentity,
    token: () => getKnownSession(api, queryClient)?.token,
    onUnauthorised: ({ errorType }, token) => {
      const known = getKnownSession(api, queryClient)?.token;
      const wasSignedIn = token !== undefined && errorType === 'UNAUTHENTICATED';
      // A parallel call has handled it already, or another session has begun since this call was made.
      if (token !== known) return wasSignedIn && known === undefined;
      if (errorType === 'UNAUTHENTICATED') void leaveSession(api, queryClient, go, 'expired');
      if (errorType === 'EMAIL_NOT_VERIFIED') void go('/email-not-verified');
      if (errorType === 'FORBIDDEN') void go('/');
      return wasSignedIn;
    },
  });
  return api;
}
