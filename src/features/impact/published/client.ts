import type { Api, Route } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import type { z } from 'zod';
import { impactData, previewImpact } from './contract.ts';

/** What is published of a year. @param year the latest if it is undefined */
export const publishedImpactQuery = (api: Api, year: number | undefined) =>
  routeQuery(api, ['published-impact', year], impactData, { year });

/** What would be published of a year now; read again each time it is shown. */
export const previewQuery = (api: Api, year: number) => ({
  ...routeQuery(api, ['impact', 'preview', year], previewImpact, { year }),
  staleTime: 0,
});

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
    (client) => client.invalidateQueries({ queryKey: ['impact'] }),
  );
}
