import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { getRevision, listRevisions } from './contract.ts';

const REVISIONS_KEY = 'location-revisions';

/** A page of the versions of a location, latest first. */
export const revisionsQuery = (api: Api, id: string, page: number) =>
  routeQuery(api, [REVISIONS_KEY, id, 'list', page], listRevisions, { id, page });

export const revisionQuery = (api: Api, id: string, number: number) =>
  routeQuery(api, [REVISIONS_KEY, id, number], getRevision, { id, number });

/** Fetches the history again after a change. */
export const refreshRevisions = (queryClient: QueryClient, id: string) =>
  queryClient.invalidateQueries({ queryKey: [REVISIONS_KEY, id] });
