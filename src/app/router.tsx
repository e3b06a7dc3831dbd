import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { isApiError, fromSearchParams, toSearchParams } from '../platform/http/contract.ts';
import { ErrorPage } from '../features/content/ui/ErrorPage.tsx';
import { NotFoundPage } from '../features/content/ui/NotFoundPage.tsx';
import { hydrateQueries } from './hydration/dehydrate.tsx';
import { createApiClient } from './api-client.ts';
import { pageRequest } from './request-context.ts';
import { routeTree } from './routeTree.gen.ts';

/** Makes the router of one request on the server, and of the whole visit in the browser. */
export function getRouter() {
  const queryClient = createQueryClient();
  hydrateQueries(queryClient);
  const { nonce, api = createApiClient(queryClient, (href, options) => router.navigate({ href, ...options })) } =
    pageRequest() ?? {};
  const router = createRouter({
    routeTree,
    context: { api, queryClient },
    // Addresses hold text: `?query=1066` is a search for a word, and lists are repeated keys.
    parseSearch: (text) => fromSearchParams(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const query = toSearchParams(search).toString();
      return query && `?${query}`;
    },
    defaultPreload: 'intent',
    // The Query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    ...(nonce && { ssr: { nonce } }),
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  return router;
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a connection a call fails, and says so; it is not kept to run unseen when nobody expects it any more.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // An expected answer stays the same; only a lost connection or a passing fault is worth another try.
        retry: (failures, error) => typeof window !== 'undefined' && failures < 1 && isTemporary(error),
      },
    },
  });
}

function isTemporary(error: Error): boolean {
  return !isApiError(error) || error.status >= 500;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
