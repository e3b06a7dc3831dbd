import type { z } from 'zod';
import type { Api, Route } from '../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../platform/http/route-query.ts';
import { KEYS as PRODUCTION_KEYS } from '../productions/client.ts';
import { answerViewingRequest, itineraryByLink, stopContacts, viewingRequestByLink, viewings } from './contract.ts';
import type { Viewing } from './schema.ts';

const KEYS = {
  of: (productionId: string) => ['viewings', productionId],
  request: (token: string) => ['viewing-request', token],
} as const;

export const viewingsQuery = (api: Api, id: string) => routeQuery(api, KEYS.of(id), viewings, { id });

/** Who can be asked about a stop, the one who is asked first. */
export const stopContactsQuery = (api: Api, stop: z.input<typeof stopContacts.input>) => ({
  ...routeQuery(api, [...KEYS.of(stop.id), 'contacts', stop.stopId], stopContacts, stop),
  refetchOnMount: 'always' as const,
});

/** A change of a viewing, which returns all of the production. It is in the timeline too. */
export function viewingMutation<Input extends z.ZodType>(
  api: Api,
  id: string,
  route: Route<Input, z.ZodType<{ message: string; viewings: Viewing[] }>>,
) {
  return routeMutation(
    api,
    route,
    (client, output) => {
      client.setQueryData(KEYS.of(id), output.viewings);
      return client.invalidateQueries({ queryKey: PRODUCTION_KEYS.timeline(id) });
    },
    (client) => client.invalidateQueries({ queryKey: KEYS.of(id) }),
  );
}

export const requestQuery = (api: Api, token: string) =>
  routeQuery(api, KEYS.request(token), viewingRequestByLink, { token });

export const answerMutation = (api: Api) =>
  routeMutation(
    api,
    answerViewingRequest,
    (client, { request }, { token }) => client.setQueryData(KEYS.request(token), request),
    (client) => client.invalidateQueries({ queryKey: ['viewing-request'] }),
  );

/** Each reading is recorded, so it is not repeated when the window gets the focus. */
export const itineraryQuery = (api: Api, token: string) => ({
  ...routeQuery(api, ['viewing-itinerary', token], itineraryByLink, { token }),
  staleTime: Infinity,
});
