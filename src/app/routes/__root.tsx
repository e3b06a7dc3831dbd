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
import { RouteAnnouncer } from '../navigation/RouteAnnouncer.tsx';
import { recordEarlyInput, replayEarlyInput } from '../hydration/early-input.ts';
import { Favourites } from '../components/Favourites.tsx';
import { useClientNavigation } from '../navigation/follow-links.ts';
import { useNavigationRules } from '../navigation/navigation-rules.ts';
import { sessionQuery } from '../../features/accounts/client.ts';
import { getRedirect } from '../../features/accounts/policy.ts';
import { footerQuery, menuQuery, siteQuery } from '../../features/content/client.ts';
import { SiteLayout, type LayoutVariant } from '../../features/content/ui/SiteLayout.tsx';
import type { Api } from '../../platform/http/contract.ts';
import '../../ui/base.css';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** How the shell surrounds the page and those below it; bare, there is none. */
    readonly shell?: LayoutVariant | 'bare';
  }
}

/** For menu and footer, until a page is rendered without (milliseconds). */
const SHELL_TIMEOUT_MS = 1_000;

export const Route = createRootRouteWithContext<{ api: Api; queryClient: QueryClient }>()({
  beforeLoad: async ({ context: { api, queryClient }, location }) => {
    const { session } = await queryClient.ensureQueryData(sessionQuery(api));
    const elsewhere = getRedirect(location, session?.user ?? null);
    if (elsewhere) throw redirect(elsewhere);
  },
  loader: async ({ context: { api, queryClient } }) => {
    const shell = () =>
      Promise.all([queryClient.ensureQueryData(menuQuery(api)), queryClient.ensureQueryData(footerQuery(api))]);
    // A page without menu and footer says that it is loading, and the browser fetches them.
    const [isWhole] = await Promise.all([
      import.meta.env.SSR && resolvesWithin(SHELL_TIMEOUT_MS, shell()),
      queryClient.ensureQueryData(siteQuery(api)),
    ]);
    return { isWhole };
  },
  // Such a page is for this visitor alone.
  headers: ({ loaderData }): Record<string, string> => (loaderData?.isWhole ? {} : { 'cache-control': 'no-store' }),
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

/** Whether some work is done in time; what it fails of is said where its outcome is needed. */
function resolvesWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    const resolveWith = (isThere: boolean) => {
      clearTimeout(timer);
      resolve(isThere);
    };
    work.then(
      () => resolveWith(true),
      () => resolveWith(false),
    );
  });
}

function Root() {
  const { api } = Route.useRouteContext();
  useClientNavigation();
  useNavigationRules();
  useEffect(() => void setTimeout(replayEarlyInput), []);
  const nonce = useRouter().options.ssr?.nonce;
  const shell = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.shell)?.staticData.shell,
  });
  return (
    <html lang="en-GB">
      <head>
        {/* Before the styles, which a script would wait for. In the browser it has run, and React leaves it as it is. */}
        <script
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? recordEarlyInput() : '' }}
          suppressHydrationWarning
        />
        <HeadContent />
      </head>
      <body>
        {shell === 'bare' ? (
          <Outlet />
        ) : (
          <SiteLayout api={api} kind={shell}>
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
