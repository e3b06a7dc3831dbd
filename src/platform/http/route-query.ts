import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Api, type Route, isConflict } from './contract.ts';

/** Returns the options of a query that calls a route, and cancels the request when nobody needs the response any more. */
export function routeQuery<Input extends z.ZodType, Output extends z.ZodType, Key extends readonly unknown[]>(
  api: Api,
  queryKey: Key,
  route: Route<Input, Output>,
  input: z.input<Input>,
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => api(route, input, { signal }) });
}

/**
 * Returns the options of a mutation that calls a route.
 * @param onSuccess updates the cache; the mutation waits for its promise
 * @param onConflict fetches again what somebody else has changed, so that trying again applies to it; the mutation waits for it too
 */
export function routeMutation<Input extends z.ZodType, Output extends z.ZodType>(
  api: Api,
  route: Route<Input, Output>,
  onSuccess: (client: QueryClient, output: z.output<Output>, input: z.input<Input>) => unknown,
  onConflict?: (client: QueryClient) => unknown,
) {
  return mutationOptions({
    mutationFn: (input: z.input<Input>) => api(route, input),
    onSuccess: (output, input, _, { client }) => onSuccess(client, output, input),
    onError: (error, _input, _result, { client }) => (isConflict(error) ? onConflict?.(client) : undefined),
  });
}
