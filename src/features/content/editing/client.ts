import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { contentList, contentPictures, footerToEdit, menuToEdit, pageToEdit, previewPage } from './contract.ts';

/** Key prefix of all queries about content; invalidated after every change. */
export const CONTENT_KEY = ['content'];

export const contentListQuery = (api: Api) => routeQuery(api, [...CONTENT_KEY, 'list'], contentList, {});

export const pageToEditQuery = (api: Api, name: string) =>
  routeQuery(api, [...CONTENT_KEY, 'page', name], pageToEdit, { name });

export const pagePreviewQuery = (api: Api, name: string) =>
  routeQuery(api, [...CONTENT_KEY, 'preview', name], previewPage, { name });

export const menuToEditQuery = (api: Api) => routeQuery(api, [...CONTENT_KEY, 'menu'], menuToEdit, {});

export const footerToEditQuery = (api: Api) => routeQuery(api, [...CONTENT_KEY, 'footer'], footerToEdit, {});

export const contentPicturesQuery = (api: Api) => routeQuery(api, [...CONTENT_KEY, 'pictures'], contentPictures, {});
