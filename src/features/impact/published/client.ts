import type { Api, Route } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import type { z } from 'zod';
import { impactData } from './contract.ts';

/** What is published of a year. @param year the latest if it is undefined */
export const publishedImpactQuery = (api: Api, year: number | undefined) =>
  routeQuery(api, ['published-impact', year], impactData, { year });

/** Publishes a year, or takes it from the site. */
export function publicationMutation<Input extends z.ZodType>(
  api: Api,
  route: Route<Input, z.ZodType<{ message: string }>>,
) {
  return routeMutation(
    api,
    route,
    (client) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['impact', 'year'] }),
        client.invalidateQueries({ queryKey: ['published-impact'] }),
      ]),
    (client) => client.invalidateQueries({ queryKey: ['impact', 'year'] }),
  );
}
