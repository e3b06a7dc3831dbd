import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { footer, menu, pageByName, siteDetails } from './contract.ts';

/** Milliseconds for which cached content is not fetched again. */
const STALE_TIME_MS = 300_000;

export const pageQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: ['pages', name],
    queryFn: ({ signal }) => api(pageByName, { name }, { signal }),
    staleTime: STALE_TIME_MS,
  });

/** Milliseconds before the menu or the footer is fetched again after an error. */
const RETRY_MS = 3_000;

/** No page is shown without the menu and the footer, so they are fetched until they arrive. */
const retryUntilLoaded = {
  staleTime: STALE_TIME_MS,
  refetchInterval: ({ state }: { state: { status: string } }) => state.status === 'error' && RETRY_MS,
} as const;

export const menuQuery = (api: Api) =>
  queryOptions({ queryKey: ['menu'], queryFn: ({ signal }) => api(menu, {}, { signal }), ...retryUntilLoaded });

export const footerQuery = (api: Api) =>
  queryOptions({
    queryKey: ['footer'],
    queryFn: ({ signal }) => api(footer, {}, { signal }),
    ...retryUntilLoaded,
  });

export const siteQuery = (api: Api) =>
  queryOptions({ queryKey: ['site'], queryFn: ({ signal }) => api(siteDetails, {}, { signal }), staleTime: Infinity });
