import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { footer, menu, pageByName, siteDetails } from './contract.ts';

/** Milliseconds for which content is taken from memory. */
const STALE_TIME_MS = 300_000;

export const pageQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: ['pages', name],
    queryFn: ({ signal }) => api(pageByName, { name }, { signal }),
    staleTime: STALE_TIME_MS,
  });

/** Milliseconds after which what every page needs is asked for again, where it could not be had. */
const RETRY_MS = 3_000;

/** Nothing is shown without them. */
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
