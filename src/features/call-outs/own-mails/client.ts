import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { ownMails, setOwnMails } from './contract.ts';

const KEY = ['call-out-emails'];

export const ownMailsQuery = (api: Api) => routeQuery(api, KEY, ownMails, {});

export const ownMailsMutation = (api: Api) =>
  routeMutation(api, setOwnMails, (client, { wanted }) => client.setQueryData(KEY, { wanted }));
