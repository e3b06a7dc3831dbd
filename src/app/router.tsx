import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { isApiError, fromSearchParams, toSearchParams } from '../platform/http/contract.ts';
import { siteQuery } from '../features/content/client.ts';
import { setRegionRules } from '../features/geography/region-rules.ts';
import { ErrorPage } from '../features/content/ui/ErrorPage.tsx';
import { NotFoundPage } from '../features/content/ui/NotFoundPage.tsx';
import { hydrateQueries } from './hydration/dehydrate.tsx';
import { isAdminPath } from './navigation/admin-path.ts';
import { createScrollRule } from './navigation/scroll-restoration.ts';
import { createApiClient } from './api-client.ts';
import { getPageRequest } from './request-context.ts';
import { routeTree as publicRouteTree } from './publicRouteTree.gen.ts';
import type { routeTree } from './routeTree.gen.ts';

/** Creates the router: one per request on the server, one per visit in the browser. */
export async function getRouter() {
  const queryClient = createQueryClient();
  hydrateQueries(queryClient);
  const { nonce, api = createApiClient(queryClient, (href, options) => router.navigate({ href, ...options })) } =
    getPageRequest() ?? {};
  // On the server, and without a dehydrated page, the root loader sets them.
  const site = queryClient.getQueryData(siteQuery(api).queryKey);
  if (site) setRegionRules(() => site.region);
  const hasAdminRoutes = import.meta.env.SSR || isAdminPath(location.pathname);
  const router = createRouter({
    routeTree: hasAdminRoutes ? (await import('./routeTree.gen.ts')).routeTree : (publicRouteTree as RouteTree),
    context: { api, queryClient, hasAdminRoutes },
    // Search parameters are strings: `?query=1066` is a search for a word. Arrays are repeated keys.
    parseSearch: (text) => fromSearchParams(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const query = toSearchParams(search).toString();
      return query && `?${query}`;
    },
    defaultPreload: 'intent',
    // The query cache decides whether data is stale.
    defaultPreloadStaleTime: 0,
    // A page that is visited again waits for responses that have been removed from the cache. Rendered without them, it suspends, and React
    // renders it again for each event of the query cache until they arrive.
    defaultStaleReloadMode: 'blocking',
    scrollRestoration: createScrollRule(),
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    ...(nonce && { ssr: { nonce } }),
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  return router;
}

/** All routes. Their types hold in the browser too: what lacks those of the back office loads a document instead. */
type RouteTree = typeof routeTree;

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline, a mutation fails at once. It must not be queued and run later, when the user no longer expects it.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // Only network failures and server errors are worth a retry.
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
    router: Awaited<ReturnType<typeof getRouter>>;
  }
}
