import icon from '../../ui/icon.svg?no-inline';
import archivo from '../../ui/fonts/archivo.woff2?url';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  HeadContent,
  Outlet,
  Scripts,
  createRootRouteWithContext,
  redirect,
  useMatches,
  useRouter,
} from '@tanstack/react-router';
import { DehydratedQueries } from '../hydration/dehydrate.tsx';
import { isAdminPath } from '../navigation/admin-path.ts';
import { RouteAnnouncer } from '../navigation/RouteAnnouncer.tsx';
import { getEarlyInputScript, replayEarlyInput } from '../hydration/replay-early-input.ts';
import { Favourites } from '../components/FavouritesProvider.tsx';
import { useClientNavigation } from '../navigation/client-navigation.ts';
import { useNavigationRules } from '../navigation/before-navigate.ts';
import { sessionQuery } from '../../features/accounts/client.ts';
import { getRedirect } from '../../features/accounts/page-access.ts';
import { footerQuery, menuQuery, siteQuery } from '../../features/content/client.ts';
import { SiteLayout, type LayoutVariant } from '../../features/content/ui/SiteLayout.tsx';
import { setRegionRules } from '../../features/geography/region-rules.ts';
import type { Api } from '../../platform/http/contract.ts';
import { getLocale } from '../../platform/text/locale.ts';
import '../../ui/base.css';
import '../../ui/tag.css';
import '../../ui/frame.css';
import '../../ui/button.css';
import '../../ui/sections.css';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The layout around the page and its child routes; `bare` has none. */
    readonly layout?: LayoutVariant | 'bare';
  }
}

interface RouterContext {
  readonly api: Api;
  readonly queryClient: QueryClient;
  /** Whether the router has the routes of the back office. Without them its pages are loaded with their documents. */
  readonly hasAdminRoutes: boolean;
}

/** Milliseconds to wait for menu and footer before a page is rendered without them. */
const SHELL_TIMEOUT_MS = 1_000;

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { api, queryClient, hasAdminRoutes }, location }) => {
    const { session } = await queryClient.ensureQueryData(sessionQuery(api));
    const redirection = getRedirect(location, session?.user ?? null);
    if (redirection) throw redirect(redirection);
    if (isAdminPath(location.pathname) && !hasAdminRoutes)
      throw redirect({ href: location.href, reloadDocument: true });
  },
  loader: async ({ context: { api, queryClient } }) => {
    const shell = () =>
      Promise.all([queryClient.ensureQueryData(menuQuery(api)), queryClient.ensureQueryData(footerQuery(api))]);
    // Without menu and footer the page shows that they are loading, and the browser fetches them.
    const [hasShell, { region }] = await Promise.all([
      import.meta.env.SSR && resolvesWithin(SHELL_TIMEOUT_MS, shell()),
      queryClient.ensureQueryData(siteQuery(api)),
    ]);
    setRegionRules(() => region);
    return { hasShell };
  },
  // An incomplete page must not be cached.
  headers: ({ loaderData }): Record<string, string> => (loaderData?.hasShell ? {} : { 'cache-control': 'no-store' }),
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
    ],
    links: [
      { rel: 'preload', href: archivo, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
      { rel: 'icon', href: icon, type: 'image/svg+xml' },
    ],
  }),
  component: Root,
});

/** Whether a promise resolves within a time. Its error is ignored here, and handled where its result is used. */
function resolvesWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    const finish = (isDone: boolean) => {
      clearTimeout(timer);
      resolve(isDone);
    };
    work.then(
      () => finish(true),
      () => finish(false),
    );
  });
}

function Root() {
  const { api } = Route.useRouteContext();
  useClientNavigation();
  useNavigationRules();
  useEffect(() => void setTimeout(replayEarlyInput), []);
  const nonce = useRouter().options.ssr?.nonce;
  const layout = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.layout)?.staticData.layout,
  });
  return (
    <html lang={getLocale().language}>
      <head>
        {/* Before the stylesheets, because a script waits for those before it. In the browser it has run, and hydration does not change it. */}
        <script
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? getEarlyInputScript() : '' }}
          suppressHydrationWarning
        />
        <HeadContent />
      </head>
      <body>
        {layout === 'bare' ? (
          <Outlet />
        ) : (
          <SiteLayout api={api} kind={layout}>
            <Favourites>
              <Outlet />
            </Favourites>
          </SiteLayout>
        )}
        <RouteAnnouncer />
        <DehydratedQueries />
        <Scripts />
      </body>
    </html>
  );
}
