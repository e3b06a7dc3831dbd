import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { refreshRecord } from '../admin-record/client.ts';
import * as routes from './contract.ts';
import type { ReasonTemplate } from './schema.ts';

const REVIEWS_KEY = 'reviews';
const TEMPLATES_KEY = ['reason-templates'];
/** Colleagues claim and decide too. */
const POLL_INTERVAL_MS = 30_000;

/** A page of the queue. */
export const queueQuery = (api: Api, params: z.input<typeof routes.reviewQueue.input>) => ({
  ...routeQuery(api, [REVIEWS_KEY, 'queue', params], routes.reviewQueue, params),
  staleTime: 0,
  refetchInterval: POLL_INTERVAL_MS,
});

/** How long reviews have taken. */
export const figuresQuery = (api: Api) => ({
  ...routeQuery(api, [REVIEWS_KEY, 'figures'], routes.figures, {}),
  staleTime: 0,
});

/** The data of a review page besides the record. */
export const reviewQuery = (api: Api, id: string) => ({
  ...routeQuery(api, [REVIEWS_KEY, 'location', id], routes.reviewById, { id }),
  staleTime: 0,
  refetchInterval: POLL_INTERVAL_MS,
});

/** Refetches the queue, the figures and the open review. */
export function refreshReviews(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [REVIEWS_KEY] });
}

export const approvalMutation = (api: Api) =>
  routeMutation(api, routes.approveLocations, (client, { results }) =>
    Promise.all([refreshReviews(client), ...results.map(({ id }) => refreshRecord(client, api, id))]),
  );
export const claimMutation = (api: Api) => routeMutation(api, routes.claimReview, refreshReviews);
export const releaseMutation = (api: Api) => routeMutation(api, routes.releaseReview, refreshReviews);

export const templatesQuery = (api: Api) => routeQuery(api, TEMPLATES_KEY, routes.reasonTemplates, {});

const setTemplates = (client: QueryClient, templates: readonly ReasonTemplate[]) =>
  client.setQueryData(TEMPLATES_KEY, templates);

export const addTemplateMutation = (api: Api) => routeMutation(api, routes.addReasonTemplate, setTemplates);
export const changeTemplateMutation = (api: Api) => routeMutation(api, routes.changeReasonTemplate, setTemplates);
export const deleteTemplateMutation = (api: Api) => routeMutation(api, routes.deleteReasonTemplate, setTemplates);
