import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { enquiryThread, replyToThread } from './contract.ts';

const getThreadKey = (token: string) => ['enquiry-thread', token];

/** The conversation that an emailed link leads to. */
export const threadQuery = (api: Api, token: string) => routeQuery(api, getThreadKey(token), enquiryThread, { token });

export const replyMutation = (api: Api) =>
  routeMutation(api, replyToThread, (client, { thread }, { token }) =>
    client.setQueryData(getThreadKey(token), thread),
  );
