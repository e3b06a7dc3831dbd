import type { Api } from '../../../platform/http/contract.ts';
import type { QueryClient } from '@tanstack/react-query';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { contentPictures, footerRoutes, getEditedPage, getPagePreview, listContent, menuRoutes } from './contract.ts';

/** Key prefix of all queries about content; invalidated after every change. */
export const CONTENT_KEY = ['content'];

export const contentListQuery = (api: Api) => routeQuery(api, [...CONTENT_KEY, 'list'], listContent, {});

export const editedPageQuery = (api: Api, name: string) =>
  routeQuery(api, [...CONTENT_KEY, 'page', name], getEditedPage, { name });

export const pagePreviewQuery = (api: Api, name: string) =>
  routeQuery(api, [...CONTENT_KEY, 'preview', name], getPagePreview, { name });

export const editedMenuQuery = (api: Api) => routeQuery(api, [...CONTENT_KEY, 'menu'], menuRoutes.get, {});

export const editedFooterQuery = (api: Api) => routeQuery(api, [...CONTENT_KEY, 'footer'], footerRoutes.get, {});

/** Fetches the latest saved version of a page, of the menu or of the footer, with its title. */
export async function fetchEditedContent(api: Api, client: QueryClient, name: string) {
  if (name === 'menu')
    return { ...(await client.fetchQuery({ ...editedMenuQuery(api), staleTime: 0 })), title: 'Menu' };
  if (name === 'footer') {
    return { ...(await client.fetchQuery({ ...editedFooterQuery(api), staleTime: 0 })), title: 'Footer' };
  }
  return client.fetchQuery({ ...editedPageQuery(api, name), staleTime: 0 });
}

export const contentPicturesQuery = (api: Api) => routeQuery(api, [...CONTENT_KEY, 'pictures'], contentPictures, {});
