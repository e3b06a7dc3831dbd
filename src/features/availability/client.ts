import type { z } from 'zod';
import type { Api, Route } from '../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../platform/http/route-query.ts';
import { OWN_KEY } from '../locations/working-copy/client.ts';
import { availability, unavailableDates } from './contract.ts';
import type { OwnAvailability } from './schema.ts';

const KEYS = {
  own: (id: string) => [OWN_KEY, 'unavailable-dates', id],
  public: ['availability'],
} as const;

/** The days that the public sees of a location. */
export const availabilityQuery = (api: Api, id: string) => routeQuery(api, [...KEYS.public, id], availability, { id });

/** What the owner of a location and the team see. */
export const ownAvailabilityQuery = (api: Api, id: string) => ({
  ...routeQuery(api, KEYS.own(id), unavailableDates, { id }),
  staleTime: 0,
});

/** A change of the days of a location, which returns all of them. */
export function availabilityMutation<
  Input extends z.ZodType,
  Output extends { message: string; availability: OwnAvailability },
>(api: Api, id: string, route: Route<Input, z.ZodType<Output>>) {
  return routeMutation(
    api,
    route,
    (client, output) => {
      client.setQueryData(KEYS.own(id), output.availability);
      return client.invalidateQueries({ queryKey: KEYS.public });
    },
    (client) => client.invalidateQueries({ queryKey: KEYS.own(id) }),
  );
}
