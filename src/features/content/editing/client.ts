import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { contentList, contentPictures, footerToEdit, menuToEdit, pageToEdit, previewPage } from './contract.ts';

/** Key prefix of all queries about content; invalidated after every change. */
export const CONTENT_KEY = ['content'];

export const contentListQuery = (api: Api) =>
  queryOptions({
    queryKey: [...CONTENT_KEY, 'list'],
    queryFn: ({ signal }) => api(contentList, {}, { signal }),
  });

export const pageToEditQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: [...CONTENT_KEY, 'page', name],
    queryFn: ({ signal }) => api(pageToEdit, { name }, { signal }),
  });

export const pagePreviewQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: [...CONTENT_KEY, 'preview', name],
    queryFn: ({ signal }) => api(previewPage, { name }, { signal }),
  });

export const menuToEditQuery = (api: Api) =>
  queryOptions({ queryKey: [...CONTENT_KEY, 'menu'], queryFn: ({ signal }) => api(menuToEdit, {}, { signal }) });

export const footerToEditQuery = (api: Api) =>
  queryOptions({ queryKey: [...CONTENT_KEY, 'footer'], queryFn: ({ signal }) => api(footerToEdit, {}, { signal }) });

export const contentPicturesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...CONTENT_KEY, 'pictures'],
    queryFn: ({ signal }) => api(contentPictures, {}, { signal }),
  });
