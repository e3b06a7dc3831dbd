import type { z } from 'zod';
import type { Api, Route } from '../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../platform/http/route-query.ts';
import { sendUpload } from '../../platform/http/send-upload.ts';
import { KEYS as PRODUCTION_KEYS } from '../productions/client.ts';
import { audience, beginPhotograph, callOutByLink, callOuts, sendPhotograph, stopMails, wanted } from './contract.ts';
import type { CallOut, CallOutRequest, SentPhotograph } from './schema.ts';

const KEYS = {
  of: (productionId: string) => ['call-outs', productionId],
  request: (token: string) => ['call-out-request', token],
} as const;

export const callOutsQuery = (api: Api, id: string) => routeQuery(api, KEYS.of(id), callOuts, { id });

/** Counted anew each time, since locations, consents and emails change meanwhile. */
export const audienceQuery = (api: Api, id: string, { id: callOutId, version }: Pick<CallOut, 'id' | 'version'>) => ({
  ...routeQuery(api, [...KEYS.of(id), 'audience', callOutId, version], audience, { id, callOutId }),
  gcTime: 0,
});

/** A change of a call-out, which returns all of the production. */
export function callOutMutation<Input extends z.ZodType, Output extends { message: string; callOuts: CallOut[] }>(
  api: Api,
  id: string,
  route: Route<Input, z.ZodType<Output>>,
) {
  return routeMutation(
    api,
    route,
    (client, output) => {
      client.setQueryData(KEYS.of(id), output.callOuts);
      return client.invalidateQueries({ queryKey: PRODUCTION_KEYS.all });
    },
    (client) => client.invalidateQueries({ queryKey: KEYS.of(id), exact: true }),
  );
}

export const requestQuery = (api: Api, token: string) => routeQuery(api, KEYS.request(token), callOutByLink, { token });

/** A change by an emailed link, which returns what it leads to. */
export function linkMutation<Input extends z.ZodType<{ token: string }>>(
  api: Api,
  token: string,
  route: Route<Input, z.ZodType<{ message: string; request: CallOutRequest }>>,
) {
  return routeMutation(api, route, (client, { request }) => client.setQueryData(KEYS.request(token), request));
}

/** Sends a photograph of a place by an emailed link. Rejects with an ApiError. */
export async function uploadPhotograph(
  api: Api,
  place: { readonly token: string; readonly answerId: string },
  file: File,
): Promise<SentPhotograph> {
  const about = { name: file.name, bytes: file.size };
  const { id } = await api(beginPhotograph, { ...place, ...about });
  await sendUpload(api, sendPhotograph, { photographId: id }, { bytes: file });
  return { id, ...about, problem: null };
}

export const stopMailsMutation = (api: Api) => routeMutation(api, stopMails, () => {});

export const wantedQuery = (api: Api) => routeQuery(api, ['wanted'], wanted, {});
