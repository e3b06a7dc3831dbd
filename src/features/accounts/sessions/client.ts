import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { endOtherSessions, endOwnSession, ownSessions } from './contract.ts';

/** The sessions of the signed-in user. */
export const ownSessionsQuery = (api: Api) => routeQuery(api, ['own-sessions'], ownSessions, {});

export const endSessionMutation = (api: Api) =>
  routeMutation(api, endOwnSession, (client) => client.invalidateQueries({ queryKey: ownSessionsQuery(api).queryKey }));

export const endOtherSessionsMutation = (api: Api) =>
  routeMutation(api, endOtherSessions, (client) =>
    client.invalidateQueries({ queryKey: ownSessionsQuery(api).queryKey }),
  );
