import type { QueryClient } from '@tanstack/react-query';
import { knownSession, leave } from '../features/accounts/ui/session.ts';
import { httpApi } from '../platform/http/client.ts';
import type { Api } from '../platform/http/contract.ts';

/**
 * The API over HTTP, called as whoever is signed in. Who may not make a call goes where they can do something about it: a
 * session that has ended is forgotten, an address that is not verified has its page, and all others go home.
 */
export function callerApi(queryClient: QueryClient, go: (href: string) => Promise<void>): Api {
  const api: Api = httpApi({
    token: () => knownSession(api, queryClient)?.token,
    onRefused: ({ errorType }, token) => {
      // Another session may have begun since the call was made.
      if (token !== knownSession(api, queryClient)?.token) return;
      if (errorType === 'UNAUTHENTICATED') void leave(api, queryClient, () => go('/'));
      if (errorType === 'EMAIL_NOT_VERIFIED') void go('/email-not-verified');
      if (errorType === 'FORBIDDEN') void go('/');
    },
  });
  return api;
}
