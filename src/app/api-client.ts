import type { QueryClient } from '@tanstack/react-query';
import { type Navigate, getKnownSession, leaveSession } from '../features/accounts/ui/session.ts';
import { createHttpApi } from '../platform/http/api-client.ts';
import type { Api } from '../platform/http/contract.ts';

/**
 * The API over HTTP, called as whoever is signed in. Who may not make a call goes where they can do something about it: a
 * session that has ended is forgotten, an address that is not verified has its page, and all others go home.
 */
export function createApiClient(queryClient: QueryClient, go: Navigate): Api {
  const api: Api = createHttpApi({
    token: () => getKnownSession(api, queryClient)?.token,
    onUnauthorised: ({ errorType }, token) => {
      const known = getKnownSession(api, queryClient)?.token;
      const wasSignedIn = token !== undefined && errorType === 'UNAUTHENTICATED';
      // Of several calls the first has seen to it; or another session has begun since this one was made.
      if (token !== known) return wasSignedIn && known === undefined;
      if (errorType === 'UNAUTHENTICATED') void leaveSession(api, queryClient, go, 'expired');
      if (errorType === 'EMAIL_NOT_VERIFIED') void go('/email-not-verified');
      if (errorType === 'FORBIDDEN') void go('/');
      return wasSignedIn;
    },
  });
  return api;
}
