import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import * as routes from './contract.ts';
import type { BulkChangeDetails, BulkState } from './schema.ts';

const KEY = 'bulk-changes';
const POLL_INTERVAL_MS = 1_000;

/** Whether a job works on a change. */
export function isWorking(state: BulkState): boolean {
  return state === 'RUNNING' || state === 'UNDOING';
}

const detailsKey = (id: string) => [KEY, 'details', id];

/** A change with its progress. */
export const bulkChangeQuery = (api: Api, id: string) => ({
  ...routeQuery(api, detailsKey(id), routes.bulkChangeById, { id }),
  staleTime: 0,
});

/** Milliseconds until a change is loaded again; false if no job works on it. */
export function getPollInterval(change: BulkChangeDetails | undefined): number | false {
  return change && isWorking(change.state) ? POLL_INTERVAL_MS : false;
}

/** A page of the locations of a change. @param progress what has happened so far: a different one refetches the page */
export const bulkItemsQuery = (api: Api, params: z.input<typeof routes.bulkItems.input>, progress: string) => ({
  ...routeQuery(api, [KEY, 'items', params, progress], routes.bulkItems, params),
  placeholderData: keepPreviousData,
});

export const bulkChangesQuery = (api: Api, params: z.input<typeof routes.bulkChanges.input>) => ({
  ...routeQuery(api, [KEY, 'list', params], routes.bulkChanges, params),
  staleTime: 0,
});

export const previewMutation = (api: Api) =>
  routeMutation(api, routes.previewBulkChange, (client, change) => client.setQueryData(detailsKey(change.id), change));

/** Starts, cancels or undoes a change. */
export const bulkCommandMutation = (api: Api, route: typeof routes.startBulkChange) =>
  routeMutation(api, route, (client, change) => client.setQueryData(detailsKey(change.id), change));

export const discardMutation = (api: Api) => routeMutation(api, routes.discardBulkChange, () => {});
