import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { enquiryThread, ownEnquiries, replyToThread } from './contract.ts';
import type { Conversation } from './schema.ts';

const getThreadKey = ({ token, enquiryId }: Conversation) => ['enquiry-thread', token ?? enquiryId];
const OWN_KEY = ['own-enquiries'];

/** A page of the enquiries that the user has sent. */
export const ownEnquiriesQuery = (api: Api, page: number) =>
  routeQuery(api, [...OWN_KEY, page], ownEnquiries, { page });

/** A conversation of a participant. */
export const threadQuery = (api: Api, conversation: Conversation) =>
  routeQuery(api, getThreadKey(conversation), enquiryThread, conversation);

export const replyMutation = (api: Api) =>
  routeMutation(api, replyToThread, (client, { thread }, conversation) => {
    client.setQueryData(getThreadKey(conversation), thread);
    return client.invalidateQueries({ queryKey: OWN_KEY });
  });
