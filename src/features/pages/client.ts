import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { footer, menu, pageByName, siteDetails } from './contract.ts';

/** Milliseconds for which content is taken from memory. */
const CONTENT_FRESH = 300_000;

export const pageQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: ['pages', name],
    queryFn: ({ signal }) => api(pageByName, { name }, { signal }),
    staleTime: CONTENT_FRESH,
  });

export const menuQuery = (api: Api) =>
  queryOptions({ queryKey: ['menu'], queryFn: ({ signal }) => api(menu, {}, { signal }), staleTime: CONTENT_FRESH });

export const footerQuery = (api: Api) =>
  queryOptions({
    queryKey: ['footer'],
    queryFn: ({ signal }) => api(footer, {}, { signal }),
    staleTime: CONTENT_FRESH,
  });

export const siteQuery = (api: Api) =>
  queryOptions({ queryKey: ['site'], queryFn: ({ signal }) => api(siteDetails, {}, { signal }), staleTime: Infinity });
