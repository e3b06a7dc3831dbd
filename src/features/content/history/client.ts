import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { CONTENT_KEY } from '../editing/client.ts';
import { getContentRevision, listContentRevisions } from './contract.ts';

/** A page of the versions of a page, the menu or the footer, latest first. */
export const contentRevisionsQuery = (api: Api, name: string, page: number) =>
  routeQuery(api, [...CONTENT_KEY, 'revisions', name, 'list', page], listContentRevisions, { name, page });

export const contentRevisionQuery = (api: Api, name: string, number: number) =>
  routeQuery(api, [...CONTENT_KEY, 'revisions', name, number], getContentRevision, { name, number });
