import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import { footer, menu, pageByName, siteDetails } from './contract.ts';

/** Milliseconds for which cached content is not fetched again. */
const STALE_TIME_MS = 300_000;

export const pageQuery = (api: Api, name: string) => ({
  ...routeQuery(api, ['pages', name], pageByName, { name }),
  staleTime: STALE_TIME_MS,
});

/** Milliseconds before the menu or the footer is fetched again after an error. */
const RETRY_MS = 3_000;

/** No page is shown without the menu and the footer, so they are fetched until they arrive. */
const retryUntilLoaded = {
  staleTime: STALE_TIME_MS,
  refetchInterval: ({ state }: { state: { status: string } }) => state.status === 'error' && RETRY_MS,
} as const;

export const menuQuery = (api: Api) => ({ ...routeQuery(api, ['menu'], menu, {}), ...retryUntilLoaded });

export const footerQuery = (api: Api) => ({ ...routeQuery(api, ['footer'], footer, {}), ...retryUntilLoaded });

export const siteQuery = (api: Api) => ({ ...routeQuery(api, ['site'], siteDetails, {}), staleTime: Infinity });

/** The data for loaders and heads of pages. */
export interface PageContext {
  readonly api: Api;
  readonly queryClient: QueryClient;
}

/** Returns the title of a page with the name of the site. */
export function formatTitle({ api, queryClient }: PageContext, title: string): string {
  const name = queryClient.getQueryData(siteQuery(api).queryKey)?.name ?? 'Recce';
  return title === name ? name : `${title} - ${name}`;
}
