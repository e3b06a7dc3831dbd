import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Api, type Route, isConflict } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import {
  addEnquiryNote,
  answerEnquiry,
  enquiries,
  enquiryAreas,
  enquiryAssignees,
  enquiryById,
  enquiryRecipients,
  newEnquiries,
  passOnEnquiry,
  updateEnquiry,
} from './contract.ts';
import type { EnquiryCase } from './schema.ts';

/** Colleagues and senders write too. */
const STALE_TIME_MS = 5_000;
const POLL_INTERVAL_MS = 60_000;
const getCaseKey = (id: string) => ['enquiries', 'case', id];

/** A page of the list. */
export const enquiriesQuery = (api: Api, params: z.input<typeof enquiries.input>) => ({
  ...routeQuery(api, ['enquiries', 'list', params], enquiries, params),
  staleTime: STALE_TIME_MS,
});

/** The number of new enquiries, in the bar of the back office. It changes with the list. */
export const newEnquiriesQuery = (api: Api) => ({
  ...routeQuery(api, ['enquiries', 'list', 'new'], newEnquiries, {}),
  staleTime: STALE_TIME_MS,
  refetchInterval: POLL_INTERVAL_MS,
  refetchOnWindowFocus: true,
});

export const assigneesQuery = (api: Api) => routeQuery(api, ['enquiries', 'assignees'], enquiryAssignees, {});

export const areasQuery = (api: Api) => routeQuery(api, ['enquiries', 'areas'], enquiryAreas, {});

/** An enquiry with its conversations and notes. */
export const caseQuery = (api: Api, id: string) => ({
  ...routeQuery(api, getCaseKey(id), enquiryById, { id }),
  staleTime: STALE_TIME_MS,
});

/** Suggestions of whom to pass an enquiry on to. */
export const recipientsQuery = (api: Api, id: string) =>
  routeQuery(api, ['enquiries', 'recipients', id], enquiryRecipients, { id });

/** A change of an enquiry, which returns it. */
function caseMutation<Input extends z.ZodType>(
  api: Api,
  route: Route<Input, z.ZodType<{ message: string; enquiry: EnquiryCase }>>,
) {
  return routeMutation(api, route, (client: QueryClient, { enquiry }) => {
    client.setQueryData(getCaseKey(enquiry.id), enquiry);
    return client.invalidateQueries({ queryKey: ['enquiries', 'list'] });
  });
}

export const updateMutation = (api: Api) => caseMutation(api, updateEnquiry);
export const noteMutation = (api: Api) => caseMutation(api, addEnquiryNote);

/** Loads the enquiry again after a conflict, so that its page shows what is new. */
function refreshAfterConflict(error: Error, { id }: { id: string }, _: unknown, { client }: { client: QueryClient }) {
  return isConflict(error) ? client.invalidateQueries({ queryKey: getCaseKey(id) }) : undefined;
}

export const passOnMutation = (api: Api) => ({
  ...caseMutation(api, passOnEnquiry),
  onError: refreshAfterConflict,
});
export const answerMutation = (api: Api) => ({
  ...caseMutation(api, answerEnquiry),
  onError: refreshAfterConflict,
});
