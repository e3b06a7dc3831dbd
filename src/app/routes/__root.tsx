import icon from '../../ui/icon.svg?no-inline';
import archivo from '../../ui/fonts/archivo.woff2?url';
import type { QueryClient } from '@tanstack/react-query';
import { HeadContent, Outlet, Scripts, createRootRouteWithContext, redirect, useMatches } from '@tanstack/react-router';
import { Answers } from '../Answers.tsx';
import { Arrival } from '../Arrival.tsx';
import { Favourites } from '../Favourites.tsx';
import { useFollowLinks } from '../follow-links.ts';
import { useNavigationRules } from '../navigation-rules.ts';
import { sessionQuery } from '../../features/accounts/client.ts';
import { turnedAway } from '../../features/accounts/policy.ts';
import { footerQuery, menuQuery, siteQuery } from '../../features/pages/client.ts';
import { Shell, type Surroundings } from '../../features/pages/ui/Shell.tsx';
import type { Api } from '../../platform/http/contract.ts';
import '../../ui/base.css';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** How the shell surrounds the page and those below it; bare, there is none. */
    readonly shell?: Surroundings | 'bare';
  }
}

export const Route = createRootRouteWithContext<{ api: Api; queryClient: QueryClient }>()({
  beforeLoad: async ({ context: { api, queryClient }, location }) => {
    const { session } = await queryClient.ensureQueryData(sessionQuery(api));
    const elsewhere = turnedAway(location, session?.user ?? null);
    if (elsewhere) throw redirect(elsewhere);
  },
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(siteQuery(api)),
      queryClient.ensureQueryData(menuQuery(api)),
      queryClient.ensureQueryData(footerQuery(api)),
    ]);
  },
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

function Root() {
  const { api } = Route.useRouteContext();
  useFollowLinks();
  useNavigationRules();
  const shell = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.shell)?.staticData.shell,
  });
  return (
    <html lang="en-GB">
      <head>
        <HeadContent />
      </head>
      <body>
        {shell === 'bare' ? (
          <Outlet />
        ) : (
          <Shell api={api} kind={shell}>
            <Favourites>
              <Outlet />
            </Favourites>
          </Shell>
        )}
        <Arrival />
        <Answers />
        <Scripts />
      </body>
    </html>
  );
}
